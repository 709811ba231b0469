/* SPDX-License-Identifier: CC0-1.0 */

/* For machines whose general registers have 32 bits: the state takes eight of
   them, and sums of the key and the tweak are kept where there is room. Where
   there are vectors gcc does all of it there, which it would not with operands
   that have to be loaded. In loops of eight rounds a subkey's words would have
   to be copied to where the loop takes them: a fourth more instructions on
   ARM. */

#define OPERAND uint64_t
#include "unrolled.h"
