/* SPDX-License-Identifier: CC0-1.0 */
/* What hash.c says of the length of a message that no memory has: it is given
   functions to compress that only look at the last block. Compiled beside the
   file of an implementation that cuts and pads, for blocks of BLOCK bytes and
   messages of LENGTHS bytes, whole blocks. */
#include "crypto_hash.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static const unsigned long long lengths[] = {LENGTHS};
static unsigned char end[BLOCK];   /* of each message */
static const unsigned char *begin; /* of the one that is hashed */

/* The last 16 bytes of n blocks, unless they are the message's. */
static void seen(const void *blocks, unsigned long long n)
{
    const unsigned char *bytes = blocks;

    if (bytes == begin || n == 0)
        return;
    for (int i = 16; i > 0; i--)
        printf("%02x", bytes[n * BLOCK - (unsigned)i]);
    puts("");
}

/* What an implementation has of these, each declared in its own way. */
#if defined CALLED_compress
void CRYPTO_NAMESPACE(compress)(void *h, const void *in, unsigned long long n);
void CRYPTO_NAMESPACE(output)(void *h);

void CRYPTO_NAMESPACE(compress)(void *h, const void *in, unsigned long long n)
{
    (void)h;
    seen(in, n);
}

void CRYPTO_NAMESPACE(output)(void *h) { (void)h; }
#elif defined CALLED_compress_last
void CRYPTO_NAMESPACE(compress)(void *h, const void *in, unsigned long long n,
                                const void *k, const void *last,
                                unsigned long long padded);

void CRYPTO_NAMESPACE(compress)(void *h, const void *in, unsigned long long n,
                                const void *k, const void *last,
                                unsigned long long padded)
{
    (void)h;
    (void)in;
    (void)n;
    (void)k;
    seen(last, padded);
}
#elif defined CALLED_blocks
void CRYPTO_NAMESPACE(blocks)(void *h, const void *in, unsigned long long n,
                              unsigned long long bytes);

void CRYPTO_NAMESPACE(blocks)(void *h, const void *in, unsigned long long n,
                              unsigned long long bytes)
{
    (void)h;
    (void)bytes;
    seen(in, n);
}
#elif defined CALLED_f8
void CRYPTO_NAMESPACE(f8)(void *h, const void *in, size_t n);

void CRYPTO_NAMESPACE(f8)(void *h, const void *in, size_t n)
{
    (void)h;
    seen(in, n);
}
#else
void CRYPTO_NAMESPACE(digest)(void *out, const void *in, uint64_t whole,
                              const void *last, size_t rest);

void CRYPTO_NAMESPACE(digest)(void *out, const void *in, uint64_t whole,
                              const void *last, size_t rest)
{
    (void)out;
    (void)in;
    (void)whole;
    seen(last, rest);
}
#endif

/* A line for each of LENGTHS. */
#define padded CRYPTO_NAMESPACE(padded)
void padded(void);

void padded(void)
{
    static unsigned char out[crypto_hash_BYTES];

    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        begin = (const unsigned char *)((uintptr_t)end - (uintptr_t)lengths[k]);
        crypto_hash(out, begin, lengths[k]);
    }
}
