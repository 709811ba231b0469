/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Messages in read-only memory between pages that can't be touched, so that
 * code that reads or writes one byte too far is found.
 */
#ifndef GUARD_H
#define GUARD_H

#include <stddef.h>

enum side { BEFORE, BEHIND };

/* Makes room for messages of up to n bytes. */
void guard(size_t n);

/*
 * Hashes the pattern message of mlen bytes, which touches the forbidden page
 * on the side. The first read of that page is said as a flag, and the page can
 * be read from then on; a write is a failure. Returns what the hash returned.
 */
int guarded_hash(enum side side, size_t mlen, unsigned char *digest);

#endif
