/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-256: the initial value. The output length is in api.h. */

#ifndef PARAMS_H
#define PARAMS_H

#include "words.h"

/* Section 5.3.3 */
static const word H0[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

#endif
