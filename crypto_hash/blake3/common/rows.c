/* SPDX-License-Identifier: CC0-1.0 */

/* One chunk or parent in rows, with BLAKE's round: for messages that are too
   short to fill lanes. */

#include "blocks.h"
#include "rotations.h"
#include "round.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

void blocks(word h[8], const unsigned char *in, size_t count, uint64_t t,
            const kind kinds[])
{
    do {
        row a = turn(load_row(h), 3);
        row b = load_row(h + 4);
        row c = four_words(IV0, IV1, IV2, IV3);
        row d = four_words((word)t, (word)(t >> 32), (word)*kinds,
                           (word)(*kinds >> 32));
        word m[16];

        message(m, in);
        SIGMA(ROUND)

        store_row(h, exor(turn(a, 1), c));
        store_row(h + 4, exor(b, d));

        in += BLOCK_BYTES;
        kinds++;
    } while (--count);
#ifdef __AVX__
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#endif
}
