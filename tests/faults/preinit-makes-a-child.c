/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <unistd.h>

static void bear(void) { fork(); }
__attribute__((section(".preinit_array"),
               used)) static void (*const first)(void) = bear;

FAULT { return right(out, in, inlen); }
