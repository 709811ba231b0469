/* SPDX-License-Identifier: CC0-1.0 */
/* RFC 9861, section 2: TurboSHAKE256(M, D=0x1F), with Keccak-p[1600,12] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x1f
#define ROUNDS 12

#endif
