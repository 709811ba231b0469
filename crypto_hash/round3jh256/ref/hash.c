/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JH-256 and JH-512 (they differ in the digest length alone), after Wu, "The
 * Hash Function JH", 16 January 2011: in its order and its letters, on
 * 4-bit elements, not in the bit-sliced form. Everything is computed from its
 * definition: the round constants by R_6 beside the rounds that use them, the
 * initial value by F_8. Bit 0 of a byte is its most significant one.
 */
#include "api.h"
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

enum { ROUNDS = 42, BLOCK_BYTES = 64, STATE_BYTES = 128 };

/* The S-boxes S_0 and S_1. */
static const uint8_t S[2][16] = {
    {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14},
    {3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8},
};

/* C_0: the first 64 hexadecimal digits of the fraction of sqrt(2). */
static const uint8_t C0[64] = {
    0x6, 0xa, 0x0, 0x9, 0xe, 0x6, 0x6, 0x7, 0xf, 0x3, 0xb, 0xc, 0xc,
    0x9, 0x0, 0x8, 0xb, 0x2, 0xf, 0xb, 0x1, 0x3, 0x6, 0x6, 0xe, 0xa,
    0x9, 0x5, 0x7, 0xd, 0x3, 0xe, 0x3, 0xa, 0xd, 0xe, 0xc, 0x1, 0x7,
    0x5, 0x1, 0x2, 0x7, 0x7, 0x5, 0x0, 0x9, 0x9, 0xd, 0xa, 0x2, 0xf,
    0x5, 0x9, 0x0, 0xb, 0x0, 0x6, 0x6, 0x7, 0x3, 0x2, 0x2, 0xa,
};

/* Multiplication by 2 in GF(2^4), modulo x^4 + x + 1. */
static uint8_t times2(uint8_t a) { return (uint8_t)(a << 1 ^ (a >> 3) * 0x13); }

/* The linear transformation L on a pair (A, B): an MDS code over GF(2^4). */
static void L(uint8_t *A, uint8_t *B)
{
    *B ^= times2(*A);
    *A ^= times2(*B);
}

static void exchange(uint8_t *a, uint8_t *b)
{
    uint8_t t = *a;

    *a = *b;
    *b = t;
}

/* The permutation P_d of n = 2^d elements is phi_d after P'_d after pi_d. */
static void P(uint8_t *a, int n)
{
    uint8_t b[256];
    int i;

    for (i = 0; i < n; i += 4) /* pi_d */
        exchange(&a[i + 2], &a[i + 3]);
    for (i = 0; i < n / 2; i++) { /* P'_d */
        b[i] = a[2 * i];
        b[i + n / 2] = a[2 * i + 1];
    }
    for (i = n / 2; i < n; i += 2) /* phi_d */
        exchange(&b[i], &b[i + 1]);
    memcpy(a, b, (size_t)n);
}

/* The round function R_d on n = 2^d elements; k holds a bit for each. */
static void R(uint8_t *a, int n, const uint8_t *k)
{
    int i;

    for (i = 0; i < n; i++)
        a[i] = S[k[i]][a[i]];
    for (i = 0; i < n; i += 2)
        L(&a[i], &a[i + 1]);
    P(a, n);
}

static uint8_t get_bit(const uint8_t *A, int i)
{
    return A[i / 8] >> (7 - i % 8) & 1;
}

/* Element 2i is made of the bits i, i + 256, i + 512, i + 768 of A, and
   element 2i + 1 of the bits 128 further on. */
static void group(uint8_t q[256], const uint8_t A[STATE_BYTES])
{
    int e, j;

    for (e = 0; e < 256; e++) {
        q[e] = 0;
        for (j = 0; j < 4; j++)
            q[e] = (uint8_t)(q[e] << 1 |
                             get_bit(A, e / 2 + e % 2 * 128 + 256 * j));
    }
}

static void degroup(uint8_t A[STATE_BYTES], const uint8_t q[256])
{
    int e, i, j;

    memset(A, 0, STATE_BYTES);
    for (e = 0; e < 256; e++)
        for (j = 0; j < 4; j++) {
            i = e / 2 + e % 2 * 128 + 256 * j;
            A[i / 8] |= (uint8_t)((q[e] >> (3 - j) & 1) << (7 - i % 8));
        }
}

/* The bijective function E_8, with C_(r+1) = R_6(C_r) under zero constants. */
static void E8(uint8_t A[STATE_BYTES])
{
    static const uint8_t zero[64] = {0};
    uint8_t q[256], C[64], bits[256];
    int r, i;

    memcpy(C, C0, sizeof C);
    group(q, A);
    for (r = 0; r < ROUNDS; r++) {
        for (i = 0; i < 256; i++)
            bits[i] = C[i / 4] >> (3 - i % 4) & 1;
        R(q, 256, bits);
        R(C, 64, zero);
    }
    degroup(A, q);
}

/* The compression function F_8. */
static void F8(uint8_t H[STATE_BYTES], const uint8_t M[BLOCK_BYTES])
{
    int i;

    for (i = 0; i < BLOCK_BYTES; i++)
        H[i] ^= M[i];
    E8(H);
    for (i = 0; i < BLOCK_BYTES; i++)
        H[i + BLOCK_BYTES] ^= M[i];
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint8_t H[STATE_BYTES] = {8 * CRYPTO_BYTES >> 8, 8 * CRYPTO_BYTES & 255};
    uint8_t M[BLOCK_BYTES] = {0};
    unsigned long long left = inlen;
    int i;

    /* H(0) = F_8(H(-1), 0), H(-1) being the digest length in 16 bits. */
    F8(H, M);

    for (; left >= BLOCK_BYTES; left -= BLOCK_BYTES) {
        F8(H, in);
        in += BLOCK_BYTES;
    }

    /* Padding: a bit 1, then zeros, at least 383, to the end of a block but
       16 bytes, which hold the length in bits, big-endian. */
    for (i = 0; i < (int)left; i++)
        M[i] = in[i];
    M[i] = 0x80;
    if (left > 0) {
        F8(H, M);
        memset(M, 0, sizeof M);
    }
    M[BLOCK_BYTES - 1] = (uint8_t)(inlen << 3);
    for (i = 1; i < 9; i++)
        M[BLOCK_BYTES - 1 - i] = (uint8_t)(inlen >> (8 * i - 3));
    F8(H, M);

    memcpy(out, H + STATE_BYTES - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
