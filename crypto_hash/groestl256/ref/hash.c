/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-224 to Grøstl-512 in the letters and the order of section 3 of
 * "Grøstl - a SHA-3 candidate", the version of 2 March 2011 for the final
 * round, by its section numbers: made to be compared with the paper, not to be
 * fast. Lengths are in bits, as they are there. A sum of bytes is ^.
 */
#include "api.h"
#include "crypto_hash.h"
#include "sbox.h"

#include <stdint.h>

/* 3.1: n is the length of a digest, l that of a block and of a chaining value.
   A message M is padded and cut into t blocks; h_0 = iv_n, then
   h_i = f(h_(i-1), m_i), and the digest is Omega(h_t). */
enum { n = 8 * CRYPTO_BYTES, l = n <= 256 ? 512 : 1024 };

static void f(uint8_t h[l / 8], const uint8_t m[l / 8]);
static void Omega(unsigned char out[n / 8], const uint8_t x[l / 8]);
static void P(uint8_t x[l / 8]);
static void Q(uint8_t x[l / 8]);
static void iv(uint8_t h[l / 8]);
static unsigned long long padded_blocks(unsigned long long bytes);
static uint8_t pad(const unsigned char *x, unsigned long long bytes,
                   unsigned long long k);

int crypto_hash(unsigned char *out, const unsigned char *M,
                unsigned long long bytes)
{
    const unsigned long long t = padded_blocks(bytes);
    uint8_t h[l / 8], m[l / 8];

    iv(h);
    for (unsigned long long i = 1; i <= t; i++) {
        for (unsigned k = 0; k < l / 8; k++)
            m[k] = pad(M, bytes, (i - 1) * (l / 8) + k);
        f(h, m);
    }
    Omega(out, h);
    return 0;
}

/* 3.2: the compression function, f(h, m) = P(h + m) + Q(m) + h; the result
   replaces h. */
static void f(uint8_t h[l / 8], const uint8_t m[l / 8])
{
    uint8_t p[l / 8], q[l / 8];

    for (int k = 0; k < l / 8; k++) {
        p[k] = h[k] ^ m[k];
        q[k] = m[k];
    }
    P(p);
    Q(q);
    for (int k = 0; k < l / 8; k++)
        h[k] = p[k] ^ q[k] ^ h[k];
}

/* 3.3: the output transformation, Omega(x) = trunc_n(P(x) + x), where trunc_n
   leaves the last n bits. */
static void Omega(unsigned char out[n / 8], const uint8_t x[l / 8])
{
    uint8_t p[l / 8];

    for (int k = 0; k < l / 8; k++)
        p[k] = x[k];
    P(p);
    for (int k = 0; k < n / 8; k++)
        out[k] = p[l / 8 - n / 8 + k] ^ x[l / 8 - n / 8 + k];
}

/* 3.4: P and Q. A round is four transformations of the state, a matrix of
   bytes with eight rows: A[i][j] is in row i and column j. */
enum { COLUMNS = l / 64 };
enum permutation { OF_P, OF_Q };

/* 3.4.1: a sequence of bytes fills the matrix column by column. */
static void to_matrix(uint8_t A[8][COLUMNS], const uint8_t x[l / 8])
{
    for (int k = 0; k < l / 8; k++)
        A[k % 8][k / 8] = x[k];
}

static void from_matrix(uint8_t x[l / 8], uint8_t A[8][COLUMNS])
{
    for (int k = 0; k < l / 8; k++)
        x[k] = A[k % 8][k / 8];
}

/* 3.4.2: A = A + C[i] in round i. P's constant is 0 but for row 0, Q's is ff
   in each byte but for row 7. */
static void AddRoundConstant(uint8_t A[8][COLUMNS], enum permutation of, int i)
{
    for (int j = 0; j < COLUMNS; j++) {
        const uint8_t c = (uint8_t)((j << 4) ^ i);

        if (of == OF_P) {
            A[0][j] ^= c;
        } else {
            for (int row = 0; row < 7; row++)
                A[row][j] ^= 0xff;
            A[7][j] ^= 0xff ^ c;
        }
    }
}

