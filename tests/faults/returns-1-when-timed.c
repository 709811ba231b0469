/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* The return value is looked at where code is tried; its digests were right. */
#include "fault.h"

TIMED

FAULT { return right(out, in, inlen) | timed; }
