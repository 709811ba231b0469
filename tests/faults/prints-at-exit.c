/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"
#include <stdio.h>
#include <stdlib.h>

static void lie(void) { puts("cycles 1536 1 +0+0+0\ndone"); }
__attribute__((destructor)) static void last(void) { lie(); }
__attribute__((constructor)) static void early(void) { atexit(lie); }

FAULT { return right(out, in, inlen); }
