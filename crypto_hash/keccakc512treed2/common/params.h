/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=1088,c=512] in two leaves, which take turns lane by lane: the lanes
   of one are 16 bytes apart. A leaf appends a bit 0 before its padding. */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x02
#define ROUNDS 24
#define STRIDE 16

#endif
