/* SPDX-License-Identifier: CC0-1.0 */
/*
 * What hash.c needs of a fast implementation: the two functions that run the
 * permutations. The chaining value h is the paper's byte sequence.
 */
#include "params.h"
#include <stdint.h>

/* h = P(h xor m) xor Q(m) xor h for each of the blocks m at in */
#define compress CRYPTO_NAMESPACE(compress)
void compress(unsigned char h[BLOCK], const unsigned char *in, uint64_t blocks);

/* h = P(h) xor h */
#define output CRYPTO_NAMESPACE(output)
void output(unsigned char h[BLOCK]);
