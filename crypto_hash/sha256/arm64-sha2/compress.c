/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-224 and SHA-256 with the instructions that ARMv8 has for them: sha256h
 * and sha256h2 make A to D and E to H of four rounds, sha256su0 and sha256su1
 * four words of the schedule. A block is 6 instructions for each 4 of the first
 * 48 rounds, 4 for each of the last 16 (an addition of the constants, a copy
 * of A to D, which the second instruction wants as they were, and the two),
 * and 12 around them: 100, or 1.6 a byte. The constants stay in registers.
 *
 * The two instructions wait for those of the rounds before: 16 times 4 cycles,
 * 1.0 a byte, is the floor on a Cortex-A76 or a Neoverse N1, by the latencies
 * in Arm's guides to these cores. */

#include <arm_neon.h>

#include "constants.inc"
#include "sha2.h"

/* Rounds 4i to 4i + 3; w holds W[4i] to W[4i + 3]. */
#define ROUNDS4(i, w)                                                          \
    do {                                                                       \
        uint32x4_t kw = vaddq_u32(w, k[i]), before = abcd;                     \
        abcd = vsha256hq_u32(abcd, efgh, kw);                                  \
        efgh = vsha256h2q_u32(efgh, before, kw);                               \
    } while (0)

/* The same, and w0 becomes the four words that follow w3. */
#define ROUNDS4_NEXT(i, w0, w1, w2, w3)                                        \
    do {                                                                       \
        ROUNDS4(i, w0);                                                        \
        w0 = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);                 \
    } while (0)

#define ROUNDS16_NEXT(i)                                                       \
    do {                                                                       \
        ROUNDS4_NEXT(i, w0, w1, w2, w3);                                       \
        ROUNDS4_NEXT(i + 1, w1, w2, w3, w0);                                   \
        ROUNDS4_NEXT(i + 2, w2, w3, w0, w1);                                   \
        ROUNDS4_NEXT(i + 3, w3, w0, w1, w2);                                   \
    } while (0)

static inline uint32x4_t words(const unsigned char *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

void compress(word h[8], const unsigned char *in, unsigned long long blocks)
{
    uint32x4_t abcd = vld1q_u32(h), efgh = vld1q_u32(h + 4), k[16];
    int i;

    for (i = 0; i < 16; i++)
        k[i] = vld1q_u32(K + 4 * i);
    for (; blocks > 0; blocks--) {
        uint32x4_t abcd0 = abcd, efgh0 = efgh;
        uint32x4_t w0 = words(in), w1 = words(in + 16);
        uint32x4_t w2 = words(in + 32), w3 = words(in + 48);

        ROUNDS16_NEXT(0);
        ROUNDS16_NEXT(4);
        ROUNDS16_NEXT(8);
        ROUNDS4(12, w0);
        ROUNDS4(13, w1);
        ROUNDS4(14, w2);
        ROUNDS4(15, w3);
        abcd = vaddq_u32(abcd, abcd0);
        efgh = vaddq_u32(efgh, efgh0);
        in += BLOCK_BYTES;
    }
    vst1q_u32(h, abcd);
    vst1q_u32(h + 4, efgh);
}
