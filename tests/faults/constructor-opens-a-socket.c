/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a socket */
#include "fault.h"
#include <sys/socket.h>

__attribute__((constructor)) static void call(void)
{
    socket(AF_INET, SOCK_STREAM, 0);
}

FAULT { return right(out, in, inlen); }
