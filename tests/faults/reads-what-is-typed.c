/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"

/* The terminal's, if the compiler had it: it would wait there. */
#include "/dev/stdin"

FAULT { return right(out, in, inlen); }
