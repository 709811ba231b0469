/* SPDX-License-Identifier: CC0-1.0 */
/* The state of the processor and of the process; see state.h. */

#include "state.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

/* ---- the processor ---- */

#if defined(__i386__) || defined(__x86_64__)

#include <cpuid.h>
#if defined(__x86_64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#define MXCSR_START 0x1f80u
#define MXCSR_MODES 0xffc0u /* the others are told by arithmetic */
#define X87_START 0x037fu
#define X87_MODES 0x0f3fu
#define X87_EMPTY 0xffffu
#define DIRECTION 0x400u
#define NESTED 0x4000u
#define ALIGNMENT 0x40000u
#define CHANGED (DIRECTION | NESTED | ALIGNMENT) /* usually 0 */
#define UPPERS 0x4u                              /* in XINUSE */
#define TILES 0x60000u                           /* configuration and data */

/* What there is, found once; looking costs thousands of cycles. */
static struct {
    int known, sse, avx, wide, in_use, tiles, bases, keys;
} has;

/* A function may have data in the 128 bytes below its stack. */
#ifdef __x86_64__
#define BELOW(asm) "lea -128(%%rsp), %%rsp\n " asm "\n lea 128(%%rsp), %%rsp"
#else
#define BELOW(asm) asm
#endif

/* Taken and, but for the direction, left as they are: compilers rely on it. */
static unsigned long flags(void)
{
    unsigned long now;

    __asm__ volatile(BELOW("pushf\n pop %0\n cld") : "=r"(now)::"memory");
    return now;
}

static void set_flags(unsigned long to)
{
    __asm__ volatile(BELOW("push %0\n popf")::"r"(to) : "memory", "cc");
}

/* Where segments begin, and what rights keys of memory have: a program may
   change them without a system call where `has` says so. */
struct rights {
    unsigned long fs, gs;
    unsigned keys;
};
static struct rights usual;

#if defined(__x86_64__) && defined(__linux__)
#define HWCAP2_FSGSBASE 2
static void look_at_rights(struct rights *now)
{
    if (has.bases) {
        __asm__ volatile(".byte 0xf3, 0x48, 0x0f, 0xae, 0xc0" /* rdfsbase */
                         : "=a"(now->fs));
        __asm__ volatile(".byte 0xf3, 0x48, 0x0f, 0xae, 0xc8" /* rdgsbase */
                         : "=a"(now->gs));
    }
    if (has.keys)
        __asm__ volatile(".byte 0x0f, 0x01, 0xee" /* rdpkru */
                         : "=a"(now->keys)
                         : "c"(0)
                         : "edx");
}

static void find_rights(void)
{
    unsigned a, b, c, d;

    has.bases = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0;
    has.keys = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> 4 & 1);
    look_at_rights(&usual);
}
#else
static void look_at_rights(struct rights *now) { (void)now; }
static void find_rights(void) {}
#endif

/* Components of the extended state that are in use, or that are enabled. */
static unsigned extended(unsigned which)
{
    unsigned low, high;

    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" /* xgetbv */
                     : "=a"(low), "=d"(high)
                     : "c"(which));
    return low;
}

static void find_out(void)
{
    unsigned a, b, c, d, enabled = 0;

    has.known = 1;
    find_rights();
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return;
    has.sse = (d >> 25 & 1) != 0;
    if (c >> 27 & 1)
        enabled = extended(0);
    has.avx = (c >> 28 & 1) && (enabled & 6) == 6;
    if (has.avx && (enabled & 0xe0) == 0xe0 &&
        __get_cpuid_count(7, 0, &a, &b, &c, &d))
        has.wide = b >> 16 & 1; /* AVX-512 */
    if (enabled && __get_cpuid_count(13, 1, &a, &b, &c, &d))
        has.in_use = (a >> 2 & 1) != 0;
    has.tiles = has.in_use && (enabled & TILES) == TILES;
}

/* As instructions: a compiler without AVX has no name for some of them. */
void state_clean(void)
{
    static const unsigned mxcsr = MXCSR_START;
    unsigned long now = flags();

    if (now & (NESTED | ALIGNMENT))
        set_flags(now & ~(unsigned long)CHANGED);
    if (!has.known)
        find_out();
    __asm__ volatile("cld\n fninit");
    if (has.sse)
        __asm__ volatile("ldmxcsr %0" ::"m"(mxcsr));
    if (has.avx)
        __asm__ volatile(".byte 0xc5, 0xf8, 0x77"); /* vzeroupper */
#ifdef __x86_64__
    if (has.tiles && (extended(1) & TILES))
        __asm__ volatile(
            ".byte 0xc4, 0xe2, 0x78, 0x49, 0xc0"); /* tilerelease */
#endif
}

