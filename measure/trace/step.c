/* SPDX-License-Identifier: CC0-1.0 */
/* Trails of calls, by traps of the processor; see step.h. */

#define _GNU_SOURCE /* names of registers */

#include "step.h"
#include "channel.h"
#include "jail.h"

#if !((defined(__x86_64__) || defined(__i386__)) && defined(__linux__))

__attribute__((noinline)) void alike_mark(void) { __asm__ volatile(""); }

void step_expect(unsigned m, unsigned n, const unsigned long *each)
{
    (void)m;
    (void)n;
    (void)each;
}

void step_tell(void) {}

#else

#include "operands.h"
#include "trail.h"

#include <cpuid.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define TRAP 0x100       /* the flag for a trap behind each instruction */
#define SLOTS (1u << 18) /* instructions, by address */

#ifdef __x86_64__
#define PC REG_RIP
#define STACK REG_RSP
#define IS_64 1
#define LEGACY 0 /* bytes before the state of vector registers */
static const int numbered[] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
#else
#define PC REG_EIP
#define STACK REG_ESP
#define IS_64 0
#define LEGACY 112
static const int numbered[] = {REG_EAX, REG_ECX, REG_EDX, REG_EBX,
                               REG_ESP, REG_EBP, REG_ESI, REG_EDI};
#endif

static const greg_t *registers;
static const unsigned char *state; /* of vector registers, as XSAVE leaves it */
static unsigned offsets[8];        /* of its components */
static uint64_t last;              /* the address of the last instruction */
static int stepping;

static uint64_t general(int number)
{
    return (uintptr_t)registers[numbered[number]];
}

/* ---- instructions ---- */

static struct instruction {
    uint64_t at;
    struct operands operands;
} * known; /* a table, hashed by address */

static const struct operands *instruction_at(uint64_t at)
{
    size_t slot = (size_t)(at * 0x9e3779b97f4a7c15 >> 40) % SLOTS;

    for (unsigned tried = 0; tried < SLOTS;
         ++tried, slot = (slot + 1) % SLOTS) {
        if (!known[slot].at) {
            known[slot].at = at;
            known[slot].operands =
                operands_of((const unsigned char *)(uintptr_t)at, IS_64);
        }
        if (known[slot].at == at)
            return &known[slot].operands;
    }
    fail("has too much code to be traced");
}

/* ---- data ---- */

enum { SSE = 160, AVX = 2, MASKS = 5, UPPER = 6, HIGH = 7 };

/* The bytes of a vector register, 64 of them. */
static void vector(int number, unsigned char *bytes)
{
    memset(bytes, 0, 64);
    if (number >= 16) {
        memcpy(bytes, state + offsets[HIGH] + 64 * (number - 16), 64);
        return;
    }
    memcpy(bytes, state + SSE + 16 * number, 16);
    if (offsets[AVX])
        memcpy(bytes + 16, state + offsets[AVX] + 16 * number, 16);
    if (offsets[UPPER])
        memcpy(bytes + 32, state + offsets[UPPER] + 32 * number, 32);
}

/* Whether an element of a gather or of a masked move is touched. */
static int is_touched(const struct operands *o, int element)
{
    unsigned char masks[64];
    uint64_t bits = ~(uint64_t)0;

    if (o->mask != NONE)
        memcpy(&bits, state + offsets[MASKS] + 8 * o->mask, 8);
    if (o->vector_mask == NONE)
        return bits >> element & 1;
    vector(o->vector_mask, masks);
    return masks[(element + 1) * o->element_size - 1] >> 7;
}

static void touch_elements(const struct operands *o)
{
    unsigned char indices[64] = {0};

    if (o->gathered != NONE)
        vector(o->gathered, indices);
    for (int i = 0; i < (o->elements ? o->elements : 64); ++i) {
        uint64_t index = 0;

        memcpy(&index, indices + i * o->index_size, (size_t)o->index_size);
        trail_touch(is_touched(o, i) ? index : ~index);
    }
}

