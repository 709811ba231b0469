/* SPDX-License-Identifier: CC0-1.0 */
/* FIPS 202, section 6: SHAKE256(M) = Keccak[512](M || 1111) */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x1f
#define ROUNDS 24

#endif
