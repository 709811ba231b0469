/* SPDX-License-Identifier: CC0-1.0 */

/* Section 2.2 of the BLAKE3 paper: between rounds the words of the message are
   permuted; here each round has its permutation as ROW(number, its sixteen
   words), so that nothing is moved. */

// clang-format off
#define SIGMA(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1,  2,  6,  3, 10,  7,  0,  4, 13,  1, 11, 12,  5,  9, 14, 15,  8) \
    ROW(2,  3,  4, 10, 12, 13,  2,  7, 14,  6,  5,  9,  0, 11, 15,  8,  1) \
    ROW(3, 10,  7, 12,  9, 14,  3, 13, 15,  4,  0, 11,  2,  5,  8,  1,  6) \
    ROW(4, 12, 13,  9, 11, 15, 10, 14,  8,  7,  2,  5,  3,  0,  1,  6,  4) \
    ROW(5,  9, 14, 11,  5,  8, 12, 15,  1, 13,  3,  0, 10,  2,  6,  4,  7) \
    ROW(6, 11, 15,  5,  0,  1,  9,  8,  6, 14, 10,  2, 12,  3,  4,  7, 13)
// clang-format on
