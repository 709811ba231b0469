/* SPDX-License-Identifier: CC0-1.0 */

/* BBLAKE-256 is the BLAKE-256 of two digests: those of a block that says 0 and
   blocks 0, 2, 4, ... of the message, and of a block that says 1 and blocks 1,
   3, 5, ...; SUPERCOP describes it, and its checksums tell that the number is
   the first byte of a block of 64. */

#ifndef PARAMS_H
#define PARAMS_H

#include "word.h"

/* what stands before the length */
#define LAST_PADDING_BIT 1

/* from a block of a half to the next */
#define STRIDE (2 * BLOCK_BYTES)

/* as in SHA-256 */
// clang-format off
#define INITIAL_VALUE \
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, \
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19

/* the chaining values of either half after its number */
#define AFTER_0 \
    0xb5bfb2f9, 0x14cfcc63, 0xb85c549c, 0xc9b4184e, \
    0x67dfc6ce, 0x29e9904b, 0xd59ee74e, 0xfaa9c653
#define AFTER_1 \
    0x3174b284, 0x24796e24, 0x9fc2eecc, 0x236cb48c, \
    0x15f7a368, 0x4fe6923e, 0x04fad360, 0x76aeea3a
// clang-format on

#endif
