/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SHA-1 by the instructions of ARMv8: sha1c, sha1p and sha1m do four rounds of
 * a, b, c, d, and sha1h makes e of the next four of the last ones' a.
 */
#include "chain.h"

#include <arm_neon.h>

static const uint32_t K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

/* Words 4g to 4g + 3, for g from 4 on in the place of those of g - 4 */
#define WORDS(g)                                                               \
    ((g) < 4                                                                   \
         ? m[(g) % 4]                                                          \
         : (m[(g) % 4] = vsha1su1q_u32(                                        \
                vsha1su0q_u32(m[(g) % 4], m[((g) + 1) % 4], m[((g) + 2) % 4]), \
                m[((g) + 3) % 4])))
#define FOUR(g)                                                                \
    do {                                                                       \
        uint32x4_t sum = vaddq_u32(WORDS(g), vdupq_n_u32(K[(g) / 5]));         \
        uint32_t next = vsha1h_u32(vgetq_lane_u32(abcd, 0));                   \
                                                                               \
        abcd = (g) / 5 == 0   ? vsha1cq_u32(abcd, e, sum)                      \
               : (g) / 5 == 2 ? vsha1mq_u32(abcd, e, sum)                      \
                              : vsha1pq_u32(abcd, e, sum);                     \
        e = next;                                                              \
    } while (0)

void compress(uint32_t *h, const unsigned char *in, unsigned long long blocks)
{
    uint32x4_t abcd = vld1q_u32(h);
    uint32_t e = h[4];

    for (; blocks > 0; --blocks, in += 64) {
        uint32x4_t m[4], abcd_before = abcd;
        uint32_t e_before = e;

        for (int i = 0; i < 4; ++i)
            m[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(in + 16 * i)));
        FOUR(0);
        FOUR(1);
        FOUR(2);
        FOUR(3);
        FOUR(4);
        FOUR(5);
        FOUR(6);
        FOUR(7);
        FOUR(8);
        FOUR(9);
        FOUR(10);
        FOUR(11);
        FOUR(12);
        FOUR(13);
        FOUR(14);
        FOUR(15);
        FOUR(16);
        FOUR(17);
        FOUR(18);
        FOUR(19);
        e += e_before;
        abcd = vaddq_u32(abcd, abcd_before);
    }
    vst1q_u32(h, abcd);
    h[4] = e;
}
