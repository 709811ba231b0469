/* SPDX-License-Identifier: CC0-1.0 */
/*
 * From a program with code on trial to its warden (warden.c): records, a byte
 * for the kind and two for the length, which is little-endian. Started without
 * a warden, on a board or under an emulator, the program is its own.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#define CHANNEL 3         /* the descriptor */
#define JAILED "jailed"   /* argv[0] of a program that has a warden */
#define RECORD_MOST 4096u /* bytes of a record */

enum record {
    RECORD_PHASE = 'p',    /* the test that begins */
    RECORD_DIGEST = 'd',   /* of the next message of this test */
    RECORD_CHECKSUM = 'c', /* the test is done: its digests make a checksum */
    RECORD_LINE = 'l',     /* to be printed */
    RECORD_FAILS = 'f',    /* phase, length, cause; then the program ends */
    RECORD_DRAW = 'r',     /* asks for a number that nobody can know before */
    RECORD_DONE = 'x'
};

/* Once, first: whether there is a warden, and else where to print. */
void channel_open(int jailed, int words);

/* Sends a record; it may wait in a buffer. */
void channel_send(enum record kind, const void *x, size_t n);

/* Sends a line. */
void channel_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Empties the buffer. */
void channel_flush(void);

/* A number that the warden draws now; without a warden the time in ticks. */
uint64_t channel_draw(uint64_t (*ticks)(void));

#endif
