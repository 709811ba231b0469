/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH in the NEON of 64-bit ARM with SHA-3's instructions: bcax is x
 * ^ (y & ~z), eor3 the xor of three words. Operations a round: 25 for the
 * S-boxes, 8 for L, and for the swaps 12, 12, 8, 4, 4, 4 and 4: 39.9.
 */
#include "swaps.h"

#include "sboxes.h"
#include "words.h"
