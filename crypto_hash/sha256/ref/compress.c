/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-2 as FIPS 180-4 writes it: the four steps of sections 6.2.2 (SHA-256)
 * and 6.4.2 (SHA-512), which differ in the word, the number of rounds and the
 * functions Sigma and sigma only (params.h). */

#include "constants.h"
#include "sha2.h"

/* Sections 4.1.2 and 4.1.3 */
static word Ch(word x, word y, word z) { return (x & y) ^ (~x & z); }

static word Maj(word x, word y, word z) { return (x & y) ^ (x & z) ^ (y & z); }

static void compress_block(word H[8], const unsigned char *M)
{
    word W[ROUNDS], a, b, c, d, e, f, g, h, T1, T2;
    int t;

    /* 1. Prepare the message schedule. */
    for (t = 0; t < 16; t++)
        W[t] = load_be(M + WORD_BITS / 8 * t);
    for (t = 16; t < ROUNDS; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];

    /* 2. Initialize the eight working variables. */
    a = H[0];
    b = H[1];
    c = H[2];
    d = H[3];
    e = H[4];
    f = H[5];
    g = H[6];
    h = H[7];

    /* 3. Mix them. */
    for (t = 0; t < ROUNDS; t++) {
        T1 = h + Sigma1(e) + Ch(e, f, g) + K[t] + W[t];
        T2 = Sigma0(a) + Maj(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + T1;
        d = c;
        c = b;
        b = a;
        a = T1 + T2;
    }

    /* 4. Compute the intermediate hash value. */
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
    H[5] += f;
    H[6] += g;
    H[7] += h;
}

void compress(word H[8], const unsigned char *M, unsigned long long blocks)
{
    for (; blocks > 0; blocks--) {
        compress_block(H, M);
        M += BLOCK_BYTES;
    }
}
