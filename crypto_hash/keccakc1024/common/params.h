/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=576,c=1024] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 72
#define SUFFIX 0x01
#define ROUNDS 24

#endif
