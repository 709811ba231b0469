/* SPDX-License-Identifier: CC0-1.0 */
/*
 * From a program with code on trial to its warden (warden.c): records, a byte
 * for the kind and two for the length, which is little-endian. Started without
 * a warden, on a board or under an emulator, the program is its own.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>

#define CHANNEL 3         /* the descriptor */
#define JAILED "jailed"   /* argv[0] of a program that has a warden */
#define RECORD_MOST 4096u /* bytes of a record */

enum record {
    RECORD_PHASE = 'p',    /* the test that begins */
    RECORD_DIGEST = 'd',   /* of the next message of this test */
    RECORD_CHECKSUM = 'c', /* the test is done: its digests make a checksum */
    RECORD_LINE = 'l',     /* to be printed */
    RECORD_FAILS = 'f',    /* phase, length, cause; then the program ends */
    RECORD_BEGIN = 'b',    /* asks for a look at the clock of its processor */
    RECORD_END = 'e',      /* the second look: length and calls between them */
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

/* Sends RECORD_BEGIN or RECORD_END and waits until the warden has looked.
   Without a warden nobody looks. */
void channel_look(enum record kind, const char *what);

#endif
