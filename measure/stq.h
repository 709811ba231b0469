/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Stabilized second quartile (https://cr.yp.to/papers.html#rsrst): each of n
 * samples taken eight times and sorted into S, the mean of S[3n..5n), rounded
 * to the nearest integer, a half towards zero, as SUPERCOP prints it.
 */
#ifndef STQ_H
#define STQ_H

#include <stdint.h>

/* n is 1 to 64; the unit is that of the samples, which stay as they are. */
int64_t stq2(const int64_t *sample, unsigned n);

#endif
