/* SPDX-License-Identifier: CC0-1.0 */

/* For machines with 64-bit registers. Words of the key and the tweak are loaded
   for each sum: when clang sees that they are the same again, it takes sums
   apart to add words of keys once, spills what comes of that, and is three
   times as slow.
   Bound: a round's chain is 2 operations, add and xor, with the rotation beside
   the add; with the subkeys it is 163 a block, 5.1 cycles/byte. There are 530
   operations, so a core that does four at once has time to spare. */

#define OPERAND volatile uint64_t
#include "unrolled.h"
