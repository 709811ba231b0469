/* SPDX-License-Identifier: CC0-1.0 */

/* A block of eight chunks: adds m, and does the rounds. */
#define absorb CRYPTO_NAMESPACE(absorb)
void absorb(word state[25], const word m[RATE / 8]);
