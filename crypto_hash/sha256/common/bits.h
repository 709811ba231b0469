/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-224 and SHA-256: the bits of a word */
#define WORD_BITS 32
