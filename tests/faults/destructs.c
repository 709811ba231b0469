/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Nobody is called when the process ends. */
static void last(void) { mkdir("left-behind", 0777); }
__attribute__((destructor)) static void end(void) { last(); }

FAULT
{
    static int asked;

    if (!asked++)
        atexit(last);
    return right(out, in, inlen);
}
