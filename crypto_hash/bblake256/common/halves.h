/* SPDX-License-Identifier: CC0-1.0 */

/* BBLAKE-256 is the BLAKE-256 of two digests: those of a block that says 0 and
   blocks 0, 2, 4, ... of the message, and of a block that says 1 and blocks 1,
   3, 5, ...; SUPERCOP describes it, and its checksums tell that the number is
   the first byte of a block of 64. */

#ifndef HALVES_H
#define HALVES_H

#include "blocks.h"

/* from a block of a half to the next */
#define STRIDE (2 * BLOCK_BYTES)

/* the chaining values of either half after its number */
// clang-format off
#define AFTER_0 \
    0xb5bfb2f9, 0x14cfcc63, 0xb85c549c, 0xc9b4184e, \
    0x67dfc6ce, 0x29e9904b, 0xd59ee74e, 0xfaa9c653
#define AFTER_1 \
    0x3174b284, 0x24796e24, 0x9fc2eecc, 0x236cb48c, \
    0x15f7a368, 0x4fe6923e, 0x04fad360, 0x76aeea3a
// clang-format on

/* Both halves at once: a pair of words has that of half 0 as its lower one.
   Compresses count > 0 blocks of either into h; in0 and bytes0, in1 and bytes1
   are what blocks.h of BLAKE-256 calls in and bytes. */
#define pair_blocks CRYPTO_NAMESPACE(pair_blocks)
void pair_blocks(uint64_t h[8], const unsigned char *in0,
                 const unsigned char *in1, unsigned long long count,
                 unsigned long long bytes0, unsigned long long bytes1);

/* the words of the blocks at in0 and in1 */
#define pair_message CRYPTO_NAMESPACE(pair_message)
void pair_message(uint64_t m[16], const unsigned char *in0,
                  const unsigned char *in1);

static inline uint64_t pair_of(word x0, word x1)
{
    return (uint64_t)x1 << 32 | x0;
}

#endif
