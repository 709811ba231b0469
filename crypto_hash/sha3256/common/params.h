/* SPDX-License-Identifier: CC0-1.0 */
/* FIPS 202, section 6: SHA3-256(M) = Keccak[512](M || 01) */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 136
#define SUFFIX 0x06
#define ROUNDS 24

#endif
