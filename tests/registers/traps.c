/* SPDX-License-Identifier: CC0-1.0 */
/* Stops at each instruction of an implementation's assembly, on emulated
   machines, which have no single steps for a program of their own: all of its
   instructions are traps but the one that is carried out. What registers and
   stack hold is written down, and tests/stops.py unwinds it.

   The handler runs on a stack of its own and keeps the vectors that a call
   keeps, so these hold what the code left in them. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "crypto_hash.h"
#include "traps.h"

#define MLEN 70 /* a block of 64 bytes, and one more */

/* Of each instruction so many visits are written down, by DWARF's numbers of
   registers; the last is PowerPC's LR. */
#define VISITS 9
#define REGISTERS 33

/* Of a caller's frame so many bytes are the function's: on PowerPC the place
   of the return address is there. */
#define BEYOND 16

#if defined(__arm__)
#define PC(u) ((u)->uc_mcontext.arm_pc)
#define REGISTER(u, n) ((n) < 16 ? (&(u)->uc_mcontext.arm_r0)[n] : 0)
#define STACK 13
#define TRAP 0xe7f001f0
#elif defined(__aarch64__)
#define PC(u) ((u)->uc_mcontext.pc)
#define REGISTER(u, n)                                                         \
    ((n) < 31 ? (u)->uc_mcontext.regs[n] : (n) == 31 ? (u)->uc_mcontext.sp : 0)
#define STACK 31
#define TRAP 0xd4200000
#elif defined(__powerpc__)
#define PC(u) ((u)->uc_mcontext.uc_regs->gregs[32])
#define REGISTER(u, n) ((u)->uc_mcontext.uc_regs->gregs[(n) < 32 ? (n) : 36])
#define STACK 1
#define TRAP 0x7fe00008
#elif defined(__riscv)
#define PC(u) ((u)->uc_mcontext.__gregs[0])
#define REGISTER(u, n) ((n) && (n) < 32 ? (u)->uc_mcontext.__gregs[n] : 0)
#define STACK 2
#define TRAP 0x00100073
#define SHORT_TRAP 0x9002 /* where an instruction has two bytes */
#endif

struct place {
    uintptr_t address;
    uint32_t code;
    unsigned size, visits;
    char begins; /* a function */
};

static struct place *places, *last;
static size_t count;
static uintptr_t end; /* of what is written down of the stack */
static FILE *records;

static void put(struct place *p, uint32_t code)
{
    char *at = (char *)p->address;

    if (p->size == 2) {
        uint16_t half = (uint16_t)code;
        memcpy(at, &half, 2);
    } else {
        memcpy(at, &code, 4);
    }
    __builtin___clear_cache(at, at + p->size);
}

static void arm(struct place *p)
{
#if defined(SHORT_TRAP)
    put(p, p->size == 2 ? SHORT_TRAP : TRAP);
#else
    put(p, TRAP);
#endif
}

static int order(const void *x, const void *y)
{
    uintptr_t a = ((const struct place *)x)->address;
    uintptr_t b = ((const struct place *)y)->address;

    return a < b ? -1 : a > b;
}

/* The vectors that a call keeps, as they are; returns how many bytes they have.
 */
static size_t vectors(unsigned char *to)
{
#if defined(__ARM_NEON) && defined(__arm__)
    __asm__ volatile("vstmia %0, {d8-d15}" : : "r"(to) : "memory");
    return 64;
#elif defined(__aarch64__)
    __asm__ volatile("stp d8, d9, [%0]\n\tstp d10, d11, [%0, 16]\n\t"
                     "stp d12, d13, [%0, 32]\n\tstp d14, d15, [%0, 48]"
                     :
                     : "r"(to)
                     : "memory");
    return 64;
#elif defined(__ALTIVEC__)
#define STORE(n)                                                               \
    __asm__ volatile("stvx " #n ", 0, %0"                                      \
                     :                                                         \
                     : "r"(to + 16 * (n - 20))                                 \
                     : "memory")
    STORE(20);
    STORE(21);
    STORE(22);
    STORE(23);
    STORE(24);
    STORE(25);
    STORE(26);
    STORE(27);
    STORE(28);
    STORE(29);
    STORE(30);
    STORE(31);
    return 192;
#else
    (void)to;
    return 0;
#endif
}

static void note(ucontext_t *u)
{
    static unsigned char kept[192] __attribute__((aligned(16)));
    uintptr_t head[REGISTERS + 3], sp = (uintptr_t)REGISTER(u, STACK);

    head[0] = (uintptr_t)PC(u);
    for (int n = 0; n < REGISTERS; ++n)
        head[1 + n] = (uintptr_t)REGISTER(u, n);
    head[REGISTERS + 1] = vectors(kept);
    head[REGISTERS + 2] = sp < end ? end - sp : 0;
    fwrite(head, sizeof head, 1, records);
    fwrite(kept, head[REGISTERS + 1], 1, records);
    fwrite((void *)sp, head[REGISTERS + 2], 1, records);
}

static void stopped(int number, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    struct place here = {.address = (uintptr_t)PC(u)}, *p;

    (void)info;
    p = bsearch(&here, places, count, sizeof *places, order);
    if (!p) {
        signal(number, SIG_DFL); /* it fails again, by itself */
        return;
    }
    if (last && last != p && (last->begins || last->visits < VISITS))
        arm(last);
    put(p, p->code);
    ++p->visits;
    last = p;
    if (p->begins)
        end = (uintptr_t)REGISTER(u, STACK) + BEYOND;
    note(u);
}

/* A line for each instruction: its address, and + where a function begins. */
static int told(const char *path)
{
    FILE *file = fopen(path, "r");
    struct place p = {0};
    char line[80];

    while (file && fgets(line, sizeof line, file)) {
        if (!(count & (count + 1)))
            places = realloc(places, (2 * count + 1) * 2 * sizeof p);
        p.address = (uintptr_t)strtoull(line, 0, 16);
        p.begins = strchr(line, '+') != 0;
        memcpy(&p.code, (void *)p.address, 4);
        p.size = 4;
#if defined(SHORT_TRAP)
        p.size = (p.code & 3) == 3 ? 4 : 2;
#endif
        places[count++] = p;
    }
    return file && count && !fclose(file);
}

int stop_everywhere(const char *addresses, const char *results)
{
    static unsigned char message[MLEN], digest[crypto_hash_BYTES];
    static unsigned char stack[1 << 16];
    uintptr_t after[MOST];
    struct sigaction action = {.sa_sigaction = stopped,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from, to;

    records = fopen(results, "wb");
    if (!records || !told(addresses))
        return 0;
    qsort(places, count, sizeof *places, order);
    from = places[0].address & -page;
    to = places[count - 1].address + 4;
    if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE | PROT_EXEC))
        return 0;
    sigaltstack(&own, 0);
    sigaction(SIGTRAP, &action, 0);
    sigaction(SIGILL, &action, 0);
    for (size_t k = 0; k < count; ++k)
        arm(places + k);
    poisoned(digest, message, MLEN, after);
    for (size_t k = 0; k < count; ++k)
        put(places + k, places[k].code);
    return !fclose(records);
}
