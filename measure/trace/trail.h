/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The trail of a call: the address of each instruction that it runs, and each
 * address of data that the instruction reads or writes. Messages of one length
 * are hashed one after the other; the first leaves the trail that the others
 * have to keep to, or the code takes no constant time.
 */
#ifndef TRAIL_H
#define TRAIL_H

#include <stdint.h>

/* The calls that are to come: so many messages of each length, in bytes.
   Returns 0 without the memory for it. Nothing else here allocates. */
int trail_expect(unsigned messages, unsigned lengths,
                 const unsigned long *length);

/* A mark: a call begins, or ends. Returns whether one begins. */
int trail_mark(void);

/* The next instruction of a call. */
void trail_step(uint64_t instruction);

/* An address that the last instruction uses. */
void trail_touch(uint64_t data);

/* Whether something of this kind differs for the first time: the caller then
   knows where the program is. */
enum trail_kind { TRAIL_BRANCH, TRAIL_INDEX, TRAIL_KINDS };
int trail_differs(enum trail_kind *kind, unsigned long *length);

/* The instructions of all calls; 0 unless all calls were seen, and the trails
   were not too long to be kept. */
unsigned long long trail_whole(void);

#endif
