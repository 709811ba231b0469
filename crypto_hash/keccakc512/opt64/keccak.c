/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak-f[1600] on 64-bit words. A round is 55 operations for theta, 24
 * rotations, 50 for chi and 1 for iota: 33 cycles on four integer units. 35
 * words are alive and few machines have as many registers, but loads and stores
 * go beside the arithmetic. Lane complementing (Keccak implementation overview,
 * version 3.2, section 2.2) would save 20 operations on a machine without an
 * and-not and cost 5 on all others; it is not used.
 */
#include "keccak.h"
#include <stdint.h>

typedef uint64_t word;

static inline word rol(word x, int n) { return x << n | x >> (64 - n); }
#define CONSTANT(n) (n)
#include "rounds.h"

#define ABSORB(i)                                                              \
    do {                                                                       \
        if ((i) < RATE / 8)                                                    \
            a[i] ^= load64_le(block + STRIDE * (i));                           \
    } while (0)

#define SQUEEZE(i)                                                             \
    do {                                                                       \
        if ((i) < OUT_LANES)                                                   \
            store64_le(out + 8 * (i), a[i]);                                   \
    } while (0)

void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
            unsigned long long blocks, const unsigned char last[RATE])
{
    word a[25] = {0}, e[25], c[5], d[5];

    for (;; in += RATE / 8 * STRIDE) {
        const unsigned char *block = blocks ? in : last;

        EACH_LANE(ABSORB);
        c[0] = PARITY(0);
        c[1] = PARITY(1);
        c[2] = PARITY(2);
        c[3] = PARITY(3);
        c[4] = PARITY(4);
        PERMUTE(a, e, c, d);
        if (blocks-- == 0)
            break;
    }
    EACH_LANE(SQUEEZE);
    for (int i = 1; i < SQUEEZES; ++i) {
        out += RATE;
        PERMUTE(a, e, c, d);
        EACH_LANE(SQUEEZE);
    }
}
