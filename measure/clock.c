/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The chain: instructions that each wait for the one before and take one
 * cycle, so that their number is the number of cycles. A second thread on the
 * core hardly slows it, for it needs one slot of several. The instruction has
 * to be one that no processor does while renaming, as several do with moves
 * and Intel's since Alder Lake with the addition of small constants.
 *
 *   x86      rol by 3 and xor in turn: 1 cycle from the 486 on; not on the
 *            Pentium 4 (rol 4 or 1, xor 1/2 or 1).
 *   ARM      eor of two registers: 1 cycle from ARM7 to Cortex-X.
 *   PowerPC  xor: 1 cycle on 603, 604, G3, G4, 4xx, e500 to e6500, POWER6; 2
 *            on G5, Cell, POWER4, 5 and 9. The kernel names the processor;
 *            where descriptions disagree (POWER7, 8) or are missing, the ratio
 *            is unknown rather than wrong by 2.
 *   RISC-V   xor: 1 cycle on all we know of.
 *
 * The pace: nop, which waits for nothing and takes but slots of the front end,
 * all there are; what a second thread wants is missing at once.
 *
 * To be compiled with optimisation: without, operands go through memory.
 */

#include "clock.h"

#define FIVE(x) x x x x x
#define TEN(x) FIVE(x) FIVE(x)
#define HUNDRED(x) TEN(TEN(x))

#define CYCLES 1 /* of each operation in the chain */
#if defined(__i386__) || defined(__x86_64__)
#define PAIR "roll $3, %0\n xorl %1, %0\n"
#elif defined(__aarch64__)
#define PAIR "eor %w0, %w0, %w1\n eor %w0, %w0, %w1\n"
#elif defined(__arm__)
#define PAIR "eor %0, %1\n eor %0, %1\n"
#elif defined(__powerpc__) || defined(__powerpc64__)
#define PAIR "xor %0, %0, %1\n xor %0, %0, %1\n"
#undef CYCLES
#define CYCLES ppc_cycles()
#elif defined(__riscv)
#define PAIR "xor %0, %0, %1\n xor %0, %0, %1\n"
#else
#define PAIR ""
#undef CYCLES
#define CYCLES 0
#endif

#if defined(__powerpc__) || defined(__powerpc64__)

#include <string.h>
#include <sys/auxv.h>

static int ppc_cycles(void)
{
    static const char *const names[] = {
        "1ppc603", "1ppc604", "1ppc750",   "1ppc74",  "1ppc4",
        "1ppc85",  "1ppce5",  "1ppce6",    "1power6", "2ppc970",
        "2power4", "2power5", "2ppc-cell", "2power9",
    }; /* latency, AT_PLATFORM begins with */
    const char *platform = (const char *)getauxval(AT_PLATFORM);
    unsigned i;

    for (i = 0; platform != 0 && i < sizeof names / sizeof names[0]; i++)
        if (strncmp(platform, names[i] + 1, strlen(names[i] + 1)) == 0)
            return names[i][0] - '0';
    return 0;
}

#endif

enum { OPERATIONS = 1000, LOOKS = 5, STEPS = 150 };

static void chain(int rounds)
{
    uint32_t a = 1, b = 3;

    while (rounds-- > 0) {
        HUNDRED(__asm__ volatile(FIVE(PAIR) : "+r"(a) : "r"(b));)
    }
}

static void pace(int rounds)
{
    while (rounds-- > 0) {
        HUNDRED(__asm__ volatile(TEN("nop\n"));)
    }
}

static uint64_t burst(const struct clock *k, void (*probe)(int), int rounds)
{
    uint64_t start = k->counter->read();

    probe(rounds);
    return k->counter->read() - start;
}

/*
 * Operations per tick. Each look is the difference of a long and a short
 * burst, so that what reading takes, and how early it is done while the last
 * operations still wait, cancels out. Interrupts make some looks too long and
 * some too short, and the counter's steps blur all: hence the mean of the
 * middle three of five.
 */
static double speed(const struct clock *k, void (*probe)(int), int rounds)
{
    int64_t t[LOOKS], middle;
    int i, j;

    for (i = 0; i < LOOKS; i++) {
        uint64_t brief = burst(k, probe, rounds);
        int64_t ticks = (int64_t)(burst(k, probe, 3 * rounds) - brief);

        for (j = i; j > 0 && t[j - 1] > ticks; j--)
            t[j] = t[j - 1];
        t[j] = ticks;
    }
    middle = t[1] + t[2] + t[3];
    return middle > 0 ? 6.0 * OPERATIONS * rounds / (double)middle : 0;
}

/* The rounds of the short burst, so that a look has enough steps, also when
   an interrupt or two make a burst seem long. */
static int enough(const struct clock *k, void (*probe)(int), double step)
{
    int rounds = 3, i = 0;

    while (rounds < 1 << 20 && i < 3) {
        i++;
        if ((double)burst(k, probe, 2 * rounds) < STEPS * step) {
            rounds += (rounds + 3) / 4;
            i = 0;
        }
    }
    return rounds;
}

void clock_open(struct clock *k, const struct counter *c, double step)
{
    k->counter = c;
    k->chain_rounds = enough(k, chain, 2 * step);
    k->pace_rounds = enough(k, pace, step);
}

struct clock_reading clock_read(const struct clock *k)
{
    struct clock_reading r;

    r.ratio = CYCLES * speed(k, chain, k->chain_rounds);
    r.pace = speed(k, pace, k->pace_rounds);
    return r;
}
