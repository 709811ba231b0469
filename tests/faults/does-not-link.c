/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
#include "fault.h"
int nowhere(void);

FAULT { return right(out, in, inlen) + nowhere(); }
