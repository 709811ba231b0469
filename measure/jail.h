/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A sandbox for code that strangers wrote: bounded time and memory, no files,
 * no children, no network, no output mixed into ours; and a name for whatever
 * kills it. Lines that are said here go to the real standard output, where
 * scripts/shootout/run/verify.py reads them.
 */
#ifndef JAIL_H
#define JAIL_H

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

/* Where the test is, for the sentence that says where it failed. */
struct place {
    const char *phase;
    unsigned long long mlen; /* bytes */
};
extern struct place place;

/*
 * Called once, first. cpu_seconds bounds processor time, megabytes bounds
 * memory (address space); 0 sets no bound.
 */
void jail(unsigned cpu_seconds, unsigned megabytes);

/* Prints a line, whatever happened to stdout. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "fails <phase> <mlen> <cause>" and ends the process. */
void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* Says "done": from here on the process may end. */
void jail_done(void);

/* Fails when something was printed to stdout or stderr, or memory ran out. */
void jail_inspect(void);

/*
 * Faults inside of [low, high) come back to the sigsetjmp of fault_return with
 * fault_address set, rather than ending the process.
 */
extern sigjmp_buf fault_return;
extern unsigned char *volatile fault_address;
void faults_return(unsigned char *low, unsigned char *high);
void faults_kill(void);

#endif
