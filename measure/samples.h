/* SPDX-License-Identifier: CC0-1.0 */
/* The timings of one length, and what is printed of them. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "quartiles.h"
#include "subject.h"

#include <stddef.h>
#include <stdint.h>

#define SAMPLES_MOST QUARTILES_MOST /* of a length */
#define UNEVEN 0.02 /* distance of the quartiles, in parts of the median */

struct timing {
    size_t mlen;
    unsigned calls;   /* per sample */
    unsigned samples; /* at most SAMPLES_MOST */
    uint64_t stamp[SAMPLES_MOST + 1];
    long switched;  /* times the system took the CPU away meanwhile */
    uint64_t start; /* of the messages */
    unsigned char answer[SUBJECT_MAX_BYTES];
};

/*
 * The same work takes the same time; where it does not, a busy moment came and
 * went between the probes. A counter's step is no difference. A mean far above
 * the middle is one, too: a call may have done the work of those after it.
 */
double samples_uneven(const struct timing *t, double step);

/* Prints `calls`, `cycles`, `flag ... uneven` and `answer`. */
void samples_print(const struct timing *t, double step);

#endif
