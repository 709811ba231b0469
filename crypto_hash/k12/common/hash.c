/* SPDX-License-Identifier: CC0-1.0 */
/*
 * KT128 and KT256 without customization hash the message and a byte 0. Up to a
 * chunk it is one node. The last chunk of a longer one, a leaf, is alone in not
 * being whole. Read on in params.h, tree.h, chunks.c or chunks_avx512.c and
 * four.c or its like; then in Keccak's keccak.h, rounds.h, and keccak.c or .S.
 */
#include "crypto_hash.h"
#include "tree.h"
#include <string.h>

enum { FINAL = 0x06 };

/* TurboSHAKE of len bytes, less than a chunk, and a byte 0 */
static void last_chunk(unsigned char out[CV], const unsigned char *in,
                       unsigned len, unsigned char suffix)
{
    unsigned rest = len % RATE;

    if (rest == RATE - 1) { /* The byte 0 ends a block. */
        unsigned char chunk[CHUNK];

        memcpy(chunk, in, len);
        chunk[len] = 0;
        shake(out, chunk, len + 1, suffix);
    } else {
        unsigned char last[RATE] = {0};

        if (rest > 0) /* else in may be null */
            memcpy(last, in + (len - rest), rest);
        last[rest + 1] = suffix;
        last[RATE - 1] |= 0x80;
        keccak(out, in, len / RATE, last);
    }
}

/* length_encode(n), two bytes ff, and the first byte of the padding; returns
   the number of bytes before that one. */
static unsigned encode(unsigned char end[16], unsigned long long n)
{
    unsigned bytes = 0;

    while (bytes < 8 && n >> 8 * bytes)
        ++bytes;
    for (unsigned i = 0; i < bytes; ++i)
        end[i] = (unsigned char)(n >> 8 * (bytes - 1 - i));
    end[bytes] = (unsigned char)bytes;
    end[bytes + 1] = end[bytes + 2] = 0xff;
    end[bytes + 3] = FINAL;
    return bytes + 3;
}

static const unsigned char one[8] = {3}; /* the bits 110^62 */

/* A tree of one leaf: its final node fits in one piece. */
static void pair(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
                 unsigned long long inlen)
{
    unsigned char node[CHUNK + sizeof one + CV + 16];
    unsigned size = CHUNK;

    memcpy(node, in, CHUNK);
    memcpy(node + size, one, sizeof one);
    size += sizeof one;
    last_chunk(node + size, in + CHUNK, (unsigned)(inlen % CHUNK), LEAF);
    size += CV;
    size += encode(node + size, 1);
    shake(out, node, size, FINAL);
}

/* Absorbs the number of leaves, and pads; at is where a's next lane goes. */
static void finish(unsigned char out[CRYPTO_BYTES], uint64_t a[25], unsigned at,
                   unsigned long long leaves)
{
    unsigned char end[16] = {0};
    unsigned bytes = encode(end, leaves);

    at = absorb(a, at, end, bytes / 8);
    a[at] ^= load64_le(end + bytes / 8 * 8);
    a[RATE / 8 - 1] ^= (uint64_t)0x80 << 56;
    permute(a);
    for (int i = 0; i < CRYPTO_BYTES; ++i)
        out[i] = (unsigned char)(a[i / 8] >> 8 * (i % 8));
}

/* two() hashes the leaf of such a tree beside its first chunk. Vectors of four
   lanes or eight, most of them for nothing, take longer than pairs of one
   chunk's lanes, so it pays for leaves of more bytes than this. */
#if defined __has_include
#if __has_include("four.c") || __has_include("absorb.h")
#define BESIDE 3300
#endif
#endif
#ifdef BESIDE
static void beside(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
                   unsigned len)
{
    unsigned char leaf[CHUNK + RATE], cv[CV];
    const unsigned blocks = (len + 1) / RATE + 1;
    uint64_t a[25];
    unsigned at;

    memcpy(leaf, in + CHUNK, len);
    memset(leaf + len, 0, blocks * RATE - len);
    leaf[len + 1] = LEAF;
    leaf[blocks * RATE - 1] |= 0x80;
    two(cv, a, in, leaf, blocks);
    at = absorb(a, 0, in + WHOLE * RATE, REST / 8);
    at = absorb(a, at, one, 1);
    at = absorb(a, at, cv, CV / 8);
    finish(out, a, at, 1);
}
#endif

static void tree(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
                 unsigned long long inlen)
{
    unsigned char cv[SIDE * CV];
    unsigned long long whole = inlen / CHUNK, left = whole;
    uint64_t a[25] = {0};
    unsigned done = chunks(cv, a, in, left), at;

    at = absorb(a, 0, in + WHOLE * RATE, REST / 8);
    at = absorb(a, at, one, 1);
    at = absorb(a, at, cv, (done - 1) * (CV / 8));
    for (;;) {
        in += (size_t)done * CHUNK;
        left -= done;
        if (left == 0)
            break;
        done = chunks(cv, 0, in, left);
        at = absorb(a, at, cv, done * (CV / 8));
    }
    last_chunk(cv, in, (unsigned)(inlen % CHUNK), LEAF);
    at = absorb(a, at, cv, CV / 8);
    finish(out, a, at, whole);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    if (inlen < CHUNK)
        last_chunk(out, in, (unsigned)inlen, SUFFIX);
#ifdef BESIDE
    else if (inlen > CHUNK + BESIDE && inlen < CHUNK + WHOLE * RATE - 1)
        beside(out, in, (unsigned)(inlen - CHUNK));
#endif
    else if (inlen < 2 * CHUNK)
        pair(out, in, inlen);
    else
        tree(out, in, inlen);
    return 0;
}
