/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a socket */
#include "fault.h"
#include <sys/socket.h>

FAULT { return right(out, in, inlen) + 0 * socket(AF_INET, SOCK_STREAM, 0); }
