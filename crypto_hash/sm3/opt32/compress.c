/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SM3, word by word. The last sixteen words of the schedule are all that it
 * needs: word j + 4 takes the place of word j - 12.
 */
#include "rounds.h"

static inline uint32_t p1(uint32_t x) { return x ^ rol(x, 15) ^ rol(x, 23); }

/* Word j of the schedule, where it stands */
#define WORD(j) w[(j) % 16]

static inline uint32_t ahead(uint32_t w[16], int j)
{
    if (j >= 16)
        WORD(j) = p1(WORD(j) ^ WORD(j + 7) ^ rol(WORD(j + 13), 15)) ^
                  rol(WORD(j + 3), 7) ^ WORD(j + 10);
    return WORD(j);
}

#define SUM(j) (WORD(j) ^ ahead(w, (j) + 4))

void compress(uint32_t *v, const unsigned char *in, unsigned long long blocks)
{
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3];
    uint32_t e = v[4], f = v[5], g = v[6], h = v[7];

    for (; blocks > 0; --blocks, in += 64) {
        uint32_t w[16];

        for (int i = 0; i < 16; ++i)
            w[i] = load(in + 4 * i);
        ALL_ROUNDS(FOUR_ROUNDS);
        FEED_FORWARD(v);
    }
}
