/* SPDX-License-Identifier: CC0-1.0 */
/* For PowerPC with AltiVec, whose words are big-endian like the message. The
 * vector unit makes the message schedule, four words at once, and the integer
 * unit has just the rounds. W[t] waits for W[t - 2], so the second half of a
 * vector waits for the first: either half is done with zeros for the other, of
 * which sigma1 makes nothing. Floor: 23 operations a round and 26 for four
 * words: 28 instructions a byte. */

#include <altivec.h>
#include <string.h>

#include "constants.inc"
#include "sha2.h"
#include "steps.h"

typedef __vector unsigned int words;

static inline words splat(unsigned int x) { return (words){x, x, x, x}; }

static inline words sigma0_4(words x)
{
    words y = vec_xor(vec_rl(x, splat(25)), vec_rl(x, splat(14)));

    return vec_xor(y, vec_sr(x, splat(3)));
}

static inline words sigma1_4(words x)
{
    words y = vec_xor(vec_rl(x, splat(15)), vec_rl(x, splat(13)));

    return vec_xor(y, vec_sr(x, splat(10)));
}

/* The four words after the sixteen given */
static inline words expand(words w0, words w4, words w8, words w12)
{
    const words zero = splat(0);

    w0 = vec_add(w0, sigma0_4(vec_sld(w0, w4, 4)));
    w0 = vec_add(w0, vec_sld(w8, w12, 4));
    w0 = vec_add(w0, sigma1_4(vec_sld(w12, zero, 8)));
    return vec_add(w0, sigma1_4(vec_sld(zero, w0, 8)));
}

/* From any address: so through the integer unit */
static inline words load(const unsigned char *p)
{
    words w;

    memcpy(&w, p, sizeof w);
    return w;
}

/* Four of K + W, of words aligned as vectors are */
static inline void add_store(word *kw, const word *k, words w)
{
    vec_st(vec_add(vec_ld(0, k), w), 0, kw);
}

/* K[t] + W[t] of one block */
static void schedule(word kw[ROUNDS], const unsigned char *in,
                     const word k[ROUNDS])
{
    words w0 = load(in), w4 = load(in + 16);
    words w8 = load(in + 32), w12 = load(in + 48);
    int t;

    for (t = 0;; t += 16) {
        add_store(kw + t, k + t, w0);
        add_store(kw + t + 4, k + t + 4, w4);
        add_store(kw + t + 8, k + t + 8, w8);
        add_store(kw + t + 12, k + t + 12, w12);
        if (t == ROUNDS - 16)
            return;
        w0 = expand(w0, w4, w8, w12);
        w4 = expand(w4, w8, w12, w0);
        w8 = expand(w8, w12, w0, w4);
        w12 = expand(w12, w0, w4, w8);
    }
}

void compress(word state[8], const unsigned char *in, unsigned long long blocks)
{
    word k[ROUNDS] __attribute__((aligned(16)));
    word kw[ROUNDS] __attribute__((aligned(16)));
    int t;

    memcpy(k, K, sizeof k);
    for (; blocks > 0; blocks--) {
        word a = state[0], b = state[1], c = state[2], d = state[3];
        word e = state[4], f = state[5], g = state[6], h = state[7];
        CARRIED;

        schedule(kw, in, k);
#define KW(i) kw[t + (i)]
        for (t = 0; t < ROUNDS; t += 8)
            EIGHT_STEPS(KW);
#undef KW
        ADD_TO(state);
        in += BLOCK_BYTES;
    }
}
