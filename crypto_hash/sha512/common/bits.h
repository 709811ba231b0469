/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-384, SHA-512 and SHA-512/256: the bits of a word */
#define WORD_BITS 64
