/* SPDX-License-Identifier: CC0-1.0 */
/*
 * P and Q. A round is 8 byte shuffles, 16 S-boxes with 16 moves between halves
 * and whole registers, 28 additions, 8 more to prepare the doublings, 16
 * doublings of 3 operations and a constant: 125 where aesni has 218.
 */
#include "mixbytes.h"

/* All of a round but the AddRoundConstant before it */
static inline void round_pq(row s[8], row key)
{
#define SUB(k) s[k] = sub(s[k], load(shift[k]), key);
    EACH_ROW(SUB)
#undef SUB
    mix_bytes(s);
}

/* P and Q but the AddRoundConstant of the first round */
static inline void permute(row s[8])
{
    const row key = halves(_mm_setzero_si128(), _mm_set1_epi8(COMPLEMENT));
    row c = load_twice(column);

    for (int i = 1; i < ROUNDS; i++) {
        c = _mm256_add_epi8(c, every(1));
        round_pq(s, key);
        s[0] = add(s[0], c);
    }
    round_pq(s, every(0));
}
