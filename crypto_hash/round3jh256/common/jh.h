/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The state of JH, eight words of 128 bits x0..x7, and the compression function
 * F_8 on one block after another, which each implementation writes in its own
 * way. In bit-sliced form the even words hold the even elements, most
 * significant bit first, and the odd words the odd elements. All steps work on
 * bits of equal index or exchange bits whose indices differ in one binary
 * digit: the byte order of the machine does not matter.
 */
#include <stddef.h>
#include <stdint.h>

typedef union {
    uint8_t bytes[128];
    uint64_t words[16];
} jh_state;

/* At least one block of 64 bytes. */
#define f8 CRYPTO_NAMESPACE(f8)
void f8(jh_state *h, const uint8_t *in, size_t blocks);
