/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl in the words and the order of its specification: P. Gauravaram et al.,
 * "Grøstl - a SHA-3 candidate", the version of 2011 for the final round. Made
 * to be compared with the paper, not to be fast.
 */
#include "api.h"
#include "crypto_hash.h"
#include "params.h"
#include "sbox.h"
#include <stdint.h>
#include <string.h>

#define L (8 * COLUMNS) /* the l of the paper, in bytes */

enum permutation { P, Q };

/* A is the state matrix: A[i][j] is in row i and column j. */

static void add_round_constant(uint8_t A[8][COLUMNS], enum permutation which,
                               int round)
{
    for (int j = 0; j < COLUMNS; j++) {
        uint8_t c = (uint8_t)((16 * j) ^ round);

        if (which == P) {
            A[0][j] ^= c;
        } else {
            for (int i = 0; i < 8; i++)
                A[i][j] ^= 0xff;
            A[7][j] ^= c;
        }
    }
}

#define ENTRY(s) s
static const uint8_t S[256] = {SBOX(ENTRY)};

static void sub_bytes(uint8_t A[8][COLUMNS])
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < COLUMNS; j++)
            A[i][j] = S[A[i][j]];
}

static void shift_bytes(uint8_t A[8][COLUMNS], enum permutation which)
{
    static const int sigma[2][8] = {{SHIFTS_P}, {SHIFTS_Q}};

    for (int i = 0; i < 8; i++) {
        uint8_t row[COLUMNS];

        memcpy(row, A[i], COLUMNS);
        for (int j = 0; j < COLUMNS; j++)
            A[i][j] = row[(j + sigma[which][i]) % COLUMNS];
    }
}

/* 02 * a in the field of the AES, GF(2)[x] / (x^8 + x^4 + x^3 + x + 1) */
static uint8_t twice(uint8_t a) { return (uint8_t)(a << 1 ^ (a >> 7) * 0x11b); }

/* b * a for every entry b of B */
static void multiples(uint8_t times[8], uint8_t a)
{
    times[1] = a;
    times[2] = twice(a);
    times[3] = times[2] ^ a;
    times[4] = twice(times[2]);
    times[5] = times[4] ^ a;
    times[7] = times[4] ^ times[3];
}

/* A = B * A, where B = circ(02, 02, 03, 04, 05, 03, 05, 07) */
static void mix_bytes(uint8_t A[8][COLUMNS])
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

/* x = P(x) or Q(x); a byte sequence fills the matrix column by column. */
static void permute(uint8_t x[L], enum permutation which)
{
    uint8_t A[8][COLUMNS];

    for (int k = 0; k < L; k++)
        A[k % 8][k / 8] = x[k];
    for (int round = 0; round < ROUNDS; round++) {
        add_round_constant(A, which, round);
        sub_bytes(A);
        shift_bytes(A, which);
        mix_bytes(A);
    }
    for (int k = 0; k < L; k++)
        x[k] = A[k % 8][k / 8];
}

/* The compression function: h = f(h, m) = P(h + m) + Q(m) + h */
static void f(uint8_t h[L], const uint8_t m[L])
{
    uint8_t p[L], q[L];

    for (int k = 0; k < L; k++) {
        p[k] = h[k] ^ m[k];
        q[k] = m[k];
    }
    permute(p, P);
    permute(q, Q);
    for (int k = 0; k < L; k++)
        h[k] ^= p[k] ^ q[k];
}

/* The output transformation: Omega(x) = trunc(P(x) + x), the last n bits */
static void omega(unsigned char out[CRYPTO_BYTES], const uint8_t x[L])
{
    uint8_t p[L];

    memcpy(p, x, L);
    permute(p, P);
    for (int k = 0; k < CRYPTO_BYTES; k++)
        out[k] = p[L - CRYPTO_BYTES + k] ^ x[L - CRYPTO_BYTES + k];
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    /* The initial value: the digest's size in bits, as a number of l bytes */
    uint8_t h[L] = {0};
    h[L - 2] = (8 * CRYPTO_BYTES) >> 8;
    h[L - 1] = (8 * CRYPTO_BYTES) & 0xff;

    uint64_t blocks = inlen / L;
    for (uint64_t t = 0; t < blocks; t++, in += L)
        f(h, in);

    /*
     * Padding: a bit 1, zeros, and the number of blocks as 64 bits. What is
     * left of the message takes one block more, or two if these do not fit.
     */
    int rest = (int)(inlen % L);
    int end = rest + 1 + 8 <= L ? L : 2 * L;
    uint8_t last[2 * L] = {0};

    for (int k = 0; k < rest; k++)
        last[k] = in[k];
    last[rest] = 0x80;
    blocks += (uint64_t)(end / L);
    for (int k = 0; k < 8; k++)
        last[end - 1 - k] = (uint8_t)(blocks >> (8 * k));
    for (int k = 0; k < end; k += L)
        f(h, last + k);

    omega(out, h);
    return 0;
}
