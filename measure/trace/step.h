/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Does code take constant time? A processor of x86 traps behind each
 * instruction when it is asked to; the handler looks at the registers and
 * keeps trails (trail.h). Elsewhere an emulator does it (plugin.c), and what
 * is here only marks the calls. Lines of both:
 *
 *   branch MLEN WHERE   another instruction was run at this length, behind the
 *                       one at WHERE
 *   index MLEN WHERE    the instruction at WHERE used another address of data
 *   traced N            the instructions of all calls; 0: not all were seen
 *
 * each of the first two once at most. WHERE is an address in the program's
 * file, or the name of a function.
 */
#ifndef STEP_H
#define STEP_H

/* So many messages of each length will be hashed, lengths in bytes. */
void step_expect(unsigned messages, unsigned lengths,
                 const unsigned long *length);

/* Stands before and behind each call. */
void alike_mark(void);

/* Says what differed, and what was traced. */
void step_tell(void);

#endif
