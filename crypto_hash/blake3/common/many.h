/* SPDX-License-Identifier: CC0-1.0 */

/* Chunks or parents side by side: kernels.S. */

#include "blocks.h"

/* Two or four in rows. Word i of row a of each is in h[0][...][i], that of row
   b in h[1]. They begin at in[...]; t has the counter of each and what
   its kind of block has otherwise, as bits. */
#define rows2 CRYPTO_NAMESPACE(rows2)
void rows2(word h[2][2][4], const unsigned char *const in[2], size_t count,
           const uint64_t t[2][2], const kind kinds[]);
#define rows4 CRYPTO_NAMESPACE(rows4)
void rows4(word h[2][4][4], const unsigned char *const in[4], size_t count,
           const uint64_t t[4][2], const kind kinds[]);

/* One chunk in general registers beside another in a row: the other's count > 0
   blocks, and twice as many of the one. The other's counter is t + 1. */
#define beside CRYPTO_NAMESPACE(beside)
void beside(word h[2][8], const unsigned char *in, size_t count, uint64_t t,
            const kind kinds[], const unsigned char *other,
            const kind others[]);

/* Sixteen in lanes, as four times four whose beginnings lie `stride` bytes
   apart; their counters, low and high. */
struct batch {
    word t[2][16];
    const unsigned char *in[4];
    value *out[4];
    size_t stride, count;
    const kind *kinds;
};
#define lanes CRYPTO_NAMESPACE(lanes)
void lanes(const struct batch *b);

/* 32, as two batches with the same stride, count and kinds. */
#define lanes2 CRYPTO_NAMESPACE(lanes2)
void lanes2(const struct batch b[2]);
