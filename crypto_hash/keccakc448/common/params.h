/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=1152,c=448] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 144
#define SUFFIX 0x01
#define ROUNDS 24

#endif
