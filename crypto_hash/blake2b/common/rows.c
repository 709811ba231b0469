/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 in vectors, a block after the other: BLAKE's rows and its round. */

#include "blocks.h"
#include "rotations.h"
#include "round.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last)
{
    do {
        const word t0 = (word)bytes;
        const word t1 = WORD_BITS == 32 ? (word)(bytes >> 32) : 0;
        row a = turn(load_row(h), 3);
        row b = load_row(h + 4);
        row c = four_words(IV0, IV1, IV2, IV3);
        row d =
            exor(four_words(t0, t1, last, 0), four_words(IV4, IV5, IV6, IV7));
        word m[16];

        message(m, in);
        SIGMA(ROUND)

        store_row(h, exor(load_row(h), exor(turn(a, 1), c)));
        store_row(h + 4, exor(load_row(h + 4), exor(b, d)));

        in += BLOCK_BYTES;
        bytes += BLOCK_BYTES;
    } while (--count);
#ifdef __AVX__
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#endif
}
