/* SPDX-License-Identifier: CC0-1.0 */

/* What tells BLAKE-512 from its sisters: section 2.2 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. */

#ifndef PARAMS_H
#define PARAMS_H

#include "word.h"

/* what stands before the length */
#define LAST_PADDING_BIT 1

/* as in SHA-512 */
// clang-format off
#define INITIAL_VALUE \
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, \
    0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, \
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, \
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179
// clang-format on

#endif
