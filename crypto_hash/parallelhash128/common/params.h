/* SPDX-License-Identifier: CC0-1.0 */
/* SP 800-185, section 6: ParallelHash128 of cSHAKE128. SUFFIX is what follows
   an input with a name; leaves have none, and are SHAKE128's. */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 168
#define SUFFIX 0x04
#define LEAF 0x1f
#define ROUNDS 24

#endif
