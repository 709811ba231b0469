/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Padding by masked loads, for implementations that keep a state of one or two
 * vectors of 64 bytes in registers from the first block to the digest.
 */
#include "crypto_hash.h"
#include "params.h"
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define VECTORS (BLOCK / 64)

/*
 * out = the digest of the padded message: its first blocks are the whole ones
 * at in, then come the rest at last, one or two. Out may overlap in.
 */
#define digest CRYPTO_NAMESPACE(digest)
void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
            uint64_t whole, const __m512i *last, size_t rest);

/* The last bytes of the message, fewer than 64, then 80, then zeros */
static inline __m512i tail(const unsigned char *in, size_t bytes)
{
    __mmask64 end = UINT64_C(1) << bytes;

    return _mm512_mask_blend_epi8(end, _mm512_maskz_loadu_epi8(end - 1, in),
                                  _mm512_set1_epi8((char)0x80));
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    if (!in)
        in = out; /* for sums: an empty message may be nowhere */

    uint64_t whole = inlen / BLOCK;
    size_t length = (size_t)(inlen % BLOCK);
    const unsigned char *end = in + (inlen - length);
    size_t rest = length + 1 + 8 <= BLOCK ? 1 : 2;
    const __m512i count = _mm512_maskz_set1_epi64(
        0x80, (long long)__builtin_bswap64(whole + rest));
    const __m512i zero = _mm512_setzero_si512();
    __m512i last[2 * VECTORS];

    last[2 * VECTORS - 2] = zero;
    last[2 * VECTORS - 1] = count;
    if (length < 64) {
        last[VECTORS - 1] = zero;
        last[0] = tail(end, length);
    } else {
        last[0] = _mm512_loadu_si512(end);
        last[VECTORS - 1] = tail(end + 64, length - 64);
    }
    if (rest == 1)
        last[VECTORS - 1] = _mm512_xor_si512(last[VECTORS - 1], count);
    digest(out, in, whole, last, rest);
    return 0;
}
