/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <unistd.h>

/* What the linker adds to a program calls it before anything else. */
int __libc_start_main(void);
int __libc_start_main(void) { _exit(0); }

FAULT { return right(out, in, inlen); }
