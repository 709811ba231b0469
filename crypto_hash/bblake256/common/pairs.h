/* SPDX-License-Identifier: CC0-1.0 */

#include "params.h"

/* Both halves at once: a pair of words has that of half 0 as its lower one.
   Compresses count > 0 blocks of either into h; in0 and bytes0, in1 and bytes1
   are what blocks.h of BLAKE-256 calls in and bytes. */
#define pair_blocks CRYPTO_NAMESPACE(pair_blocks)
void pair_blocks(uint64_t h[8], const unsigned char *in0,
                 const unsigned char *in1, unsigned long long count,
                 unsigned long long bytes0, unsigned long long bytes1);

/* the words of the blocks at in0 and in1 */
#define message CRYPTO_NAMESPACE(message)
void message(uint64_t m[16], const unsigned char *in0,
             const unsigned char *in1);

static inline uint64_t pair_of(word x0, word x1)
{
    return (uint64_t)x1 << 32 | x0;
}
