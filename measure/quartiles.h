/* SPDX-License-Identifier: CC0-1.0 */
/* The middle of samples and their spread. */
#ifndef QUARTILES_H
#define QUARTILES_H

#include <stdint.h>

#define QUARTILES_MOST 64 /* samples */

/*
 * Stabilized second quartile (https://cr.yp.to/papers.html#rsrst): each of n
 * samples taken eight times and sorted into S, the mean of S[3n..5n), rounded
 * to the nearest integer, a half towards zero, as SUPERCOP prints it.
 */
int64_t stq2(const int64_t *sample, unsigned n);

/*
 * The distance of the ordinary quartiles, in parts of the median; 0 when it is
 * at most `least`, in the unit of the samples.
 */
double spread(const int64_t *sample, unsigned n, double least);

#endif
