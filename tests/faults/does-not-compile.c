/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
#include "fault.h"

FAULT { return this is no C; }