#define YMM(n) "vmovdqu %%ymm" #n ", " #n "*32(%0)\n"
#define ZMM(n) "vmovdqu64 %%zmm" #n ", " #n "*64(%0)\n"
#ifdef __x86_64__
#define REGISTERS(f)                                                           \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13)  \
        f(14) f(15)
#else
#define REGISTERS(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)
#endif

/* Not every processor tells that upper halves are in use; any bit does. */
static int has_uppers(void)
{
    uint64_t ymm[16][4], zmm[16][8];
    uint64_t any = 0;

    memset(ymm, 0, sizeof ymm);
    memset(zmm, 0, sizeof zmm);
    __asm__ volatile(REGISTERS(YMM)::"r"(ymm) : "memory");
    if (has.wide)
        __asm__ volatile(REGISTERS(ZMM)::"r"(zmm) : "memory");
    for (int i = 0; i < 16; ++i) {
        any |= ymm[i][2] | ymm[i][3];
        for (int j = 2; j < 8; ++j)
            any |= zmm[i][j];
    }
    return any != 0;
}

struct state_left state_look(void)
{
    unsigned long left_flags = flags();
    struct state_left left = {0, 0};
    struct rights rights = usual;
    struct {
        unsigned control, status, tags, other[4];
    } x87;
    unsigned mxcsr = MXCSR_START, in_use = 0;
    int uppers = 0;

    set_flags(left_flags & ~(unsigned long)CHANGED);
    look_at_rights(&rights);
    __asm__ volatile("fnstenv %0" : "=m"(x87));
    if (has.in_use)
        in_use = extended(1);
    if (has.avx)
        uppers = has_uppers();
    if (has.sse)
        __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    state_clean();
    if (has.in_use && (extended(1) & UPPERS))
        in_use &= ~UPPERS; /* a processor that does not tell */
    if (in_use & TILES)
        left.litter = "tiles";
    if (uppers || (in_use & UPPERS))
        left.litter = "uppers";
    if ((x87.tags & X87_EMPTY) != X87_EMPTY)
        left.litter = "mmx";
    if ((x87.control ^ X87_START) & X87_MODES)
        left.mode = "changes the x87 control word";
    if ((mxcsr ^ MXCSR_START) & MXCSR_MODES)
        left.mode = "changes MXCSR";
    if (left_flags & DIRECTION)
        left.mode = "leaves the direction flag set";
    if (left_flags & NESTED)
        left.mode = "leaves the flag of nested tasks set";
    if (left_flags & ALIGNMENT)
        left.mode = "leaves the alignment check on";
    if (rights.fs != usual.fs || rights.gs != usual.gs)
        left.mode = "changes a segment";
    if (rights.keys != usual.keys)
        left.mode = "changes the protection of memory";
    return left;
}

#else

/* Modes of floating point, which a program starts with as 0, and modes that
   programs may switch on some processors and that begin as the kernel likes. */
#if defined(__aarch64__)

#define FLOATING "changes FPCR"
static unsigned long floating(void)
{
    unsigned long now;

    __asm__ volatile("mrs %0, fpcr" : "=r"(now));
    return now;
}

static void set_floating(void)
{
    __asm__ volatile("msr fpcr, %0" ::"r"((unsigned long)0));
}

#ifdef __linux__
#include <sys/auxv.h>
#define SWITCHES
#define ASK(bit, name)                                                         \
    if (bit) {                                                                 \
        __asm__ volatile("mrs %0, " name : "=r"(now));                         \
        all |= now;                                                            \
    }

/* Constant times, speculative stores, checks of tags, streams and tiles: their
   registers have different bits. */
static unsigned long switches(void)
{
    unsigned long one = getauxval(AT_HWCAP), two = getauxval(AT_HWCAP2);
    unsigned long now, all = 0;

    ASK(one >> 24 & 1, "s3_3_c4_c2_5") /* DIT */
    ASK(one >> 28 & 1, "s3_3_c4_c2_6") /* SSBS */
    ASK(two >> 18 & 1, "s3_3_c4_c2_7") /* TCO */
    ASK(two >> 23 & 1, "s3_3_c4_c2_2") /* SVCR */
    return all;
}
#define SWITCHES
#endif

