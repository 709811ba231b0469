/* SPDX-License-Identifier: CC0-1.0 */

/* The digest by vectors, loaded as they were stored. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad.h"
#include <tmmintrin.h>

static inline __m128i four_words(const word *h)
{
    return _mm_shuffle_epi8(load(h), _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11,
                                                   10, 9, 8, 15, 14, 13, 12));
}

static inline void output(unsigned char *out, const word h[8])
{
    for (int i = 0; i < CRYPTO_BYTES / 16; i++)
        _mm_storeu_si128((__m128i *)(out + 16 * i), four_words(h + 4 * i));
    if (CRYPTO_BYTES % 16) {
        const __m128i last = four_words(h + CRYPTO_BYTES / 16 * 4);

        memcpy(out + CRYPTO_BYTES / 16 * 16, &last, CRYPTO_BYTES % 16);
    }
}

#include "hash_sse2.h"
