/* SPDX-License-Identifier: CC0-1.0 */

/* What tells BLAKE-384 from its sisters: section 2.4 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. */

#ifndef PARAMS_H
#define PARAMS_H

#include "word.h"

/* what stands before the length */
#define LAST_PADDING_BIT 0

/* as in SHA-384 */
// clang-format off
#define INITIAL_VALUE \
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, \
    0x9159015a3070dd17, 0x152fecd8f70e5939, \
    0x67332667ffc00b31, 0x8eb44a8768581511, \
    0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4
// clang-format on

#endif
