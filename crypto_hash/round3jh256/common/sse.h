/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Words of 128 bits in the vectors of a machine with SSE2, for words.h: the
 * swaps of distance below 8 take shifts and masks, those above 16 move whole
 * words of 32 bits.
 */
typedef __m128i word;

#define SWAP_BITS(x, d, high, low)                                             \
    ((_mm_slli_epi16(x, d) & _mm_set1_epi8((char)(high))) |                    \
     (_mm_srli_epi16(x, d) & _mm_set1_epi8(low)))
#define SWAP_1(x) SWAP_BITS(x, 1, 0xaa, 0x55)
#define SWAP_2(x) SWAP_BITS(x, 2, 0xcc, 0x33)
#define SWAP_4(x) SWAP_BITS(x, 4, 0xf0, 0x0f)
#define SWAP_32(x) _mm_shuffle_epi32(x, 0xb1)
#define SWAP_64(x) _mm_shuffle_epi32(x, 0x4e)

static inline word load(const uint8_t *p)
{
    return _mm_loadu_si128((const word *)(const void *)p);
}
