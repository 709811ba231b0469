/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SM3 in the letters and the order of GB/T 32905-2016, by its section numbers:
 * made to be compared with the standard, not to be fast.
 */
#include "api.h"
#include "crypto_hash.h"

#include <stdint.h>

typedef uint32_t word;

/* 3: X <<< k; words of T are rotated by j modulo 32. */
static word rotate(word X, int k)
{
    return k % 32 == 0 ? X : X << k % 32 | X >> (32 - k % 32);
}

/* 4.2: the constants */
static word T(int j) { return j < 16 ? 0x79cc4519 : 0x7a879d8a; }

/* 4.3: the Boolean functions */
static word FF(int j, word X, word Y, word Z)
{
    return j < 16 ? X ^ Y ^ Z : (X & Y) | (X & Z) | (Y & Z);
}

static word GG(int j, word X, word Y, word Z)
{
    return j < 16 ? X ^ Y ^ Z : (X & Y) | (~X & Z);
}

/* 4.4: the permutations */
static word P0(word X) { return X ^ rotate(X, 9) ^ rotate(X, 17); }

static word P1(word X) { return X ^ rotate(X, 15) ^ rotate(X, 23); }

/* 5.3.3: V(i+1) = CF(V(i), B(i)) */
static void CF(word V[8], const unsigned char *B)
{
    word W[68], W1[64], SS1, SS2, TT1, TT2;
    word A = V[0], b = V[1], C = V[2], D = V[3];
    word E = V[4], F = V[5], G = V[6], H = V[7];
    int j;

    /* 5.3.2: expansion of the block; W1 is W' there. */
    for (j = 0; j < 16; j++)
        W[j] = (word)B[4 * j] << 24 | (word)B[4 * j + 1] << 16 |
               (word)B[4 * j + 2] << 8 | B[4 * j + 3];
    for (j = 16; j < 68; j++)
        W[j] = P1(W[j - 16] ^ W[j - 9] ^ rotate(W[j - 3], 15)) ^
               rotate(W[j - 13], 7) ^ W[j - 6];
    for (j = 0; j < 64; j++)
        W1[j] = W[j] ^ W[j + 4];

    for (j = 0; j < 64; j++) {
        SS1 = rotate(rotate(A, 12) + E + rotate(T(j), j), 7);
        SS2 = SS1 ^ rotate(A, 12);
        TT1 = FF(j, A, b, C) + D + SS2 + W1[j];
        TT2 = GG(j, E, F, G) + H + SS1 + W[j];
        D = C;
        C = rotate(b, 9);
        b = A;
        A = TT1;
        H = G;
        G = rotate(F, 19);
        F = E;
        E = P0(TT2);
    }
    V[0] ^= A;
    V[1] ^= b;
    V[2] ^= C;
    V[3] ^= D;
    V[4] ^= E;
    V[5] ^= F;
    V[6] ^= G;
    V[7] ^= H;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    /* 4.1 */
    word V[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
    unsigned char padded[128] = {0};
    unsigned long long left = inlen;
    unsigned i, size;

    /* 5.3.1: whole blocks of the message */
    for (; left >= 64; left -= 64) {
        CF(V, in);
        in += 64;
    }
    /* 5.2: the rest, a bit 1, zeros, and the length in bits */
    for (i = 0; i < (unsigned)left; i++)
        padded[i] = in[i];
    padded[i] = 0x80;
    size = left < 56 ? 64 : 128;
    for (i = 0; i < 8; i++)
        padded[size - 1 - i] = (unsigned char)(inlen << 3 >> 8 * i);
    for (i = 0; i < size; i += 64)
        CF(V, padded + i);
    for (i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(V[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}
