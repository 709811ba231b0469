/* SPDX-License-Identifier: CC0-1.0 */
/* Grøstl-384 and Grøstl-512: permutations of 16 columns of 8 bytes. */
#define COLUMNS 16
#define ROUNDS 14

/* ShiftBytes: how far row 0, 1, ... 7 moves to the left in P and in Q */
#define SHIFTS_P 0, 1, 2, 3, 4, 5, 6, 11
#define SHIFTS_Q 1, 3, 5, 11, 0, 2, 4, 6

// clang-format off
#define EACH_COLUMN(F) \
    F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) \
    F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
// clang-format on