/* The addresses that an instruction is about to use. */
static void touch(const struct operands *o)
{
    uint64_t at = 0;

    trail_touch((uintptr_t)registers[STACK]); /* of pushes and calls */
    if (o->base != NONE)
        at += general(o->base);
    if (o->index != NONE)
        at += general(o->index) << o->shift;
    if (o->bits != NONE)
        at += general(o->bits) >> 3;
    if (o->base != NONE || o->index != NONE || o->bits != NONE)
        trail_touch(o->cut ? (uint32_t)at : at);
    for (int i = 0; i < 2; ++i)
        if (o->used[i] != NONE)
            trail_touch(general(o->used[i]) +
                        (o->byte == NONE ? 0 : general(o->byte) & 255));
    if (o->mask != NONE || o->vector_mask != NONE || o->gathered != NONE)
        touch_elements(o);
}

/* ---- traps ---- */

__attribute__((noinline)) void alike_mark(void) { __asm__ volatile("int3"); }

extern char __executable_start[] __attribute__((weak)); /* by the linker */

static void tell(uint64_t at)
{
    static const char *const names[] = {"branch", "index"};
    enum trail_kind kind;
    unsigned long mlen;

    while (trail_differs(&kind, &mlen))
        channel_say("%s %lu 0x%llx", names[kind], mlen,
                    (unsigned long long)(at - (uintptr_t)__executable_start));
}

/* An instruction without its prefixes. */
static const unsigned char *bare(const unsigned char *at)
{
    while (*at == 0x66 || (IS_64 && (*at & 0xf0) == 0x40))
        ++at;
    return at;
}

/* pushf and popf: no hash needs the flags as a number, and code that reads TRAP
   in them could behave while it is traced. */
static int is_about_flags(const unsigned char *at)
{
    return *at == 0x9c || *at == 0x9d;
}

#ifdef __x86_64__
/* `syscall` leaves the flags in r11, and the instruction after it runs before
   the next trap: it may not name r11, which has TRAP cleared then. */
static void hide_trap(const unsigned char *at, greg_t *all)
{
    static int called;

    if (called)
        all[REG_R11] &= ~(greg_t)TRAP;
    called = at[0] == 0x0f && at[1] == 0x05;
    if (!called)
        return;
    for (at += 2; *at == 0x66 || *at == 0xf2 || *at == 0xf3;)
        ++at;
    if (((*at & 0xf0) == 0x40 && *at & 7) || *at == 0xc4 || *at == 0xc5 ||
        *at == 0x62 || *at == 0xd5 || is_about_flags(bare(at)))
        fail("looks at the flag that traces it");
}
#else
static void hide_trap(const unsigned char *at, greg_t *all)
{
    (void)at;
    (void)all;
}
#endif

static int step_trapped(const siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    const unsigned char *at;
    const struct operands *next;

    if (!known)
        return 0;
    registers = u->uc_mcontext.gregs;
    state = (const unsigned char *)u->uc_mcontext.fpregs + LEGACY;
    if (info->si_code == SI_KERNEL) { /* a mark was run */
        stepping = trail_mark();
        tell(last);
        if (stepping)
            u->uc_mcontext.gregs[REG_EFL] |= TRAP;
        else
            u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP;
        return 1;
    }
    if (!stepping)
        return 0;
    at = bare((const unsigned char *)(uintptr_t)registers[PC]);
    hide_trap(at, u->uc_mcontext.gregs);
    if (is_about_flags(at))
        fail("looks at the flag that traces it");
    next = instruction_at((uintptr_t)registers[PC]);
    if (next->unknown)
        fail("has addresses of 16 bits, which are not traced");
    trail_step((uintptr_t)registers[PC]);
    tell(last);
    last = (uintptr_t)registers[PC];
    touch(next);
    tell(last);
    return 1;
}

void step_expect(unsigned m, unsigned n, const unsigned long *each)
{
    unsigned size, c, d;

    known = calloc(SLOTS, sizeof *known);
    if (!trail_expect(m, n, each) || !known)
        fail("no memory for the test itself");
    for (unsigned i = AVX; i <= HIGH; ++i)
        if (!__get_cpuid_count(13, i, &size, &offsets[i], &c, &d))
            offsets[i] = 0;
    jail_trapped = step_trapped;
}

void step_tell(void) { channel_say("traced %llu", trail_whole()); }

#endif
