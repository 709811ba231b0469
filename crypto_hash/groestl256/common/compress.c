/* SPDX-License-Identifier: CC0-1.0 */
/*
 * compress() and output() for implementations whose state is the paper's byte
 * sequence and which bring one round of P and of Q.
 */
#include "column.h"
#include "groestl.h"

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    byte p[2][BLOCK], q[2][BLOCK];

    for (; blocks; blocks--, in += BLOCK) {
        for (int k = 0; k < BLOCK; k += 8) {
            uint64_t m = load64_le(in + k);

            store64_le(p[0] + k, load64_le(h + k) ^ m);
            store64_le(q[0] + k, ~m);
        }
        /* P and Q take turns: while one waits for its state, the other runs. */
        for (unsigned i = 0; i < ROUNDS; i += 2) {
            round_p(p[1], p[0], i);
            round_q(q[1], q[0], i);
            round_p(p[0], p[1], i + 1);
            round_q(q[0], q[1], i + 1);
        }
        for (int k = 0; k < BLOCK; k += 8)
            store64_le(h + k, load64_le(h + k) ^ load64_le(p[0] + k) ^
                                  ~load64_le(q[0] + k));
    }
}

void output(byte h[BLOCK])
{
    byte p[2][BLOCK];

    round_p(p[0], h, 0);
    for (unsigned i = 1; i < ROUNDS - 1; i += 2) {
        round_p(p[1], p[0], i);
        round_p(p[0], p[1], i + 1);
    }
    round_p(p[1], p[0], ROUNDS - 1);
    for (int k = 0; k < BLOCK; k += 8)
        store64_le(h + k, load64_le(h + k) ^ load64_le(p[1] + k));
}
