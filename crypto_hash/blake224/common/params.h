/* SPDX-License-Identifier: CC0-1.0 */

/* What tells BLAKE-224 from its sisters: section 2.3 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. */

#ifndef PARAMS_H
#define PARAMS_H

#include "word.h"

/* what stands before the length */
#define LAST_PADDING_BIT 0

/* as in SHA-224 */
// clang-format off
#define INITIAL_VALUE \
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, \
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4
// clang-format on

#endif
