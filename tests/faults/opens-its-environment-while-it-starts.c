/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a file */
/* where: start */
#include "fault.h"
#include <fcntl.h>
#include <unistd.h>

/* Reads its environment as the kernel has it, whatever became of pointers. */
__attribute__((constructor)) static void look(void)
{
    static char words[4096];
    int file = open("/proc/self/environ", O_RDONLY);

    if (file >= 0 && read(file, words, sizeof words) > 0)
        _exit(0);
}

FAULT { return right(out, in, inlen); }
