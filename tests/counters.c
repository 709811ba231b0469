/* SPDX-License-Identifier: CC0-1.0 */
/* Compression functions in the middle of a message, where FIRSTS says; compiled
   in the folder of an implementation, it calls what hash.c calls. */
#ifdef OF_SKEIN
#include "crypto_hash.h"
#include "skein.h"
typedef uint64_t word;
#define WORDS STATE_WORDS
#define TYPE_MSG ((uint64_t)48 << 56)
#else
#include "blocks.h"
#define WORDS 8
#endif

#include <stddef.h>
#include <stdio.h>

static const unsigned long long firsts[] = {FIRSTS};

#ifdef OF_BLAKE3
#define BYTES (19 * CHUNK_BYTES) /* more chunks than there are lanes */
#else
#define BYTES (3 * BLOCK_BYTES)
#endif
static unsigned char in[BYTES];

#ifdef OF_BLAKE3
static void chunks(size_t n, unsigned long long first)
{
    static value cv[BYTES / CHUNK_BYTES];

    leaves(cv, in, n * CHUNK_BYTES, first);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < sizeof *cv; k++)
            printf("%02x", cv[i][k]);
}
#else
static void show(const word *h)
{
    for (int i = 0; i < WORDS; i++)
        printf("%llx ", (unsigned long long)h[i]);
}
#endif

/* A line for each of FIRSTS. */
#define counters CRYPTO_NAMESPACE(counters)
void counters(void);

void counters(void)
{
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * i + 3 * i);
    for (size_t k = 0; k < sizeof firsts / sizeof *firsts; k++) {
        const unsigned long long first = firsts[k];
#ifdef OF_BLAKE3
        chunks(BYTES / CHUNK_BYTES, first);
        chunks(2, first);
#else
        word h[WORDS] __attribute__((aligned(64)));

        for (unsigned i = 0; i < WORDS; i++)
            h[i] = (word)i * 0x9e3779b9u + 1;
#if defined OF_SKEIN
        skein_blocks(h, in, 3, first, TYPE_MSG | FIRST);
#elif defined OF_BLAKE2
        blocks(h, in, 3, first, 0);
        show(h);
        blocks(h, in, 1, first + 3 * BLOCK_BYTES, (word)-1);
#else
        blocks(h, in, 3, first);
#endif
        show(h);
#endif
        puts("");
    }
}
