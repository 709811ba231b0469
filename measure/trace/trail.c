/* SPDX-License-Identifier: CC0-1.0 */
/* Trails of calls, compared; see trail.h. */

#include "trail.h"

#include <stdlib.h>

#define MOST ((size_t)1 << 22) /* addresses of a call, of each kind */

/* Addresses in their order. */
struct list {
    uint64_t *at;
    size_t n;
};

static struct list first[TRAIL_KINDS]; /* of the first message of a length */
static size_t done[TRAIL_KINDS];       /* of the call that runs */
static unsigned messages, lengths;
static const unsigned long *length;
static unsigned long calls; /* begun or over */
static int inside, astray, too_long;
static int differs[TRAIL_KINDS]; /* 1: to be told, 2: told */
static unsigned long differs_at[TRAIL_KINDS];
static unsigned long long instructions;

int trail_expect(unsigned m, unsigned n, const unsigned long *each)
{
    messages = m;
    lengths = n;
    length = each;
    for (int k = 0; k < TRAIL_KINDS; ++k) {
        first[k].at = malloc(MOST * sizeof *first[k].at);
        if (!first[k].at)
            return 0;
    }
    return 1;
}

static int is_first(void) { return (calls - 1) % messages == 0; }

static void differ(enum trail_kind kind)
{
    if (differs[kind])
        return;
    differs[kind] = 1;
    differs_at[kind] = length[(calls - 1) / messages];
}

int trail_mark(void)
{
    if (inside) {
        inside = 0;
        for (int k = 0; k < TRAIL_KINDS && !astray && !is_first(); ++k)
            if (done[k] != first[k].n)
                differ(TRAIL_BRANCH);
        return 0;
    }
    if (calls == (unsigned long)messages * lengths)
        return 0;
    ++calls;
    inside = 1;
    astray = 0;
    for (int k = 0; k < TRAIL_KINDS; ++k) {
        done[k] = 0;
        if (is_first())
            first[k].n = 0;
    }
    return 1;
}

static void take(enum trail_kind kind, uint64_t address)
{
    struct list *l = &first[kind];

    if (!inside || astray)
        return;
    if (is_first()) {
        if (l->n < MOST)
            l->at[l->n++] = address;
        else
            too_long = 1;
    } else if (done[kind] >= l->n || l->at[done[kind]++] != address) {
        differ(kind);
        astray = kind == TRAIL_BRANCH; /* what follows can't be compared */
    }
}

void trail_step(uint64_t instruction)
{
    instructions += (unsigned)inside;
    take(TRAIL_BRANCH, instruction);
}

void trail_touch(uint64_t data) { take(TRAIL_INDEX, data); }

int trail_differs(enum trail_kind *kind, unsigned long *at)
{
    for (int k = 0; k < TRAIL_KINDS; ++k)
        if (differs[k] == 1) {
            differs[k] = 2;
            *kind = (enum trail_kind)k;
            *at = differs_at[k];
            return 1;
        }
    return 0;
}

unsigned long long trail_whole(void)
{
    int whole = !inside && calls == (unsigned long)messages * lengths;

    return whole && !too_long ? instructions : 0;
}
