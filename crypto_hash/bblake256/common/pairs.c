/* SPDX-License-Identifier: CC0-1.0 */

/* The halves know nothing of each other, so each lane of 64 bits holds a word
   of either: the rows of BLAKE-512 with words of half the size. So half as many
   words are to be gathered from the message as for a vector of either half. */

#include "halves.h"
#include "rotations.h"
#include "round.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

void pair_blocks(uint64_t h[8], const unsigned char *in0,
                 const unsigned char *in1, unsigned long long count,
                 unsigned long long bytes0, unsigned long long bytes1)
{
    do {
        const uint64_t t0 = pair_of((word)(bytes0 << 3), (word)(bytes1 << 3));
        const uint64_t t1 = pair_of((word)(bytes0 >> (WORD_BITS - 3)),
                                    (word)(bytes1 >> (WORD_BITS - 3)));
        const uint64_t t[4] = {t0, t0, t1, t1};
        row a = turn(load_row(h), 3);
        row b = load_row(h + 4);
        row c = four_words(PI0, PI1, PI2, PI3);
        row d = exor(load_row(t), four_words(PI4, PI5, PI6, PI7));
        uint64_t m[16];

        pair_message(m, in0, in1);
        SIGMA(ROUND)
        SIGMA_AGAIN(ROUND)

        store_row(h, exor(load_row(h), exor(turn(a, 1), c)));
        store_row(h + 4, exor(load_row(h + 4), exor(b, d)));

        in0 += STRIDE;
        in1 += STRIDE;
        bytes0 += BLOCK_BYTES;
        bytes1 += BLOCK_BYTES;
    } while (--count);
#ifdef __AVX__
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#endif
}