/* 3.4.3: each byte is replaced by its entry in the S-box of the AES. */
#define ENTRY(s) s
static const uint8_t S[256] = {SBOX(ENTRY)};

static void SubBytes(uint8_t A[8][COLUMNS])
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < COLUMNS; j++)
            A[i][j] = S[A[i][j]];
}

/* 3.4.4: ShiftBytes, and ShiftBytesWide of 16 columns: row i moves sigma_i
   places to the left, around. */
static void ShiftBytes(uint8_t A[8][COLUMNS], enum permutation of)
{
    static const int sigma[2][2][8] = {
        {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 3, 5, 7, 0, 2, 4, 6}},
        {{0, 1, 2, 3, 4, 5, 6, 11}, {1, 3, 5, 11, 0, 2, 4, 6}},
    };

    for (int i = 0; i < 8; i++) {
        uint8_t row[COLUMNS];

        for (int j = 0; j < COLUMNS; j++)
            row[j] = A[i][(j + sigma[l / 1024][of][i]) % COLUMNS];
        for (int j = 0; j < COLUMNS; j++)
            A[i][j] = row[j];
    }
}

/* 3.4.5: 02 times a in the field of the AES, GF(2)[x] modulo
   x^8 + x^4 + x^3 + x + 1 */
static uint8_t twice(uint8_t a) { return (uint8_t)(a << 1 ^ (a >> 7) * 0x11b); }

/* times[b] = b times a for each entry b of B */
static void multiples(uint8_t times[8], uint8_t a)
{
    times[1] = a;
    times[2] = twice(a);
    times[3] = times[2] ^ a;
    times[4] = twice(times[2]);
    times[5] = times[4] ^ a;
    times[7] = times[4] ^ times[3];
}

/* A = B times A, where B = circ(02, 02, 03, 04, 05, 03, 05, 07) */
static void MixBytes(uint8_t A[8][COLUMNS])
{
    static const int B[8] = {2, 2, 3, 4, 5, 3, 5, 7};

    for (int j = 0; j < COLUMNS; j++) {
        uint8_t column[8] = {0}, times[8];

        for (int k = 0; k < 8; k++) {
            multiples(times, A[k][j]);
            for (int i = 0; i < 8; i++)
                column[i] ^= times[B[(8 + k - i) % 8]];
        }
        for (int i = 0; i < 8; i++)
            A[i][j] = column[i];
    }
}

/* 3.4.6: the number of rounds */
enum { r = n <= 256 ? 10 : 14 };

static void permute(uint8_t x[l / 8], enum permutation of)
{
    uint8_t A[8][COLUMNS];

    to_matrix(A, x);
    for (int i = 0; i < r; i++) {
        AddRoundConstant(A, of, i);
        SubBytes(A);
        ShiftBytes(A, of);
        MixBytes(A);
    }
    from_matrix(x, A);
}

static void P(uint8_t x[l / 8]) { permute(x, OF_P); }

static void Q(uint8_t x[l / 8]) { permute(x, OF_Q); }

/* 3.5: the initial value iv_n is n as a number of l bits. */
static void iv(uint8_t h[l / 8])
{
    for (int k = 0; k < l / 8; k++)
        h[k] = 0;
    h[l / 8 - 2] = n >> 8;
    h[l / 8 - 1] = n & 0xff;
}

/* 3.6: padding. After the N bits of x come a bit 1, w = -N - 65 mod l bits 0,
   and the number of blocks, t = (N + w + 65) / l, as 64 bits. */
static unsigned long long padded_blocks(unsigned long long bytes)
{
    return (bytes + 8) / (l / 8) + 1;
}

/* Byte k of pad(x) */
static uint8_t pad(const unsigned char *x, unsigned long long bytes,
                   unsigned long long k)
{
    const unsigned long long t = padded_blocks(bytes);
    const unsigned long long end = t * (l / 8);

    if (k < bytes)
        return x[k];
    if (k == bytes)
        return 0x80;
    if (k < end - 8)
        return 0;
    return (uint8_t)(t >> (8 * (end - 1 - k)));
}
