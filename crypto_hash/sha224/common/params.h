/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-224: the initial value. The output length is in api.h. */

#ifndef PARAMS_H
#define PARAMS_H

#include "words.h"

/* Section 5.3.2 */
static const word H0[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};

#endif
