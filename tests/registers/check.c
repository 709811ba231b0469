/* SPDX-License-Identifier: CC0-1.0 */
/* Calls an implementation with a pattern in every register that it must keep.
   On x86, if asked, also once step by step: at each instruction the stack is
   unwound to the caller, as debuggers and profilers do. On other machines it
   stops at each and writes down what there is, if two files are named. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>

#include "crypto_hash.h"
#include "traps.h"

static const unsigned long long LENGTHS[] = {0,   8,    64,   135,
                                             200, 1000, 4099, 41216};

#ifdef UNWIND
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#ifdef __x86_64__
#define PC REG_RIP
static const int kept[] = {3, 6, 12, 13, 14, 15}; /* in DWARF's numbers */
#else
#define PC REG_EIP
static const int kept[] = {3, 5, 6, 7};
#endif
#define TRAP 0x100
#define KEPT (sizeof kept / sizeof *kept)

struct caller {
    uintptr_t frame, registers[KEPT];
};
static struct caller first;
static unsigned steps, lost;
static uintptr_t lost_at;

__attribute__((noinline)) static int stepped(unsigned char *out,
                                             const unsigned char *in);

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *own)
{
    struct caller *found = own;
    void *at = (void *)(_Unwind_GetIP(context) - 1);

    if (_Unwind_FindEnclosingFunction(at) != (void *)stepped)
        return _URC_NO_REASON;
    found->frame = _Unwind_GetCFA(context);
    for (size_t k = 0; k < KEPT; ++k)
        found->registers[k] = _Unwind_GetGR(context, kept[k]);
    return _URC_NORMAL_STOP;
}

static void trapped(int number, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    struct caller found;

    (void)number;
    if (info->si_code == SI_KERNEL) { /* int3 */
        u->uc_mcontext.gregs[REG_EFL] ^= TRAP;
        return;
    }
    if (_Unwind_FindEnclosingFunction(
            (void *)(uintptr_t)u->uc_mcontext.gregs[PC]) == (void *)stepped)
        return;
    memset(&found, 0, sizeof found);
    _Unwind_Backtrace(look, &found);
    if (!steps++)
        first = found;
    if ((!found.frame || memcmp(&found, &first, sizeof found)) && !lost++)
        lost_at = (uintptr_t)u->uc_mcontext.gregs[PC];
}

static int stepped(unsigned char *out, const unsigned char *in)
{
    int r;

    __asm__ volatile("int3");
    r = crypto_hash(out, in, UNWIND);
    __asm__ volatile("int3");
    return r;
}

static int unwinds(void)
{
    static unsigned char message[UNWIND], digest[crypto_hash_BYTES];
    static unsigned char stack[1 << 16];
    struct sigaction action = {.sa_sigaction = trapped,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};

    sigaltstack(&own, 0);
    sigaction(SIGTRAP, &action, 0);
    stepped(digest, message);
    printf("unwound at %u instructions\n", steps);
    if (lost)
        printf("%u not, the first crypto_hash%+ld\n", lost,
               (long)(lost_at - (uintptr_t)crypto_hash));
    return steps && !lost;
}
#else
static int unwinds(void) { return 1; }
#endif

int main(int argc, char **argv)
{
    static unsigned char message[41300], digest[crypto_hash_BYTES + 8];

#ifdef STOPS
    if (argc == 3)
        return !stop_everywhere(argv[1], argv[2]);
#else
    (void)argc, (void)argv;
#endif
    for (unsigned i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i) {
        uintptr_t after[MOST];
        int n = poisoned(digest + i % 5, message + i % 3, LENGTHS[i], after);
        for (int k = 0; k < n; ++k)
            if (after[k] != POISON + (unsigned)k) {
                printf("%llu bytes: register %d of those kept is changed\n",
                       LENGTHS[i], k);
                return 1;
            }
        printf("%d registers kept\n", n);
    }
    return !unwinds();
}
