/* SPDX-License-Identifier: CC0-1.0 */
/*
 * ParallelHash128 and ParallelHash256 with B = 8192 and no customization, by
 * section 6.3 of SP 800-185: SHAKE of each chunk, side by side as K12's, and a
 * final node of left_encode(B), their values, right_encode of their number and
 * right_encode of the output's bits. So the values begin behind three bytes of
 * a lane, and three wait for the next lane. All chunks are leaves here: node is
 * null. Read on in params.h, then as in K12.
 */
#include "crypto_hash.h"
#include "tree.h"
#include <string.h>

enum { BEFORE = 3 };

/* bytepad(encode_string("ParallelHash") || encode_string(""), RATE) */
static const unsigned char name[24] = {1,   RATE, 1,   96,  'P', 'a',
                                       'r', 'a',  'l', 'l', 'e', 'l',
                                       'H', 'a',  's', 'h', 1,   0};

/* right_encode(n): the bytes of n, the highest first, and their number, which
   is one at least */
static unsigned right_encode(unsigned char *out, unsigned long long n)
{
    unsigned bytes = 1;

    while (bytes < 8 && n >> 8 * bytes)
        ++bytes;
    for (unsigned i = 0; i < bytes; ++i)
        out[i] = (unsigned char)(n >> 8 * (bytes - 1 - i));
    out[bytes] = (unsigned char)bytes;
    return bytes + 1;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    unsigned char wait[BEFORE + SIDE * CV] = {2, CHUNK >> 8, CHUNK & 0xff};
    unsigned char end[32] = {0};
    unsigned long long left = inlen / CHUNK;
    const unsigned rest = (unsigned)(inlen % CHUNK);
    uint64_t a[25] = {0};
    unsigned at, bytes = BEFORE;

    absorb(a, 0, name, sizeof name / 8);
    permute(a);
    for (at = 0; left > 0;) {
        unsigned done = chunks(wait + BEFORE, 0, in, left);

        at = absorb(a, at, wait, done * (CV / 8));
        memcpy(wait, wait + done * CV, BEFORE);
        in += (size_t)done * CHUNK;
        left -= done;
    }
    if (rest > 0) {
        shake(wait + BEFORE, in, rest, LEAF);
        at = absorb(a, at, wait, CV / 8);
        memcpy(wait, wait + CV, BEFORE);
    }
    memcpy(end, wait, BEFORE);
    bytes += right_encode(end + bytes, inlen / CHUNK + (rest > 0));
    bytes += right_encode(end + bytes, 8 * CRYPTO_BYTES);
    end[bytes] = SUFFIX;
    at = absorb(a, at, end, bytes / 8);
    a[at] ^= load64_le(end + bytes / 8 * 8);
    a[RATE / 8 - 1] ^= (uint64_t)0x80 << 56;
    permute(a);
    for (int i = 0; i < CRYPTO_BYTES; ++i)
        out[i] = (unsigned char)(a[i / 8] >> 8 * (i % 8));
    return 0;
}
