/* SPDX-License-Identifier: CC0-1.0 */
/*
 * crypto_hash() as message.c has it, the end of the message by masked loads,
 * for Grøstl-224 and Grøstl-256.
 */
#include "crypto_hash.h"
#include "params.h"
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define digest CRYPTO_NAMESPACE(digest)
void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
            uint64_t whole, const unsigned char *last, size_t rest);

/* The bytes at in that here names, 80 where end does, then zeros */
static inline __m256i tail(const unsigned char *in, uint64_t here, uint64_t end)
{
    return _mm256_mask_blend_epi8((__mmask32)end,
                                  _mm256_maskz_loadu_epi8((__mmask32)here, in),
                                  _mm256_set1_epi8((char)0x80));
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    if (!in)
        in = out; /* for sums: an empty message may be nowhere */

    uint64_t whole = inlen / BLOCK;
    size_t length = (size_t)(inlen % BLOCK);
    const unsigned char *begin = in + (inlen - length);
    uint64_t end = UINT64_C(1) << length, here = end - 1;
    size_t rest = length + 1 + 8 <= BLOCK ? 1 : 2;
    const void *half = (const void *)((uintptr_t)begin + 32); /* or beyond */
    const __m256i count =
        _mm256_set_epi64x((long long)__builtin_bswap64(whole + rest), 0, 0, 0);
    __m256i last[4];

    last[0] = tail(begin, here, end);
    last[1] = tail(half, here >> 32, end >> 32);
    last[2] = _mm256_setzero_si256();
    last[3] = count;
    if (rest == 1)
        last[1] = _mm256_xor_si256(last[1], count);
    digest(out, in, whole, (const unsigned char *)last, rest);
    return 0;
}
