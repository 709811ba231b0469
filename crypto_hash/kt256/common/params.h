/* SPDX-License-Identifier: CC0-1.0 */
/* RFC 9861, section 3: KT256 in nodes of TurboSHAKE256, with Keccak-p[1600,12].
   SUFFIX is the D of a tree of one node, LEAF that of a leaf. */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x07
#define LEAF 0x0b
#define ROUNDS 12

#endif
