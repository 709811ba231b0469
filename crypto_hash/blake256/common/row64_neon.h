/* SPDX-License-Identifier: CC0-1.0 */

/* A row in two NEON registers: four words of BLAKE-512, or of 32 bits in pairs,
   each of either half of BBLAKE-256. */

#include <arm_neon.h>

typedef struct {
    uint64x2_t x01, x23;
} row;

#if WORD_BITS == 64
#define ADD vaddq_u64
#define LANE(x) (x)
#else
#define ADD(x, y)                                                              \
    vreinterpretq_u64_u32(                                                     \
        vaddq_u32(vreinterpretq_u32_u64(x), vreinterpretq_u32_u64(y)))
#define LANE(x) ((uint64_t)(x) << 32 | (x))
#endif

static inline row add(row x, row y)
{
    return (row){ADD(x.x01, y.x01), ADD(x.x23, y.x23)};
}

static inline row exor(row x, row y)
{
    return (row){veorq_u64(x.x01, y.x01), veorq_u64(x.x23, y.x23)};
}

/* Words to the left by n places; n is a constant. */
static inline row turn(row x, int n)
{
    const row by1 = {vextq_u64(x.x01, x.x23, 1), vextq_u64(x.x23, x.x01, 1)};

    switch (n) {
    case 0:
        return x;
    case 1:
        return by1;
    case 2:
        return (row){x.x23, x.x01};
    default:
        return (row){by1.x23, by1.x01};
    }
}

static inline uint64x2_t two_of_message(const uint64_t *m0, const uint64_t *m1)
{
    return vcombine_u64(vld1_u64(m0), vld1_u64(m1));
}

static inline row four_of_message(const uint64_t *m0, const uint64_t *m1,
                                  const uint64_t *m2, const uint64_t *m3)
{
    return (row){two_of_message(m0, m1), two_of_message(m2, m3)};
}

static inline row four_words(word x0, word x1, word x2, word x3)
{
    const uint64_t lanes[4] = {LANE(x0), LANE(x1), LANE(x2), LANE(x3)};

    return four_of_message(lanes, lanes + 1, lanes + 2, lanes + 3);
}

static inline row load_row(const uint64_t h[4])
{
    return (row){vld1q_u64(h), vld1q_u64(h + 2)};
}

static inline void store_row(uint64_t h[4], row x)
{
    vst1q_u64(h, x.x01);
    vst1q_u64(h + 2, x.x23);
}

/* BLAKE2bp: a row as the same word of all four leaves. */

#define LANES 4
typedef row vector;

#define load load_row
#define done()

static inline vector all(word x)
{
    return (row){vdupq_n_u64(x), vdupq_n_u64(x)};
}

static inline uint64x2_t low(uint64x2_t x, uint64x2_t y)
{
    return vcombine_u64(vget_low_u64(x), vget_low_u64(y));
}

static inline uint64x2_t high(uint64x2_t x, uint64x2_t y)
{
    return vcombine_u64(vget_high_u64(x), vget_high_u64(y));
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 2) {
        uint64x2_t x[LANES];

        for (size_t i = 0; i < LANES; i++)
            x[i] = vreinterpretq_u64_u8(
                vld1q_u8(in + i * (i < n) * stride + 8 * k));
        m[k] = (row){low(x[0], x[1]), low(x[2], x[3])};
        m[k + 1] = (row){high(x[0], x[1]), high(x[2], x[3])};
    }
}

static inline void store_values(unsigned char cv[][8 * WORD_BYTES], vector h[8])
{
    for (size_t k = 0; k < 8; k += 2) {
        const uint64x2_t x[LANES] = {
            low(h[k].x01, h[k + 1].x01), high(h[k].x01, h[k + 1].x01),
            low(h[k].x23, h[k + 1].x23), high(h[k].x23, h[k + 1].x23)};

        for (size_t i = 0; i < LANES; i++)
            vst1q_u8(cv[i] + 8 * k, vreinterpretq_u8_u64(x[i]));
    }
}
