/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE in vectors, a block after the other. */

#include "blocks.h"
#include "rotations.h"
#include "round.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes)
{
    do {
        const word t0 = (word)(bytes << 3);
        const word t1 = (word)(bytes >> (WORD_BITS - 3));
        row a = turn(load_row(h), 3);
        row b = load_row(h + 4);
        row c = four_words(PI0, PI1, PI2, PI3);
        row d =
            exor(four_words(t0, t0, t1, t1), four_words(PI4, PI5, PI6, PI7));
        word m[16];

        message(m, in);
        SIGMA(ROUND)
        SIGMA_AGAIN(ROUND)

        store_row(h, exor(load_row(h), exor(turn(a, 1), c)));
        store_row(h + 4, exor(load_row(h + 4), exor(b, d)));

        in += BLOCK_BYTES;
        bytes += BLOCK_BYTES;
    } while (--count);
#ifdef __AVX__
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#endif
}
