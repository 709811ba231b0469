/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a child process */
#include "fault.h"
#include <unistd.h>

extern char **environ;

FAULT
{
    static char *words[] = {"touch", "left-behind", 0};

    if (vfork() == 0)
        execve("/usr/bin/touch", words, environ);
    return right(out, in, inlen);
}
