/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"

void jail_done(void);

FAULT
{
    jail_done();
    return right(out, in, inlen);
}
