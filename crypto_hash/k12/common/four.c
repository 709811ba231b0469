/* SPDX-License-Identifier: CC0-1.0 */
/* Four chunks side by side: vectors of 256 bits go to three ports of an Intel
   core, those of 512 bits to two. */
#include <immintrin.h>
#include <stdint.h>

#define LANES 4
typedef __m256i word;

#define CONSTANT(n) _mm256_set1_epi64x((long long)(n))
#define rol _mm256_rol_epi64
#define TERNARY _mm256_ternarylogic_epi64
#define UNROLLED _Pragma("GCC unroll 6") /* all twelve rounds */
#include "rounds.h"

#include "tree.h"

void four(unsigned char *cv, uint64_t node[25], const unsigned char *in,
          unsigned n)
{
    side(cv, node, in, n);
    _mm256_zeroupper();
}

/* The first chunk in lane 0, the leaf in the others until it ends, and then the
   first chunk there, too: no load is behind the end. */
static inline void both(word state[25], uint64_t lane[25],
                        const unsigned char *in[LANES], unsigned blocks)
{
    word a[25], e[25], c[5], d[5], m[BLOCK];

    EACH_LANE(ZERO);
    load(m, in, 0, BLOCK);
    for (unsigned block = 1; block <= WHOLE; ++block) {
        EACH_LANE(XOR);
        if (block >= blocks)
            in[1] = in[2] = in[3] = in[0];
        if (block < WHOLE)
            load(m, in, block * RATE, BLOCK);
        c[0] = PARITY(0);
        c[1] = PARITY(1);
        c[2] = PARITY(2);
        c[3] = PARITY(3);
        c[4] = PARITY(4);
        PERMUTE(a, e, c, d);
        if (block == blocks)
            single(lane, 1, a, CV / 8);
    }
    EACH_LANE(KEEP);
}

void two(unsigned char *cv, uint64_t node[25], const unsigned char *first,
         const unsigned char *leaf, unsigned blocks)
{
    const unsigned char *in[LANES] = {first, leaf, leaf, leaf};
    uint64_t lane[25];
    word a[25];

    both(a, lane, in, blocks);
    single(node, 0, a, 25);
    for (int i = 0; i < CV; ++i)
        cv[i] = (unsigned char)(lane[i / 8] >> 8 * (i % 8));
    _mm256_zeroupper();
}
