/* SPDX-License-Identifier: CC0-1.0 */
/* Grøstl-224 and Grøstl-256: permutations of 8 columns of 8 bytes. */
#define COLUMNS 8
#define ROUNDS 10

/* ShiftBytes: how far row 0, 1, ... 7 moves to the left in P and in Q */
#define SHIFTS_P 0, 1, 2, 3, 4, 5, 6, 7
#define SHIFTS_Q 1, 3, 5, 7, 0, 2, 4, 6

#define EACH_COLUMN(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
