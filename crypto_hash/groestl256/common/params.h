/* SPDX-License-Identifier: CC0-1.0 */
/* Grøstl's permutations: 8 columns of 8 bytes for digests of up to 32 bytes, 16
 * for longer ones. */
#ifndef CRYPTO_BYTES /* JNI has no api.h */
#include "api.h"
#endif

/* ShiftBytes: how far row 0, 1, ... 7 moves to the left in P and in Q */
// clang-format off
#if CRYPTO_BYTES <= 32
#define COLUMNS 8
#define ROUNDS 10
#define SHIFTS_P 0, 1, 2, 3, 4, 5, 6, 7
#define SHIFTS_Q 1, 3, 5, 7, 0, 2, 4, 6
#define EACH_COLUMN(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#else
#define COLUMNS 16
#define ROUNDS 14
#define SHIFTS_P 0, 1, 2, 3, 4, 5, 6, 11
#define SHIFTS_Q 1, 3, 5, 11, 0, 2, 4, 6
#define EACH_COLUMN(F) \
    F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) \
    F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
#endif
// clang-format on

#define BLOCK (8 * COLUMNS)
