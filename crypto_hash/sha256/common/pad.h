/* SPDX-License-Identifier: CC0-1.0 */
/* Padding (FIPS 180-4, section 5.1) in vectors of 16 bytes, for machines with
 * SSE2. Bytes stored one by one would hold up the vector loads that follow,
 * and a short message has nothing else to do meanwhile. */

#ifndef PAD_H
#define PAD_H

#include <emmintrin.h>
#include <stddef.h>
#include <string.h>

/* BLOCK_BYTES is of what was included before. */
#define BLOCK_VECTORS (BLOCK_BYTES / 16)

static inline __m128i load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

/* The last n < 16 bytes, read in pieces that overlap, and the bit after them */
static inline __m128i load_end(const unsigned char *p, int n)
{
    static const unsigned char mark[32] = {[16] = 0x80};
    __m128i low = _mm_setzero_si128(), high = low;
    uint32_t x;

    if (n > 8) {
        low = _mm_loadl_epi64((const __m128i *)p);
        high = _mm_loadl_epi64((const __m128i *)(p + n - 8));
        high = _mm_srl_epi64(high, _mm_cvtsi32_si128(8 * (16 - n)));
    } else if (n >= 4) {
        memcpy(&x, p, 4);
        low = _mm_cvtsi32_si128((int)x);
        memcpy(&x, p + n - 4, 4);
        high = _mm_cvtsi32_si128((int)x);
        high = _mm_sll_epi64(high, _mm_cvtsi32_si128(8 * (n - 4)));
        low = _mm_or_si128(low, high);
        high = _mm_setzero_si128();
    } else if (n > 0) {
        x = p[0] | (uint32_t)p[n / 2] << (8 * (n / 2));
        x |= (uint32_t)p[n - 1] << (8 * (n - 1));
        low = _mm_cvtsi32_si128((int)x);
    }
    return _mm_or_si128(_mm_unpacklo_epi64(low, high), load(mark + 16 - n));
}

/* Spelt out, for gcc makes a slow rep stos of a loop. */
static inline void clear_block(__m128i *p)
{
    p[0] = p[1] = p[2] = p[3] = _mm_setzero_si128();
#if BLOCK_BYTES == 128
    p[4] = p[5] = p[6] = p[7] = _mm_setzero_si128();
#endif
}

/* What follows the full blocks of a message of inlen bytes: writes the last
 * one or two blocks and returns how many. */
static inline int pad(__m128i last[2 * BLOCK_VECTORS], const unsigned char *in,
                      unsigned long long inlen)
{
    int left = (int)(inlen % BLOCK_BYTES), i;
    int blocks = left < BLOCK_BYTES - 2 * WORD_BITS / 8 ? 1 : 2;
    __m128i *end = last + blocks * BLOCK_VECTORS - 1;
    uint64_t high = WORD_BITS == 64 ? __builtin_bswap64(inlen >> 61) : 0;
    uint64_t low = __builtin_bswap64(inlen << 3);
    __m128i bits = _mm_set_epi64x((long long)low, (long long)high);

    clear_block(last);
    clear_block(end + 1 - BLOCK_VECTORS);
    /* Not a plain copy, of which compilers make a slow call or rep movs */
    for (i = 0; i < left / 16; i++, in += 16)
        last[i] = _mm_or_si128(last[i], load(in));
    last[i] = load_end(in, left % 16);
    *end = _mm_or_si128(*end, bits);
    return blocks;
}

#endif
