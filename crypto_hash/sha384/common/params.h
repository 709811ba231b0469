/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-384: the initial value. The output length is in api.h. */

#ifndef PARAMS_H
#define PARAMS_H

#include "words.h"

/* Section 5.3.4 */
static const word H0[8] = {
    UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507),
    UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939),
    UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511),
    UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4),
};

#endif
