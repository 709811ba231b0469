/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints */
#define _GNU_SOURCE
#include "fault.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

FAULT
{
    struct utsname machine = {0};
    struct stat found;
    int seen = fstatat(AT_FDCWD, "/etc/passwd", &found, 0);

    uname(&machine);
    printf("%s %s %s ", machine.nodename, machine.release,
           seen == 0 ? "a file" : strerror(errno));
    printf("[%s] ", (const char *)getauxval(AT_EXECFN));
    for (char **each = environ; each && *each; ++each)
        printf("[%s] ", *each);
    fflush(stdout);
    return right(out, in, inlen);
}
