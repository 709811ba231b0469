/* SPDX-License-Identifier: CC0-1.0 */
/*
 * What rounds.h takes where TERNARY(a, b, c, table) is one instruction, any
 * function of three words: the sum of all, and chi. Hence theta sums columns at
 * its beginning, and not while chi makes the lanes, and adds both of a lane's
 * neighbours at once. A round is 90 operations: 10 for the sums, 5 rotations of
 * them, 25 to add them, 24 rotations, 25 for chi, 1 for iota.
 */
#define CHI(b0, b1, b2) TERNARY(b0, b1, b2, 0xd2)

#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define SUM(a, x)                                                              \
    XOR3(XOR3((a)[x], (a)[(x) + 5], (a)[(x) + 10]), (a)[(x) + 15],             \
         (a)[(x) + 20])
#define THETA(a)                                                               \
    do {                                                                       \
        c[0] = SUM(a, 0);                                                      \
        c[1] = SUM(a, 1);                                                      \
        c[2] = SUM(a, 2);                                                      \
        c[3] = SUM(a, 3);                                                      \
        c[4] = SUM(a, 4);                                                      \
        d[0] = rol(c[1], 1);                                                   \
        d[1] = rol(c[2], 1);                                                   \
        d[2] = rol(c[3], 1);                                                   \
        d[3] = rol(c[4], 1);                                                   \
        d[4] = rol(c[0], 1);                                                   \
    } while (0)
#define ADDED(w, x) XOR3(w, d[x], c[((x) + 4) % 5])
#define COUNT(sum, w) ((void)(w))
