/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SHA-224, SHA-256, SHA-384, SHA-512 and SHA-512/256 in the letters and the
 * order of FIPS 180-4, by its section numbers, all in this file: made to be
 * compared with the standard, not to be fast. bits.h says whether words have 32
 * bits or 64.
 */
#include "api.h"
#include "bits.h"
#include "crypto_hash.h"

#include <stdint.h>

/* 1: which of the five it is follows from words and the digest. */
#if WORD_BITS == 32
typedef uint32_t word;
#define WORD(high, low) high /* of a constant that is given by its halves */
enum { ROUNDS = 64 };
#else
typedef uint64_t word;
#define WORD(high, low) ((word)high << 32 | low)
enum { ROUNDS = 80 };
#endif

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };

/* 3.2: the operations on words. Addition is modulo 2^w by itself. */
static word ROTR(int n, word x) { return x >> n | x << (WORD_BITS - n); }

static word SHR(int n, word x) { return x >> n; }

/* 4.1.2, 4.1.3: the functions */
static word Ch(word x, word y, word z) { return (x & y) ^ (~x & z); }

static word Maj(word x, word y, word z) { return (x & y) ^ (x & z) ^ (y & z); }

#if WORD_BITS == 32
static word Sigma0(word x) { return ROTR(2, x) ^ ROTR(13, x) ^ ROTR(22, x); }

static word Sigma1(word x) { return ROTR(6, x) ^ ROTR(11, x) ^ ROTR(25, x); }

static word sigma0(word x) { return ROTR(7, x) ^ ROTR(18, x) ^ SHR(3, x); }

static word sigma1(word x) { return ROTR(17, x) ^ ROTR(19, x) ^ SHR(10, x); }
#else
static word Sigma0(word x) { return ROTR(28, x) ^ ROTR(34, x) ^ ROTR(39, x); }

static word Sigma1(word x) { return ROTR(14, x) ^ ROTR(18, x) ^ ROTR(41, x); }

static word sigma0(word x) { return ROTR(1, x) ^ ROTR(8, x) ^ SHR(7, x); }

static word sigma1(word x) { return ROTR(19, x) ^ ROTR(61, x) ^ SHR(6, x); }
#endif

/* 4.2.2, 4.2.3: the first bits of the fractional parts of the cube roots of the
   first 64 or 80 primes. The constants of words of 32 bits are the high halves
   of the others. */
/* clang-format off */
static const word K[ROUNDS] = {
    WORD(0x428a2f98, 0xd728ae22), WORD(0x71374491, 0x23ef65cd),
    WORD(0xb5c0fbcf, 0xec4d3b2f), WORD(0xe9b5dba5, 0x8189dbbc),
    WORD(0x3956c25b, 0xf348b538), WORD(0x59f111f1, 0xb605d019),
    WORD(0x923f82a4, 0xaf194f9b), WORD(0xab1c5ed5, 0xda6d8118),
    WORD(0xd807aa98, 0xa3030242), WORD(0x12835b01, 0x45706fbe),
    WORD(0x243185be, 0x4ee4b28c), WORD(0x550c7dc3, 0xd5ffb4e2),
    WORD(0x72be5d74, 0xf27b896f), WORD(0x80deb1fe, 0x3b1696b1),
    WORD(0x9bdc06a7, 0x25c71235), WORD(0xc19bf174, 0xcf692694),
    WORD(0xe49b69c1, 0x9ef14ad2), WORD(0xefbe4786, 0x384f25e3),
    WORD(0x0fc19dc6, 0x8b8cd5b5), WORD(0x240ca1cc, 0x77ac9c65),
    WORD(0x2de92c6f, 0x592b0275), WORD(0x4a7484aa, 0x6ea6e483),
    WORD(0x5cb0a9dc, 0xbd41fbd4), WORD(0x76f988da, 0x831153b5),
    WORD(0x983e5152, 0xee66dfab), WORD(0xa831c66d, 0x2db43210),
    WORD(0xb00327c8, 0x98fb213f), WORD(0xbf597fc7, 0xbeef0ee4),
    WORD(0xc6e00bf3, 0x3da88fc2), WORD(0xd5a79147, 0x930aa725),
    WORD(0x06ca6351, 0xe003826f), WORD(0x14292967, 0x0a0e6e70),
    WORD(0x27b70a85, 0x46d22ffc), WORD(0x2e1b2138, 0x5c26c926),
    WORD(0x4d2c6dfc, 0x5ac42aed), WORD(0x53380d13, 0x9d95b3df),
    WORD(0x650a7354, 0x8baf63de), WORD(0x766a0abb, 0x3c77b2a8),
    WORD(0x81c2c92e, 0x47edaee6), WORD(0x92722c85, 0x1482353b),
    WORD(0xa2bfe8a1, 0x4cf10364), WORD(0xa81a664b, 0xbc423001),
    WORD(0xc24b8b70, 0xd0f89791), WORD(0xc76c51a3, 0x0654be30),
    WORD(0xd192e819, 0xd6ef5218), WORD(0xd6990624, 0x5565a910),
    WORD(0xf40e3585, 0x5771202a), WORD(0x106aa070, 0x32bbd1b8),
    WORD(0x19a4c116, 0xb8d2d0c8), WORD(0x1e376c08, 0x5141ab53),
    WORD(0x2748774c, 0xdf8eeb99), WORD(0x34b0bcb5, 0xe19b48a8),
    WORD(0x391c0cb3, 0xc5c95a63), WORD(0x4ed8aa4a, 0xe3418acb),
    WORD(0x5b9cca4f, 0x7763e373), WORD(0x682e6ff3, 0xd6b2b8a3),
    WORD(0x748f82ee, 0x5defb2fc), WORD(0x78a5636f, 0x43172f60),
    WORD(0x84c87814, 0xa1f0ab72), WORD(0x8cc70208, 0x1a6439ec),
    WORD(0x90befffa, 0x23631e28), WORD(0xa4506ceb, 0xde82bde9),
    WORD(0xbef9a3f7, 0xb2c67915), WORD(0xc67178f2, 0xe372532b),
#if WORD_BITS == 64
    WORD(0xca273ece, 0xea26619c), WORD(0xd186b8c7, 0x21c0c207),
    WORD(0xeada7dd6, 0xcde0eb1e), WORD(0xf57d4f7f, 0xee6ed178),
    WORD(0x06f067aa, 0x72176fba), WORD(0x0a637dc5, 0xa2c898a6),
    WORD(0x113f9804, 0xbef90dae), WORD(0x1b710b35, 0x131c471b),
    WORD(0x28db77f5, 0x23047d84), WORD(0x32caab7b, 0x40c72493),
    WORD(0x3c9ebe0a, 0x15c9bebc), WORD(0x431d67c4, 0x9c100d4c),
    WORD(0x4cc5d4be, 0xcb3e42b6), WORD(0x597f299c, 0xfc657e2a),
    WORD(0x5fcb6fab, 0x3ad6faec), WORD(0x6c44198c, 0x4a475817),
#endif
};
/* clang-format on */

