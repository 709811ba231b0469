/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Does clock_read tell the truth? Other chains, of instructions whose latency
 * is documented and not 1, have to give the same core cycles per tick within
 * 1 %. Prints a line a chain; exit status 1 when one disagrees.
 */

#include "clock.h"
#include "counter.h"

#include <stdio.h>

#if defined(__i386__) || defined(__x86_64__)

#include <cpuid.h>

#define FIVE(x) x x x x x
#define HUNDRED(x) FIVE(FIVE(x x x x))

enum { LENGTH = 20000, TRIES = 200 };

static void rol(int n)
{
    uint32_t a = 3;

    for (; n > 0; n -= 100) {
        HUNDRED(__asm__ volatile("roll $5, %0" : "+r"(a));)
    }
}

static void imul(int n)
{
    uint32_t a = 3;

    for (; n > 0; n -= 100) {
        HUNDRED(__asm__ volatile("imull %0, %0" : "+r"(a));)
    }
}

/* Registers are not named as changed, so that no SSE is asked of the compiler;
   nothing here computes with them. */
static void sha256rnds2(int n)
{
    for (; n > 0; n -= 100) {
        HUNDRED(__asm__ volatile("sha256rnds2 %xmm2, %xmm1");)
    }
}

static int has_sha(void)
{
    unsigned a, b, c, d;

    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

static uint64_t fewest(const struct counter *c, void (*f)(int), int n)
{
    uint64_t best = UINT64_MAX;
    int i;

    for (i = 0; i < TRIES; i++) {
        uint64_t ticks = c->read();

        f(n);
        ticks = c->read() - ticks;
        if (ticks < best)
            best = ticks;
    }
    return best;
}

static int disagrees(const struct clock *k, const char *name, void (*f)(int),
                     int latency)
{
    double ratio = 0, chain = 0, off = 1;
    int i;

    /* Again when a stranger on the core came between the two. */
    for (i = 0; i < 20 && (off > 0.01 || off < -0.01); i++) {
        uint64_t ticks = fewest(k->counter, f, 3 * LENGTH);

        ticks -= fewest(k->counter, f, LENGTH);
        chain = 2.0 * LENGTH * latency / (double)ticks;
        ratio = clock_read(k).ratio;
        off = ratio / chain - 1;
    }
    printf("chain %s latency %d clock %.4f clock_read %.4f %s\n", name, latency,
           chain, ratio, i < 20 ? "ok" : "disagrees");
    return i == 20;
}

static int compare(const struct clock *k)
{
    return disagrees(k, "rol", rol, 1) + disagrees(k, "imul", imul, 3) +
           (has_sha() ? disagrees(k, "sha256rnds2", sha256rnds2, 4) : 0);
}

#else

static int compare(const struct clock *k)
{
    (void)k;
    puts("chain none known here");
    return 0;
}

#endif

int main(void)
{
    struct counter_report report;
    const struct counter *c = counter_choose(0, &report);
    struct clock k;

    if (c == 0) {
        printf("no counter: %s\n", report.refused);
        return 1;
    }
    clock_open(&k, c, report.step);
    return compare(&k) != 0;
}
