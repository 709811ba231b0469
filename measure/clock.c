/* SPDX-License-Identifier: CC0-1.0 */

#include "clock.h"

#define TEN(x) x x x x x x x x x x
#define FIVE(x) x x x x x
#define HUNDRED(x) TEN(TEN(x))

#if defined(__i386__) || defined(__x86_64__)
#define CHAIN "roll $3, %0\n xorl %1, %0\n"
#define PACE "xorl %4, %0\n xorl %4, %1\n xorl %4, %2\n xorl %4, %3\n"
#elif defined(__aarch64__)
#define CHAIN "eor %w0, %w0, %w1\n ror %w0, %w0, #3\n"
#define PACE                                                                   \
    "eor %w0, %w0, %w4\n eor %w1, %w1, %w4\n"                                  \
    "eor %w2, %w2, %w4\n eor %w3, %w3, %w4\n"
#endif

enum { OPERATIONS = 1000, BURSTS = 3, STEPS = 500 };

static void chain(int rounds)
{
    uint32_t a = 1, b = 3;

    while (rounds-- > 0) {
        HUNDRED(__asm__ volatile(FIVE(CHAIN) : "+r"(a) : "r"(b));)
    }
}

static void pace(int rounds)
{
    uint32_t a = 1, b = 2, c = 3, d = 4;

    while (rounds-- > 0) {
        TEN(FIVE(__asm__ volatile(FIVE(PACE)
                                  : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
                                  : "r"(5));))
    }
}

/* The fewest ticks of some bursts: what an interrupt hits does not count. */
static double fewest(const struct clock *k, void (*burst)(int), int rounds)
{
    uint64_t best = UINT64_MAX;
    int i;

    for (i = 0; i < BURSTS; i++) {
        uint64_t ticks = k->counter->read();

        burst(rounds);
        ticks = k->counter->read() - ticks;
        if (ticks < best)
            best = ticks;
    }
    return (double)best - k->overhead;
}

/* How many rounds make a burst of enough steps to be exact. */
static int enough(const struct clock *k, void (*burst)(int), double step)
{
    int rounds = 4;

    while (rounds < 1 << 20 && fewest(k, burst, rounds) < STEPS * step)
        rounds += rounds / 2;
    return rounds;
}

void clock_open(struct clock *k, const struct counter *c, double step)
{
    k->counter = c;
    k->overhead = 0;
    k->overhead = fewest(k, chain, 0);
    k->chain_rounds = enough(k, chain, step);
    k->pace_rounds = enough(k, pace, step);
}

double clock_chain(const struct clock *k)
{
    return OPERATIONS * k->chain_rounds / fewest(k, chain, k->chain_rounds);
}

double clock_pace(const struct clock *k)
{
    return OPERATIONS * k->pace_rounds / fewest(k, pace, k->pace_rounds);
}

struct clock_reading clock_read(const struct clock *k)
{
    struct clock_reading r;

    r.ratio = clock_chain(k);
    r.pace = clock_pace(k);
    return r;
}
