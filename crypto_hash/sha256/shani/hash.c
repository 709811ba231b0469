/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-224 and SHA-256 with the instructions made for them. sha256rnds2 does two
 * rounds, each one waits for the one before, and AMD's Zen takes 4 cycles for
 * it. So a block can't take less than 32 times 4 cycles and one for the sum at
 * its end, 2.02 cycles a byte, and everything else has to hide in that.
 * Therefore one loop goes over the message and its padding, with the state in
 * the two registers and in the order that the instruction wants from the first
 * block to the last: A, B, E, F from the top of one, C, D, G, H of the
 * other. */

#include <immintrin.h>

#include "api.h"
#include "constants.inc"
#include "crypto_hash.h"
#include "pad.h"
#include "params.h"

/* Reverses the bytes of each word. */
#define SWAP4                                                                  \
    _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)

/* Reverses the bytes of each half: so its two words change places too. */
#define SWAP8                                                                  \
    _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)

/* Rounds 4i to 4i + 3; w holds W[4i] to W[4i + 3]. */
#define ROUNDS4(i, w)                                                          \
    do {                                                                       \
        __m128i kw = _mm_add_epi32(w, load(K + 4 * (i)));                      \
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);                          \
        kw = _mm_shuffle_epi32(kw, 0x0e);                                      \
        abef = _mm_sha256rnds2_epu32(abef, cdgh, kw);                          \
    } while (0)

/* The same, and w0 becomes the four words that follow w3. */
#define ROUNDS4_NEXT(i, w0, w1, w2, w3)                                        \
    do {                                                                       \
        ROUNDS4(i, w0);                                                        \
        w0 = _mm_sha256msg1_epu32(w0, w1);                                     \
        w0 = _mm_add_epi32(w0, _mm_alignr_epi8(w3, w2, 4));                    \
        w0 = _mm_sha256msg2_epu32(w0, w3);                                     \
    } while (0)

#define ROUNDS16_NEXT(i)                                                       \
    do {                                                                       \
        ROUNDS4_NEXT(i, w0, w1, w2, w3);                                       \
        ROUNDS4_NEXT(i + 1, w1, w2, w3, w0);                                   \
        ROUNDS4_NEXT(i + 2, w2, w3, w0, w1);                                   \
        ROUNDS4_NEXT(i + 3, w3, w0, w1, w2);                                   \
    } while (0)

static inline __m128i words(word x3, word x2, word x1, word x0)
{
    return _mm_set_epi32((int)x3, (int)x2, (int)x1, (int)x0);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    __m128i abef, cdgh, abef0, cdgh0, w0, w1, w2, w3, last[2 * BLOCK_VECTORS];
    unsigned long long blocks = inlen / BLOCK_BYTES;
    int padded = 0;

#ifdef __AVX__
    /* The instructions for SHA have no encoding of AVX, the others then have.
       On Intel's cores each change between the two takes 200 cycles while the
       caller's upper halves are dirty. */
    _mm256_zeroupper();
#endif
    abef = words(H0[0], H0[1], H0[4], H0[5]);
    cdgh = words(H0[2], H0[3], H0[6], H0[7]);
    for (;;) {
        if (blocks == 0) {
            if (padded)
                break;
            blocks = (unsigned long long)pad(last, in, inlen);
            in = (const unsigned char *)last;
            padded = 1;
        }
        abef0 = abef;
        cdgh0 = cdgh;
        w0 = _mm_shuffle_epi8(load(in), SWAP4);
        w1 = _mm_shuffle_epi8(load(in + 16), SWAP4);
        w2 = _mm_shuffle_epi8(load(in + 32), SWAP4);
        w3 = _mm_shuffle_epi8(load(in + 48), SWAP4);
        ROUNDS16_NEXT(0);
        ROUNDS16_NEXT(4);
        ROUNDS16_NEXT(8);
        ROUNDS4(12, w0);
        ROUNDS4(13, w1);
        ROUNDS4(14, w2);
        ROUNDS4(15, w3);
        abef = _mm_add_epi32(abef, abef0);
        cdgh = _mm_add_epi32(cdgh, cdgh0);
        in += BLOCK_BYTES;
        blocks--;
    }
    w0 = _mm_shuffle_epi8(_mm_unpackhi_epi64(abef, cdgh), SWAP8);
    w1 = _mm_shuffle_epi8(_mm_unpacklo_epi64(abef, cdgh), SWAP8);
    _mm_storeu_si128((__m128i *)out, w0);
    memcpy(out + 16, &w1, CRYPTO_BYTES - 16);
    return 0;
}
