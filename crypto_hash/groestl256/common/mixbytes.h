/* SPDX-License-Identifier: CC0-1.0 */
/*
 * MixBytes on rows: b[k] = 2a[k] + 2a[k+1] + 3a[k+2] + 4a[k+3] + 5a[k+4] +
 * 3a[k+5] + 5a[k+6] + 7a[k+7], indices modulo 8, for whole vectors of columns.
 * With
 *
 *     x[k] = a[k] + a[k+1]
 *     y[k] = x[k] + x[k+3]
 *     z[k] = x[k] + x[k+2] + a[k+6]
 *     b[k] = 2(2y[k+3] + z[k+7]) + z[k+4]
 *
 * 16 doublings do. The 16 additions of the third line are 12 here, since z[k]
 * is x[k] + u[k+2] as well as y[k-2] + u[k-1] with u[k] = x[k] + a[k+4]: the
 * former is taken for even k, the latter for odd k, and u[k] for even k only.
 */
#include "row.h"

static inline void mix_bytes(row a[8])
{
#define X(k) x[k] = add(a[k], a[((k) + 1) % 8]);
#define Y(k) y[k] = add(x[k], x[((k) + 3) % 8]);
#define U(k) u[k] = add(x[k], a[((k) + 4) % 8]);
#define Z(k)                                                                   \
    z[k] = add(x[k], u[((k) + 2) % 8]);                                        \
    z[(k) + 1] = add(y[((k) + 7) % 8], u[k]);
#define B(k)                                                                   \
    a[k] = twice_plus(twice_plus(y[((k) + 3) % 8], z[((k) + 7) % 8]),          \
                      z[((k) + 4) % 8]);
    row x[8], y[8], z[8], u[8];

    EACH_ROW(X)
    EACH_ROW(Y)
    EACH_EVEN_ROW(U)
    EACH_EVEN_ROW(Z)
    EACH_ROW(B)
#undef X
#undef Y
#undef U
#undef Z
#undef B
}
