/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=1024,c=576] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 128
#define SUFFIX 0x01
#define ROUNDS 24

#endif
