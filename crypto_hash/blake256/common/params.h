/* SPDX-License-Identifier: CC0-1.0 */

/* What tells BLAKE-256 from its sisters: section 2.1 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. */

#ifndef PARAMS_H
#define PARAMS_H

#include "word.h"

/* what stands before the length */
#define LAST_PADDING_BIT 1

/* as in SHA-256 */
// clang-format off
#define INITIAL_VALUE \
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, \
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
// clang-format on

#endif
