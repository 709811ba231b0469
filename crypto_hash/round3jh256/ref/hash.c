/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JH-224 to JH-512 (they differ in the digest length alone), after Wu, "The
 * Hash Function JH", 16 January 2011: in its order and its letters, on
 * 4-bit elements, not in the bit-sliced form. Everything is computed from its
 * definition: the round constants by R_6 once for each message, the initial
 * value by F_8. Functions have that text's names, S, L, P_d, R_d, E_8 and F_8,
 * by which a step is found there. Bit 0 of a byte is its most significant one.
 */
#include "api.h"
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

enum { ROUNDS = 42, BLOCK_BYTES = 64, STATE_BYTES = 128 };

/* The S-boxes S_0 and S_1; S_0(x) is S[S0 | x], S_1(x) is S[S1 | x]. */
enum { S0 = 0, S1 = 16 };
static const uint8_t S[32] = {
    9, 0,  4, 11, 13, 12, 3, 15, 1,  10, 2, 6, 7,  5,  8,  14,
    3, 12, 6, 13, 5,  7,  1, 9,  15, 2,  0, 4, 11, 10, 14, 8,
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
static const uint8_t times2[16] = {0, 2, 4, 6, 8,  10, 12, 14,
                                   3, 1, 7, 5, 11, 9,  15, 13};

/* The linear transformation L on a pair (A, B): an MDS code over GF(2^4). */
static inline void L(uint8_t *A, uint8_t *B)
{
    *B ^= times2[*A];
    *A ^= times2[*B];
}

/* The permutation P_d on n = 2^d elements is made of three. pi_d, in place:
   of each four elements the last two change places. */
static void pi(uint8_t *a, size_t n)
{
    size_t i;

    for (i = 0; i < n; i += 4) {
        uint8_t t = a[i + 2];

        a[i + 2] = a[i + 3];
        a[i + 3] = t;
    }
}

/* P'_d, from a to b: elements at even places go to the first half, those at odd
   places to the second. */
static void P_prime(uint8_t *b, const uint8_t *a, size_t n)
{
    size_t i;

    for (i = 0; i < n / 2; i++) {
        b[i] = a[2 * i];
        b[i + n / 2] = a[2 * i + 1];
    }
}

/* phi_d, in place: in the second half the elements of each pair change
   places. */
static void phi(uint8_t *b, size_t n)
{
    size_t i;

    for (i = n / 2; i < n; i += 2) {
        uint8_t t = b[i];

        b[i] = b[i + 1];
        b[i + 1] = t;
    }
}

/* P_d: phi_d after P'_d after pi_d; a is changed, b the result. */
static void P(uint8_t *b, uint8_t *a, size_t n)
{
    pi(a, n);
    P_prime(b, a, n);
    phi(b, n);
}

/* The round function R_d on n = 2^d elements: S-boxes, L, P_d. k has S0 or S1
   for each element, as the bit of the constant says. */
static void R(uint8_t *a, size_t n, const uint8_t *k)
{
    uint8_t v[256];
    size_t i;

    for (i = 0; i < n; i++)
        v[i] = S[k[i] | a[i]];
    for (i = 0; i < n; i += 2)
        L(&v[i], &v[i + 1]);
    P(a, v, n);
}

/* The constants of all rounds: C_(r+1) is R_6(C_r) under zero constants. Each
   of their bits chooses an S-box for one element. */
static void round_constants(uint8_t k[ROUNDS][256])
{
    static const uint8_t zero[64] = {0};
    uint8_t C[64];
    int r, i;

    memcpy(C, C0, sizeof C);
    for (r = 0; r < ROUNDS; r++) {
        for (i = 0; i < 256; i++)
            k[r][i] = C[i / 4] >> (3 - i % 4) & 1 ? S1 : S0;
        R(C, 64, zero);
    }
}

/* Grouping: element 2i is made of the bits i, i + 256, i + 512, i + 768 of A,
   element 2i + 1 of the bits 128 further on. Taken by bytes: c is bit 8c, and
   bit 0 of a byte leaves it on the left. */
static void group(uint8_t q[256], const uint8_t A[STATE_BYTES])
{
    int c, i, odd;

    for (odd = 0; odd < 2; odd++)
        for (c = 0; c < 16; c++) {
            const uint8_t *B = A + 16 * odd + c;

            for (i = 0; i < 8; i++)
                q[2 * (8 * c + i) + odd] =
                    (uint8_t)((B[0] >> (7 - i) & 1) << 3 |
                              (B[32] >> (7 - i) & 1) << 2 |
                              (B[64] >> (7 - i) & 1) << 1 |
                              (B[96] >> (7 - i) & 1));
        }
}

/* Bits enter their bytes from the right, until eight have driven out what was
   there before. */
static void degroup(uint8_t A[STATE_BYTES], const uint8_t q[256])
{
    int c, i, odd;

    for (odd = 0; odd < 2; odd++)
        for (c = 0; c < 16; c++) {
            uint8_t *B = A + 16 * odd + c;

            for (i = 0; i < 8; i++) {
                uint8_t x = q[2 * (8 * c + i) + odd];

                B[0] = (uint8_t)(B[0] << 1 | x >> 3);
                B[32] = (uint8_t)(B[32] << 1 | (x >> 2 & 1));
                B[64] = (uint8_t)(B[64] << 1 | (x >> 1 & 1));
                B[96] = (uint8_t)(B[96] << 1 | (x & 1));
            }
        }
}

/* The bijective function E_8. */
static void E8(uint8_t A[STATE_BYTES], uint8_t k[ROUNDS][256])
{
    uint8_t q[256];
    int r;

    group(q, A);
    for (r = 0; r < ROUNDS; r++)
        R(q, 256, k[r]);
    degroup(A, q);
}

/* The compression function F_8. */
static void F8(uint8_t H[STATE_BYTES], const uint8_t M[BLOCK_BYTES],
               uint8_t k[ROUNDS][256])
{
    int i;

    for (i = 0; i < BLOCK_BYTES; i++)
        H[i] ^= M[i];
    E8(H, k);
    for (i = 0; i < BLOCK_BYTES; i++)
        H[i + BLOCK_BYTES] ^= M[i];
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint8_t H[STATE_BYTES] = {8 * CRYPTO_BYTES >> 8, 8 * CRYPTO_BYTES & 255};
    uint8_t M[BLOCK_BYTES] = {0};
    uint8_t k[ROUNDS][256];
    unsigned long long left = inlen;
    int i;

    round_constants(k);

    /* H(0) = F_8(H(-1), 0), H(-1) being the digest length in 16 bits. */
    F8(H, M, k);

    for (; left >= BLOCK_BYTES; left -= BLOCK_BYTES) {
        F8(H, in, k);
        in += BLOCK_BYTES;
    }

    /* Padding: a bit 1, then zeros, at least 383, to the end of a block but
       16 bytes, which hold the length in bits, big-endian. */
    for (i = 0; i < (int)left; i++)
        M[i] = in[i];
    M[i] = 0x80;
    if (left > 0) {
        F8(H, M, k);
        memset(M, 0, sizeof M);
    }
    M[BLOCK_BYTES - 1] = (uint8_t)(inlen << 3);
    for (i = 1; i < 9; i++)
        M[BLOCK_BYTES - 1 - i] = (uint8_t)(inlen >> (8 * i - 3));
    F8(H, M, k);

    memcpy(out, H + STATE_BYTES - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
