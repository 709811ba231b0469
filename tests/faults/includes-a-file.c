/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
/* compiling: files */
#include "fault.h"

/* A compiler that may read it shows what is wrong in its lines. */
#define passwd "/etc/passwd"
#if __has_include(passwd)
#include passwd
#endif

FAULT { return right(out, in, inlen); }
