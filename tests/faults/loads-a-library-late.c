/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a file */
#include "fault.h"
#include <dlfcn.h>

/* Loads a library when all has begun, whose constructors would run then. */
FAULT
{
    static void *library;

    if (!library)
        library = dlopen("libm.so.6", RTLD_NOW);
    return right(out, in, inlen);
}
