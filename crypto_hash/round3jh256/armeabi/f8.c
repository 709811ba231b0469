/* SPDX-License-Identifier: CC0-1.0 */
/*
 * F_8 around E_8 in assembly, on slices of the state: word i of 32 bits of each
 * of the eight words of 128 bits, first of the even ones, then of the odd ones.
 * The words that e8.S wants complemented are even[2], odd[2] and odd[3].
 */
#include "jh.h"
#include <string.h>

typedef struct {
    uint32_t even[4], odd[4];
} slice;

#define e8 CRYPTO_NAMESPACE(e8)
void e8(slice s[4]);

/* Adds four words of 128 bits to the upper or the lower half of the state. */
static void add(slice s[4], const uint8_t *words, int half)
{
    uint32_t m[16];
    int i;

    memcpy(m, words, sizeof m);
    for (i = 0; i < 4; i++) {
        s[i].even[half] ^= m[i];
        s[i].odd[half] ^= m[i + 4];
        s[i].even[half + 1] ^= m[i + 8];
        s[i].odd[half + 1] ^= m[i + 12];
    }
}

void f8(jh_state *h, const uint8_t *in, size_t blocks)
{
    static const slice complemented = {{0, 0, ~0U, 0}, {0, 0, ~0U, ~0U}};
    slice s[4];
    uint32_t x[8][4];
    int i, j;

    for (i = 0; i < 4; i++)
        s[i] = complemented;
    add(s, h->bytes, 0);
    add(s, h->bytes + 64, 2);

    for (; blocks > 0; blocks--, in += 64) {
        add(s, in, 0);
        e8(s);
        add(s, in, 2);
    }

    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++) {
            x[2 * j][i] = s[i].even[j] ^ complemented.even[j];
            x[2 * j + 1][i] = s[i].odd[j] ^ complemented.odd[j];
        }
    memcpy(h->bytes, x, sizeof x);
}
