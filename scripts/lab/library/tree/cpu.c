/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The extensions of this processor that the system lets programs use.
 *
 * CPUID's bits: Intel's Software Developer's Manual, volume 2A; XCR0's: volume
 * 1, 13.3. Linux's HWCAP for arm64: Documentation/arch/arm64/elf_hwcaps.rst.
 */

#include "choose.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

enum { EBX = 1, ECX = 2, EDX = 3 };
enum { XMM = 1, YMM = 6, ZMM = 0xe6 }; /* of XCR0; XMM: no XSAVE needed */

static const struct {
    uint32_t word;
    unsigned char leaf, place, bit, state;
} table[] = {
    {WORD_mmx, 1, EDX, 23, XMM},        {WORD_sse, 1, EDX, 25, XMM},
    {WORD_sse2, 1, EDX, 26, XMM},       {WORD_sse3, 1, ECX, 0, XMM},
    {WORD_pclmul, 1, ECX, 1, XMM},      {WORD_ssse3, 1, ECX, 9, XMM},
    {WORD_sse41, 1, ECX, 19, XMM},      {WORD_sse42, 1, ECX, 20, XMM},
    {WORD_aes, 1, ECX, 25, XMM},        {WORD_avx, 1, ECX, 28, YMM},
    {WORD_bmi, 7, EBX, 3, XMM},         {WORD_avx2, 7, EBX, 5, YMM},
    {WORD_bmi2, 7, EBX, 8, XMM},        {WORD_adx, 7, EBX, 19, XMM},
    {WORD_sha, 7, EBX, 29, XMM},        {WORD_gfni, 7, ECX, 8, XMM},
    {WORD_vaes, 7, ECX, 9, YMM},        {WORD_avx512f, 7, EBX, 16, ZMM},
    {WORD_avx512dq, 7, EBX, 17, ZMM},   {WORD_avx512bw, 7, EBX, 30, ZMM},
    {WORD_avx512vl, 7, EBX, 31, ZMM},   {WORD_avx512vbmi, 7, ECX, 1, ZMM},
    {WORD_avx512vbmi2, 7, ECX, 6, ZMM},
};

/* The registers whose state the system saves. */
static uint32_t xcr0(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint32_t shootout_cpu(char vendor[13])
{
    unsigned leaf[8][4] = {{0}};
    uint32_t here = 0, saved = XMM;

    memset(vendor, 0, 13);
    if (!__get_cpuid(0, &leaf[0][0], &leaf[0][1], &leaf[0][2], &leaf[0][3]))
        return 0;
    memcpy(vendor, &leaf[0][1], 4);
    memcpy(vendor + 4, &leaf[0][3], 4);
    memcpy(vendor + 8, &leaf[0][2], 4);
    __get_cpuid(1, &leaf[1][0], &leaf[1][1], &leaf[1][2], &leaf[1][3]);
    __get_cpuid_count(7, 0, &leaf[7][0], &leaf[7][1], &leaf[7][2], &leaf[7][3]);
    if (leaf[1][ECX] >> 27 & 1) /* OSXSAVE */
        saved |= xcr0();
    for (size_t i = 0; i < NUMBER(table); ++i)
        if (leaf[table[i].leaf][table[i].place] >> table[i].bit & 1 &&
            (saved & table[i].state) == table[i].state)
            here |= table[i].word;
    return here;
}

#elif defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

uint32_t shootout_cpu(char vendor[13])
{
    unsigned long caps = getauxval(AT_HWCAP);

    memset(vendor, 0, 13);
    return WORD_neon | (caps >> 3 & 1 ? WORD_aes : 0) |
           (caps >> 6 & 1 ? WORD_sha2 : 0) | (caps >> 17 & 1 ? WORD_sha3 : 0) |
           (caps >> 21 & 1 ? WORD_sha512 : 0);
}

#else

uint32_t shootout_cpu(char vendor[13])
{
    memset(vendor, 0, 13);
    return 0;
}

#endif
