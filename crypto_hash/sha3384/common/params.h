/* SPDX-License-Identifier: CC0-1.0 */
/* FIPS 202, section 6: SHA3-384(M) = Keccak[768](M || 01) */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 104
#define SUFFIX 0x06
#define ROUNDS 24

#endif
