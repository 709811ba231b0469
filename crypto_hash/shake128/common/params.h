/* SPDX-License-Identifier: CC0-1.0 */
/* FIPS 202, section 6: SHAKE128(M) = Keccak[256](M || 1111) */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 168
#define SUFFIX 0x1f
#define ROUNDS 24

#endif
