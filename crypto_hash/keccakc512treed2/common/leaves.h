/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The tree with both leaves at a time, each in its half of vectors: the pairs
 * of the message are such vectors already. The final node is in the first half.
 *
 * Before this is included: the type word, two lanes; load(p), two lanes from
 * memory; ZERO; CONSTANT(n), a number in both halves; second(w), whose first
 * half is the second of w; store(p, w), of the first half; and permute(a).
 */
#include "tree.h"

static inline void absorb(word a[25], const unsigned char *pair)
{
    for (int i = 0; i < RATE / 8; ++i)
        a[i] = a[i] ^ load(pair + 16 * i);
    permute(a);
}

void tree(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
          unsigned long long pairs, const unsigned char last[2 * PAIR],
          int longer)
{
    word a[25], node[25];

    for (int i = 0; i < 25; ++i)
        a[i] = node[i] = ZERO;
    for (; pairs > 0; --pairs, in += PAIR)
        absorb(a, in);
    absorb(a, last);
    for (int i = 0; i < CHAINED; ++i)
        node[CHAINED + i] = second(a[i]);
    if (longer)
        absorb(a, last + PAIR);
    for (int i = 0; i < CHAINED; ++i)
        node[i] = a[i];
    node[2 * CHAINED] = CONSTANT(FINAL_LANE);
    permute(node);
    for (int i = 0; i < CRYPTO_BYTES / 8; ++i)
        store(out + 8 * i, node[i]);
}
