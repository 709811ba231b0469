/* SPDX-License-Identifier: CC0-1.0 */

/* The digest by words, each loaded as assembly has stored it: a vector of them
   would wait for all stores. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad.h"

static inline void output(unsigned char *out, const word h[8])
{
    for (size_t i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++) {
        word x = ((const volatile word *)h)[i];
#if WORD_BITS == 64
        x = __builtin_bswap64(x);
#else
        x = __builtin_bswap32(x);
#endif
        memcpy(out + i * WORD_BYTES, &x, WORD_BYTES);
    }
}

#include "hash_sse2.h"