/* 5.3: the initial value */
static const word H0[8] = {
#if CRYPTO_BYTES == 28 /* 5.3.2 */
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
#elif WORD_BITS == 32    /* 5.3.3 */
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
#elif CRYPTO_BYTES == 48 /* 5.3.4 */
    UINT64_C(0xcbbb9d5dc1059ed8), UINT64_C(0x629a292a367cd507),
    UINT64_C(0x9159015a3070dd17), UINT64_C(0x152fecd8f70e5939),
    UINT64_C(0x67332667ffc00b31), UINT64_C(0x8eb44a8768581511),
    UINT64_C(0xdb0c2e0d64f98fa7), UINT64_C(0x47b5481dbefa4fa4),
#elif CRYPTO_BYTES == 32 /* 5.3.6.2 */
    UINT64_C(0x22312194fc2bf72c), UINT64_C(0x9f555fa3c84c64c2),
    UINT64_C(0x2393b86b6f53b151), UINT64_C(0x963877195940eabd),
    UINT64_C(0x96283ee2a88effe3), UINT64_C(0xbe5e1e2553863992),
    UINT64_C(0x2b0199fc2c85b8aa), UINT64_C(0x0eb72ddc81c52ca2),
#else                    /* 5.3.5 */
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
#endif
};

/* 3.1: bytes stand in a word from the most significant one on. */
static word word_at(const unsigned char *bytes)
{
    word x = 0;

    for (int i = 0; i < WORD_BYTES; i++)
        x = x << 4 << 4 | bytes[i];
    return x;
}

static void put_word(unsigned char *bytes, word x)
{
    for (int i = 0; i < WORD_BYTES; i++)
        bytes[i] = (unsigned char)SHR(WORD_BITS - 8 - 8 * i, x);
}

/* 6.2.2, 6.4.2: block i of the message, M, makes H(i) of H(i-1). */
static void compute(word H[8], const unsigned char *M)
{
    word W[ROUNDS], a, b, c, d, e, f, g, h, T1, T2;
    int t;

    /* 1. Prepare the message schedule. */
    for (t = 0; t < 16; t++)
        W[t] = word_at(M + WORD_BYTES * t);
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

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    word H[8];
    unsigned char padded[2 * BLOCK_BYTES] = {0};
    unsigned long long left = inlen;
    unsigned i, size, digest = CRYPTO_BYTES;

    for (i = 0; i < 8; i++)
        H[i] = H0[i];

    /* 5.2: whole blocks of the message */
    for (; left >= BLOCK_BYTES; left -= BLOCK_BYTES) {
        compute(H, in);
        in += BLOCK_BYTES;
    }

    /* 5.1: the rest, a bit 1, zeros, and the length in bits as two words, in
       one block or in two. An unsigned long long has 64 bits of the length. */
    for (i = 0; i < (unsigned)left; i++)
        padded[i] = in[i];
    padded[i] = 0x80;
    size = left + 1 + 2 * WORD_BYTES <= BLOCK_BYTES ? BLOCK_BYTES
                                                    : 2 * BLOCK_BYTES;
    put_word(padded + size - 2 * WORD_BYTES, (word)(inlen >> (WORD_BITS - 3)));
    put_word(padded + size - WORD_BYTES, (word)(inlen << 3));
    for (i = 0; i < size; i += BLOCK_BYTES)
        compute(H, padded + i);

    /* 6.2.2 to 6.7: H(N), of which three of them take a part. */
    for (i = 0; i < digest; i += WORD_BYTES)
        put_word(out + i, H[i / WORD_BYTES]);
    return 0;
}
