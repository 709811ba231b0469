/* SPDX-License-Identifier: CC0-1.0 */
/*
 * What a call may leave behind: modes and registers of the processor, which
 * slow or break the code that runs next, and settings of the process.
 */
#ifndef STATE_H
#define STATE_H

#include <stddef.h>

/* Brings the processor into the state that a program starts with: no upper
   halves of vector registers, no tiles, no MMX, usual modes and flags. The
   first call, before any code on trial, notes what no standard tells. */
void state_clean(void);

/*
 * Looks at the processor, and cleans it. mode is what the call changed that
 * the ABI does not let it, in words; litter the word of a flag for what it
 * left: `uppers`, `mmx` or `tiles`. 0 if there is none.
 */
struct state_left {
    const char *mode, *litter;
};
struct state_left state_look(void);

/* Remembers signal handlers, blocked signals, alarms and limits; and tells
   which of them was changed since, 0 if none was. */
void state_remember(void);
const char *state_changed(void);

/* Whether n bytes differ; the library's memcmp might be the implementation's
   own. */
int state_differ(const void *x, const void *y, size_t n);

#endif
