/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <stddef.h>

/* The dynamic loader takes memory from a program that has a function for it. */
void *calloc(size_t n, size_t m);
void *calloc(size_t n, size_t m) { return n + m == 0 ? &n : NULL; }

FAULT { return right(out, in, inlen); }
