/* SPDX-License-Identifier: CC0-1.0 */
/* Calls of the hash that are looked at one by one. */
#ifndef CALLS_H
#define CALLS_H

#include <stddef.h>

/* Buffers for them: the message has room for `longest` bytes. */
struct room {
    unsigned char *out, *in;
    size_t longest;
};

/*
 * At each of n lengths a function that does nothing is called, then the hash,
 * each between two marks: the same instructions call both, so they can be
 * subtracted.
 */
void calls_marked(const struct room *room, int n, char **lengths);

/*
 * Hashes m messages of each of n lengths: zeros, ones, then others. Code in
 * constant time runs the same instructions for all, with the same addresses of
 * data (step.h).
 */
void calls_alike(const struct room *room, unsigned m, int n, char **lengths);

/*
 * Prints `stack BYTES`, those that a call with 4096 bytes writes below its
 * caller, unless they are too many to tell; and `cold NS`, the median of some
 * calls with 1536 bytes, in nanoseconds, each after code, constants, stack and
 * message were flushed from all caches, which armeabi, riscv64 and x86 without
 * SSE2 let no program do.
 */
void calls_costs(struct room room);

#endif
