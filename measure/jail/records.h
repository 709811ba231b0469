/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Lines for the driver from the records of a program: what it sent is checked,
 * and checksums are computed here, so that with a warden no code on trial can
 * reach them.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include "channel.h"

/* Takes a record of n bytes; prints lines of n bytes, with their newlines. A
   record that no harness sends is told as a failure, and the exit status says
   so. */
void record_take(enum record kind, const unsigned char *x, size_t n,
                 void (*print)(const char *line, size_t n));

/* Whether the program has said its last word: done, or why it failed. */
int record_was_last(void);
int record_was_done(void);

/* Tells of a failure that the warden saw, at the test that goes on. */
void record_fails(const char *cause, void (*print)(const char *line, size_t n));

/*
 * Reads what code wrote to its output, a pipe that does not block. Prints
 * `printed TEXT`, with the first of it, for the terminal alone: it may be
 * anything that the code could read. Returns how many bytes there were.
 */
size_t record_output(int pipe, void (*print)(const char *line, size_t n));

#endif
