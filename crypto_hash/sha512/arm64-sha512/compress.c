/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-384 and SHA-512 with the instructions that ARMv8.2 has for them. Two
 * words fill a register, and two rounds are sha512h, which makes what E and A
 * get, and sha512h2, which adds what A gets besides. They want pairs that lie
 * across two registers, D E and F G, and the sums of schedule and constants
 * with H and G, so in the other order: three ext. With 4 additions and moves
 * for what is overwritten, two rounds take 9 instructions; the two words of
 * the schedule that follow take 3.
 *
 * A to B, C to D and so on change places every two rounds: after eight of them
 * they are back, so the loop does sixteen rounds. */

#include <arm_neon.h>

#include "constants.inc"
#include "sha2.h"

/* Rounds i and i + 1: w holds their words. The new A, B are in gh; ef is made
 * of cd, and what was in gh has gone. */
#define ROUNDS2(i, ab, cd, ef, gh, w)                                          \
    do {                                                                       \
        uint64x2_t kw = vaddq_u64(w, vld1q_u64(K + (i)));                      \
        uint64x2_t t = vaddq_u64(gh, vextq_u64(kw, kw, 1));                    \
        t = vsha512hq_u64(t, vextq_u64(ef, gh, 1), vextq_u64(cd, ef, 1));      \
        gh = vsha512h2q_u64(t, cd, ab);                                        \
        cd = vaddq_u64(cd, t);                                                 \
    } while (0)

/* The same, and w0 becomes the two words that follow w7, where w4 and w5 hold
 * the ninth to twelfth of those before. */
#define ROUNDS2_NEXT(i, ab, cd, ef, gh, w0, w1, w4, w5, w7)                    \
    do {                                                                       \
        ROUNDS2(i, ab, cd, ef, gh, w0);                                        \
        w0 = vsha512su1q_u64(vsha512su0q_u64(w0, w1), w7,                      \
                             vextq_u64(w4, w5, 1));                            \
    } while (0)

static inline uint64x2_t words(const unsigned char *p)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(p)));
}

void compress(word h[8], const unsigned char *in, unsigned long long blocks)
{
    uint64x2_t ab = vld1q_u64(h), cd = vld1q_u64(h + 2);
    uint64x2_t ef = vld1q_u64(h + 4), gh = vld1q_u64(h + 6);
    int i;

    for (; blocks > 0; blocks--) {
        uint64x2_t ab0 = ab, cd0 = cd, ef0 = ef, gh0 = gh;
        uint64x2_t w0 = words(in), w1 = words(in + 16), w2 = words(in + 32);
        uint64x2_t w3 = words(in + 48), w4 = words(in + 64);
        uint64x2_t w5 = words(in + 80), w6 = words(in + 96);
        uint64x2_t w7 = words(in + 112);

        for (i = 0; i < 64; i += 16) {
            ROUNDS2_NEXT(i, ab, cd, ef, gh, w0, w1, w4, w5, w7);
            ROUNDS2_NEXT(i + 2, gh, ab, cd, ef, w1, w2, w5, w6, w0);
            ROUNDS2_NEXT(i + 4, ef, gh, ab, cd, w2, w3, w6, w7, w1);
            ROUNDS2_NEXT(i + 6, cd, ef, gh, ab, w3, w4, w7, w0, w2);
            ROUNDS2_NEXT(i + 8, ab, cd, ef, gh, w4, w5, w0, w1, w3);
            ROUNDS2_NEXT(i + 10, gh, ab, cd, ef, w5, w6, w1, w2, w4);
            ROUNDS2_NEXT(i + 12, ef, gh, ab, cd, w6, w7, w2, w3, w5);
            ROUNDS2_NEXT(i + 14, cd, ef, gh, ab, w7, w0, w3, w4, w6);
        }
        ROUNDS2(64, ab, cd, ef, gh, w0);
        ROUNDS2(66, gh, ab, cd, ef, w1);
        ROUNDS2(68, ef, gh, ab, cd, w2);
        ROUNDS2(70, cd, ef, gh, ab, w3);
        ROUNDS2(72, ab, cd, ef, gh, w4);
        ROUNDS2(74, gh, ab, cd, ef, w5);
        ROUNDS2(76, ef, gh, ab, cd, w6);
        ROUNDS2(78, cd, ef, gh, ab, w7);
        ab = vaddq_u64(ab, ab0);
        cd = vaddq_u64(cd, cd0);
        ef = vaddq_u64(ef, ef0);
        gh = vaddq_u64(gh, gh0);
        in += BLOCK_BYTES;
    }
    vst1q_u64(h, ab);
    vst1q_u64(h + 2, cd);
    vst1q_u64(h + 4, ef);
    vst1q_u64(h + 6, gh);
}
