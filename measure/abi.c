/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Does a compiler work here, and for which ABI? Prints the ABI and the
 * compiler's version. What the harness includes is included here too, so that
 * a compiler without its headers is found out at once.
 *
 * With arguments it prints the files that they name instead: where programs
 * run on another machine, that is how its facts are learnt.
 */

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__LP64__)
#define ABI "amd64"
#elif defined(__i386__)
#define ABI "x86"
#elif defined(__AARCH64EL__) && defined(__LP64__)
#define ABI "arm64"
#elif defined(__ARMEL__)
#define ABI "armeabi"
#elif defined(__powerpc64__)
#define ABI "ppc64"
#elif defined(__powerpc__)
#define ABI "ppc32"
#elif defined(__riscv) && __riscv_xlen == 64
#define ABI "riscv64"
#elif UINTPTR_MAX > 0xffffffff
#define ABI "unknown64"
#else
#define ABI "unknown32"
#endif

static void print(const char *name)
{
    FILE *file = fopen(name, "r");
    for (int c; file && (c = getc(file)) != EOF;)
        putchar(c);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        print(argv[i]);
    if (argc > 1)
        return 0;
#if defined(__clang__)
    printf("%s Clang_%s\n", ABI, __clang_version__);
#elif !defined(__VERSION__)
    printf("%s unknown\n", ABI);
#else
    printf("%s %s\n", ABI, __VERSION__);
#endif
    return 0;
}
