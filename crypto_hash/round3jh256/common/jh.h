/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The state of JH, cut into eight words of 128 bits, and its compression
 * function. In bit-sliced form the even words hold the even elements, most
 * significant bit first, and the odd words the odd elements. All steps work
 * on bits of equal index or exchange bits whose indices differ in one binary
 * digit, so that the byte order of the machine does not matter.
 */
#include <stdint.h>

typedef union {
    uint8_t bytes[128];
    uint32_t w32[8][4];
    uint64_t w64[8][2];
} jh_state;

#define f8 CRYPTO_NAMESPACE(f8)
void f8(jh_state *h, const uint8_t block[64]);