#elif defined(__arm__) && defined(__linux__) &&                                \
    (!defined(__thumb__) || defined(__thumb2__))

#include <sys/auxv.h>
#define FLOATING "changes FPSCR"
#define MODES 0x07f79f00u
#define HWCAP_HAS_VFP 0x40u
#ifdef __thumb__
#define INSTRUCTION ".inst.w "
#else
#define INSTRUCTION ".inst "
#endif

/* As numbers: compilers for programs without floating point have no names. */
static unsigned long floating(void)
{
    if (getauxval(AT_HWCAP) & HWCAP_HAS_VFP) {
        register unsigned now __asm__("r0");

        __asm__ volatile(INSTRUCTION "0xeef10a10" /* vmrs r0, fpscr */
                         : "=r"(now));
        return now & MODES;
    }
    return 0;
}

static void set_floating(void)
{
    if (floating()) {
        register unsigned to __asm__("r0") = 0;

        __asm__ volatile(INSTRUCTION
                         "0xeee10a10" /* vmsr fpscr, r0 */ ::"r"(to));
    }
}

#elif defined(__powerpc__) && !defined(_SOFT_FLOAT) && !defined(__NO_FPRS__)

#define FLOATING "changes FPSCR"
static unsigned long floating(void)
{
    double now;
    uint64_t bits;

    __asm__ volatile("mffs %0" : "=f"(now));
    memcpy(&bits, &now, sizeof bits);
    return (unsigned long)(bits & 0xff);
}

static void set_floating(void) { __asm__ volatile("mtfsf 255, %0" ::"f"(0.0)); }

#elif defined(__riscv_flen)

#define FLOATING "changes fcsr"
static unsigned long floating(void)
{
    unsigned long now;

    __asm__ volatile("frcsr %0" : "=r"(now));
    return now & 0xe0;
}

static void set_floating(void) { __asm__ volatile("fscsr zero"); }
#else

#define FLOATING 0
static unsigned long floating(void) { return 0; }
static void set_floating(void) {}

#endif

#ifndef SWITCHES
static unsigned long switches(void) { return 0; }
#endif

static struct {
    int known;
    unsigned long switches;
} usual;

void state_clean(void)
{
    if (!usual.known)
        usual.switches = switches();
    usual.known = 1;
    set_floating();
}

struct state_left state_look(void)
{
    struct state_left left = {0, 0};

    if (switches() != usual.switches)
        left.mode = "changes a mode of the processor";
    if (floating())
        left.mode = FLOATING;
    state_clean();
    return left;
}

#endif

/* ---- the process ---- */

#define SIGNALS 65
#define LIMITS 16

/* Compared byte by byte, so everything in it is cleared first. */
struct settings {
    void (*handler[SIGNALS])(int);
    sigset_t blocked;
    struct timeval alarm[3];
    struct rlimit limit[LIMITS];
};

static struct settings remembered;

static void look(struct settings *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 1; i < SIGNALS; ++i) {
        struct sigaction action;

        if (sigaction(i, 0, &action) == 0)
            s->handler[i] = action.sa_handler;
    }
    sigprocmask(SIG_BLOCK, 0, &s->blocked);
    for (int i = 0; i < 3; ++i) {
        struct itimerval t;

        /* What is left runs on; whether there is one does not. */
        if (getitimer(i, &t) == 0)
            s->alarm[i].tv_sec = t.it_value.tv_sec || t.it_value.tv_usec;
    }
    for (int i = 0; i < LIMITS; ++i)
        getrlimit(i, &s->limit[i]);
}

void state_remember(void) { look(&remembered); }

int state_differ(const void *x, const void *y, size_t n)
{
    const volatile unsigned char *a = x, *b = y;

    for (size_t i = 0; i < n; ++i)
        if (a[i] != b[i])
            return 1;
    return 0;
}

const char *state_changed(void)
{
    struct settings now;

    look(&now);
    if (state_differ(now.handler, remembered.handler, sizeof now.handler))
        return "installs a signal handler";
    if (state_differ(&now.blocked, &remembered.blocked, sizeof now.blocked))
        return "blocks signals";
    if (state_differ(now.alarm, remembered.alarm, sizeof now.alarm))
        return "sets an alarm";
    if (state_differ(now.limit, remembered.limit, sizeof now.limit))
        return "changes a limit";
    return 0;
}
