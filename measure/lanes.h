/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The messages of a loop of calls, no two of them alike: call number k hashes
 * the message of lane k mod LANES and leaves its digest there. After call k + 2
 * the first bytes of that digest become the first of the lane's message, for
 * call k + LANES. So the last digest of each lane is right only if all calls
 * were; and no call waits for another: what it needs was ready long before.
 *
 * measure.c times this loop, try.c makes it again with other code, and both
 * print the answer in the same words. This file alone says what it is.
 */
#ifndef LANES_H
#define LANES_H

#include "subject.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANES 4
#define LANE 64   /* bytes from message to message: they lie alike in lines */
#define CARRIED 8 /* bytes of a digest that become a message's first */
#define LANES_MOST 1048576                       /* bytes of a message */
#define LANES_ROOM(mlen) ((mlen) + LANES * LANE) /* bytes of all messages */

struct lane {
    unsigned char *in, *out;
    unsigned char *carried_in, *carried_out; /* of the call before the last */
    const struct lane *next;                 /* of the next call */
};

extern struct lane each_lane[LANES];

/* Puts the messages at `in`, LANES_ROOM of the longest, each byte a zero. */
void lanes_open(unsigned char *in, size_t longest);

/* New messages of mlen bytes, which START alone decides. */
void lanes_start(uint64_t start, size_t mlen);

/* What the calls since then have left, into subject.bytes bytes. */
void lanes_answer(unsigned char *answer);

/* Prints `answer MLEN START CALLS HEX`. */
void lanes_say(uint64_t start, size_t mlen, unsigned long calls,
               const unsigned char *answer);

/* A call of a function, and what belongs to it. */
#define LANE_CALL(hash, l, mlen)                                               \
    do {                                                                       \
        hash((l)->out, (l)->in, mlen);                                         \
        memcpy((l)->carried_in, (l)->carried_out, CARRIED);                    \
    } while (0)

#endif
