/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=1088,c=512] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x01
#define ROUNDS 24

#endif
