/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH in the NEON of 64-bit ARM. A swap of bits is two shifts and a
 * choice between them; one of nibbles is a rotation, two shifts; one of bytes,
 * or of more, is one operation. Operations a round: 19 for each S-box, 10 for
 * L, and for the swaps 12, 12, 8, 4, 4, 4 and 4: 54.9, which at two vector
 * operations a cycle, as on a Cortex-A76, is 18 cycles a byte. More units do
 * not help much: 11 operations are a chain, of 22 cycles where each takes
 * two, 14.4 a byte.
 */
#include "swaps.h"
#include "words.h"
