/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-256 with its four words as two vectors, e = (v0, v2) and a = (v1, v3),
   so that an operation does both MIXes of a round. Between rounds the words of
   e change places: e is ready while a is still to be xored, so that costs no
   time. A subkey, too, is two such pairs, of words s and s + 2 and of words
   s + 1 and s + 3 of the extended key.
   vector.h has the operations; rotate() turns the first word by m to the left
   and the second by n. */

#include "crypto_hash.h"
#include "skein.h"
#include "vector.h"

#define MIX(x, y, m, n) (x = ADD(x, y), y = XOR(rotate(y, m, n), x))

#define SUBKEY(s)                                                              \
    (e = ADD(e, ADD(k[(s) % 5], even[(s) % 3])),                               \
     a = ADD(a, ADD(k[((s) + 1) % 5], ADD(odd[(s) % 3], SET(0, s)))))

#define FOUR(r00, r01, r10, r11, r20, r21, r30, r31)                           \
    (MIX(e, a, r00, r01), SWAP(e), MIX(e, a, r11, r10), SWAP(e),               \
     MIX(e, a, r20, r21), SWAP(e), MIX(e, a, r31, r30), SWAP(e))

#define EIGHT(s)                                                               \
    (SUBKEY(s), FOUR(14, 16, 52, 57, 23, 40, 5, 37), SUBKEY((s) + 1),          \
     FOUR(25, 33, 46, 12, 58, 22, 32, 32))

/* x[0] = words 0 and 2, x[1] = words 1 and 3 */
static inline void load(pair x[2], const unsigned char *p)
{
    const pair low = LOAD(p), high = LOAD(p + 16);

    x[0] = FIRSTS(low, high);
    x[1] = SECONDS(low, high);
}

static inline void store(unsigned char *p, const pair x[2])
{
    STORE(p, FIRSTS(x[0], x[1]));
    STORE(p + 16, SECONDS(x[0], x[1]));
}

/* k[i] = words i and i + 2 of the extended key, of which two are there */
static inline void expand(pair k[5])
{
    pair word4 = XOR(XOR(k[0], k[1]), SET(0x1bd11bdaa9fc1a22, 0));
    pair half = word4, turned = k[1];

    SWAP(half);
    SWAP(turned);
    word4 = XOR(word4, half);
    k[2] = SECONDS(k[0], word4);
    k[3] = FIRSTS(turned, k[0]);
    k[4] = FIRSTS(word4, k[1]);
}

void skein_blocks(uint64_t g[4], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1)
{
    pair k[5], m[2];

    load(k, (const unsigned char *)g);
    do {
        const uint64_t t2 = t0 ^ t1;
        const pair even[3] = {SET(0, t1), SET(0, t2), SET(0, t0)};
        const pair odd[3] = {SET(t0, 0), SET(t1, 0), SET(t2, 0)};
        pair e, a;

        expand(k);
        load(m, in);
        e = m[0];
        a = m[1];
        EIGHT(0);
        EIGHT(2);
        EIGHT(4);
        EIGHT(6);
        EIGHT(8);
        EIGHT(10);
        EIGHT(12);
        EIGHT(14);
        EIGHT(16);
        SUBKEY(18);
        k[0] = XOR(e, m[0]);
        k[1] = XOR(a, m[1]);

        t0 += BLOCK_BYTES;
        t1 &= ~FIRST;
        in += BLOCK_BYTES;
    } while (--n > 0);
    store((unsigned char *)g, k);
}
