/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512/256: the initial value. The output length is in api.h. */

#ifndef PARAMS_H
#define PARAMS_H

#include "words.h"

/* Section 5.3.6.2 */
static const word H0[8] = {
    UINT64_C(0x22312194fc2bf72c), UINT64_C(0x9f555fa3c84c64c2),
    UINT64_C(0x2393b86b6f53b151), UINT64_C(0x963877195940eabd),
    UINT64_C(0x96283ee2a88effe3), UINT64_C(0xbe5e1e2553863992),
    UINT64_C(0x2b0199fc2c85b8aa), UINT64_C(0x0eb72ddc81c52ca2),
};

#endif
