/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The inner half of the jail for code that strangers wrote; the outer half is
 * the warden (warden.c), which was there before this program was loaded. Here:
 * the narrower list of system calls (syscalls.h), before the first
 * constructor, and a name for whatever kills the code. Without a warden the
 * limits and the capture of output are here, too.
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

/* Defined by the program: whether its first two arguments are seconds of
   processor time and megabytes of memory, the limits without a warden. */
extern const int jail_limited;

/* Called first in main; what could be done before was done before. */
void jail(int argc, char **argv);

/* Begins a test. */
void jail_phase(const char *phase);

/* Sends "fails <phase> <mlen> <cause>" and ends the process. */
void fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* Says "done" and ends the process: no code runs behind it. */
void jail_done(void) __attribute__((noreturn));

/* Fails when something was printed to stdout or stderr, when memory ran out,
   or a setting of the process was changed. */
void jail_inspect(void);

/* Called behind each call of the code: fails when modes of the processor are
   changed, and flags, once, what else it left there (state.h). */
void jail_look(void);

/*
 * Faults inside of [low, high) come back to the sigsetjmp of fault_return with
 * fault_address set, rather than ending the process.
 */
extern sigjmp_buf fault_return;
extern unsigned char *volatile fault_address;
void faults_return(unsigned char *low, unsigned char *high);
void faults_kill(void);

/* Is asked about SIGTRAP first, if it is set: returns whether code goes on. */
extern int (*jail_trapped)(const siginfo_t *info, void *context);

#endif
