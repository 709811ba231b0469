/* SPDX-License-Identifier: CC0-1.0 */
/* ShiftBytes and AddRoundConstant for rows of P and Q; sub.h has MASK. */
#include "params.h"
#include "sub.h"

/* ShiftBytes by s: byte k comes from k + s */
#define FROM(s)                                                                \
    (s) % 16, ((s) + 1) % 16, ((s) + 2) % 16, ((s) + 3) % 16, ((s) + 4) % 16,  \
        ((s) + 5) % 16, ((s) + 6) % 16, ((s) + 7) % 16, ((s) + 8) % 16,        \
        ((s) + 9) % 16, ((s) + 10) % 16, ((s) + 11) % 16, ((s) + 12) % 16,     \
        ((s) + 13) % 16, ((s) + 14) % 16, ((s) + 15) % 16
#define SHIFT(p, q)                                                            \
    {                                                                          \
        CALL(MASK, (FROM(p))), CALL(MASK, (FROM(q)))                           \
    }
#define CALL(F, arguments) F arguments

static const byte shift[8][32] = {
    SHIFT(0, 6),  SHIFT(1, 1), SHIFT(2, 3), SHIFT(3, 5),
    SHIFT(4, 11), SHIFT(5, 0), SHIFT(6, 2), SHIFT(11, 4),
};

/* AddRoundConstant's 16 j for each column j */
static const byte column[16] = {
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
    0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0,
};
