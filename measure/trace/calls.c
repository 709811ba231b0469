/* SPDX-License-Identifier: CC0-1.0 */
#define _GNU_SOURCE /* dl_iterate_phdr */

/* Calls of the hash that are looked at one by one; see calls.h. */

#include "calls.h"
#include "channel.h"
#include "jail.h"
#include "state.h"
#include "step.h"
#include "subject.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define PAINTED (1ul << 17) /* bytes of stack */
#define COLD 15             /* calls */

/* Empties the line at an address from all caches, where a program may. */
#ifdef __linux__
#include <link.h>
#if defined(__x86_64__) || defined(__SSE2__)
#define FLUSH(x) __asm__ volatile("clflush %0" : : "m"(*(x)) : "memory")
#elif defined(__aarch64__)
#define FLUSH(x) __asm__ volatile("dc civac, %0" : : "r"(x) : "memory")
#elif defined(__powerpc__)
#define FLUSH(x)                                                               \
    __asm__ volatile("dcbf 0, %0; icbi 0, %0" : : "b"(x) : "memory")
#endif
#endif

/* The emulator's log names this function: it shows where a call is. */
__attribute__((noinline)) static void calls_mark(void) { __asm__ volatile(""); }

static int nothing(unsigned char *out, const unsigned char *in,
                   unsigned long long inlen)
{
    (void)out;
    (void)in;
    (void)inlen;
    return 0;
}

static size_t length(const struct room *room, const char *text)
{
    size_t mlen = strtoul(text, 0, 10);

    if (mlen > room->longest)
        fail("has no message of %lu bytes", (unsigned long)mlen);
    return mlen;
}

void calls_marked(const struct room *room, int n, char **lengths)
{
    int (*volatile each[])(unsigned char *, const unsigned char *,
                           unsigned long long) = {nothing, subject.hash};

    for (int i = 0; i < 2 * n; ++i) {
        size_t mlen = length(room, lengths[i / 2]);
        int (*function)(unsigned char *, const unsigned char *,
                        unsigned long long) = each[i % 2];

        place.mlen = mlen;
        calls_mark();
        function(room->out, room->in, mlen);
        calls_mark();
    }
}

/* One place for all, as where it returns to is part of the trail. */
static __attribute__((noinline)) void mark(const struct room *room, size_t mlen)
{
    alike_mark();
    subject.hash(room->out, room->in, mlen);
    alike_mark();
}

void calls_alike(const struct room *room, unsigned m, int n, char **lengths)
{
    unsigned long *each = calloc((size_t)n, sizeof *each);

    if (!each)
        fail("no memory for the test itself");
    for (int i = 0; i < n; ++i)
        each[i] = length(room, lengths[i]);
    step_expect(m, (unsigned)n, each);
    for (int i = 0; i < n; ++i) {
        place.mlen = each[i];
        for (unsigned j = 0; j < m; ++j) {
            memset(room->in, j == 0 ? 0 : 255, each[i]);
            if (j > 1)
                generate(&messages, room->in, each[i]);
            mark(room, each[i]);
        }
    }
    step_tell();
}

/* Paints the stack below its caller, or tells how much of it was written. */
static __attribute__((noinline)) size_t paint(int look)
{
    volatile unsigned char below[PAINTED];
    size_t i = look ? 256 : 0; /* more than the two calls lie apart */

    for (; i < PAINTED && (!look || below[i] == 0xa5); ++i)
        below[i] = 0xa5;
    return PAINTED - i;
}

static void stack(struct room room, size_t mlen)
{
    struct rlimit most;
    size_t written;

    if (getrlimit(RLIMIT_STACK, &most) || most.rlim_cur < 8 * PAINTED)
        return;
    place.mlen = mlen;
    state_clean();
    paint(0);
    subject.hash(room.out, room.in, mlen);
    written = paint(1);
    jail_look(); /* behind MMX, doubles are NaN */
    if (written < PAINTED)
        channel_say("stack %lu", (unsigned long)written);
}

#ifdef FLUSH
static void flush(unsigned char *x, size_t n)
{
    for (size_t i = 0; i < n; i += 32) /* a line has as much, or more */
        FLUSH(x + i);
    __sync_synchronize();
}

/* Flushes what the program, or a library of it, has in memory. */
static int flush_object(struct dl_phdr_info *object, size_t size, void *unused)
{
    const ElfW(Phdr) *p = object->dlpi_phdr;

    (void)size;
    (void)unused;
    for (int i = 0; i < object->dlpi_phnum; ++i, ++p)
        if (p->p_type == PT_LOAD && p->p_flags & PF_R)
            flush((unsigned char *)(object->dlpi_addr + p->p_vaddr),
                  p->p_memsz);
    return 0;
}

static __attribute__((noinline)) void flush_stack(void)
{
    unsigned char below[PAINTED / 4];

    flush(below, sizeof below);
}

/* Whole numbers, as behind MMX doubles are NaN. */
static long long nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static int order(const void *x, const void *y)
{
    const long long *a = x, *b = y;

    return (*a > *b) - (*a < *b);
}

static void cold(struct room room, size_t mlen)
{
    long long took[COLD], begin;

    place.mlen = mlen;
    for (int i = 0; i < COLD; ++i) {
        dl_iterate_phdr(flush_object, 0);
        flush(room.in, mlen);
        flush_stack();
        nanoseconds(); /* its own code is cold, too */
        begin = nanoseconds();
        subject.hash(room.out, room.in, mlen);
        took[i] = nanoseconds() - begin;
        jail_look();
    }
    qsort(took, COLD, sizeof took[0], order);
    channel_say("cold %lld", took[COLD / 2]);
}
#endif

void calls_costs(struct room room)
{
    stack(room, 4096);
#ifdef FLUSH
    cold(room, 1536);
#endif
}
