/* SPDX-License-Identifier: CC0-1.0 */
/* Where in a page the stack and the message of timed calls lie. */
#ifndef PLACE_H
#define PLACE_H

#include "samples.h"

#include <stddef.h>
#include <stdint.h>

#define PAGE 4096 /* bytes; offsets are addresses modulo this */

/* Memory for n bytes at an offset in a page. */
unsigned char *place_message(size_t n, unsigned offset);

/* The offset of the stack that calls are to have, rounded to 16 bytes. */
void place_stack(unsigned offset);

/* Calls `time` with the stack there. Compilers round holes, so it is tried a
   few times and then taken as it is: place_found. */
void place_call(void (*time)(uint64_t (*ticks)(void), struct timing *),
                uint64_t (*ticks)(void), struct timing *t);
unsigned place_found(void);

#endif
