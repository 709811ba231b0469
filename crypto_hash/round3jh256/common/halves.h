/* SPDX-License-Identifier: CC0-1.0 */
/*
 * F_8 on words of 64 bits. The two halves of the state meet only in the swap of
 * distance 64, once in seven rounds, and it only means to store the halves of
 * the odd words reversed. So seven rounds are a loop over the halves, whose
 * body has eight words, and a compiler that vectorises runs both halves at once
 * in vectors of 128 bits. The file that includes this one has a round with the
 * swap of distance d, ROUND(even, odd, d), in the order that suits its machine.
 */

/* From one place to another, and j != 2 rather than j < 2: both help to see
   the turns of the loop alike and independent, which clang 14 otherwise does
   not. */
static void seven_rounds(half_state *restrict even, half_state *restrict odd,
                         const half_state *restrict even_in,
                         const half_state *restrict odd_in, int r)
{
    const word(*k)[2][2] = round_constants.w64 + r;
    int j;

    for (j = 0; j != 2; j++) {
        word a0 = even_in->w[0][j], a1 = even_in->w[1][j];
        word a2 = even_in->w[2][j], a3 = even_in->w[3][j];
        word b0 = odd_in->w[0][j], b1 = odd_in->w[1][j];
        word b2 = odd_in->w[2][j], b3 = odd_in->w[3][j];

        ROUND(k[0][0][j], k[0][1][j], 1);
        ROUND(k[1][0][j], k[1][1][j], 2);
        ROUND(k[2][0][j], k[2][1][j], 4);
        ROUND(k[3][0][j], k[3][1][j], 8);
        ROUND(k[4][0][j], k[4][1][j], 16);
        ROUND(k[5][0][j], k[5][1][j], 32);
        SUBSTITUTE_AND_MIX(k[6][0][j], k[6][1][j]);

        even->w[0][j] = a0;
        even->w[1][j] = a1;
        even->w[2][j] = a2;
        even->w[3][j] = a3;
        odd->w[0][1 - j] = b0;
        odd->w[1][1 - j] = b1;
        odd->w[2][1 - j] = b2;
        odd->w[3][1 - j] = b3;
    }
}

static void e8(jh_state *h)
{
    half_state even, odd, even_t, odd_t;
    int r;

    split(&even, &odd, h);
    for (r = 0; r < 42; r += 14) {
        seven_rounds(&even_t, &odd_t, &even, &odd, r);
        seven_rounds(&even, &odd, &even_t, &odd_t, r + 7);
    }
    join(h, &even, &odd);
}

void f8(jh_state *h, const uint8_t *in, size_t blocks)
{
    uint64_t m[8];
    int i;

    for (; blocks > 0; blocks--, in += 64) {
        memcpy(m, in, sizeof m);
        for (i = 0; i < 8; i++)
            h->words[i] ^= m[i];
        e8(h);
        for (i = 0; i < 8; i++)
            h->words[i + 8] ^= m[i];
    }
}
