/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Prints the filters that measure/syscalls.c would install in a program for
 * this machine, and the numbers of its calls: the table's, and the headers' as
 * numbers.inc has them, with a line {"read", SYS_read}, for each name.
 */

#define prctl kept /* the kernel is not asked */
#include "syscalls.c"
#undef prctl

#include <stdarg.h>

static const struct {
    const char *name;
    long number;
} known[] = {
#include "numbers.inc"
};

static const char *list;

int kept(int what, ...)
{
    struct sock_fprog *program;
    va_list arguments;

    if (what != PR_SET_SECCOMP)
        return 0;
    va_start(arguments, what);
    (void)va_arg(arguments, int);
    program = va_arg(arguments, struct sock_fprog *);
    va_end(arguments);
    printf("secret %s %u %u\n", list, secret[0], secret[1]);
    for (unsigned i = 0; i < program->len; ++i)
        printf("%s %u %u %u %u\n", list, program->filter[i].code,
               program->filter[i].jt, program->filter[i].jf,
               program->filter[i].k);
    return 0;
}

int main(void)
{
    static const char path[] = "/program";

    printf("pid %ld\npath %u\n", (long)getpid(),
           (unsigned)((uintptr_t)path & 0xffffffff));
    for (size_t i = 0; i < COUNT(calls); ++i)
        printf("table %s %d\n", calls[i].name, number_of(&calls[i]));
    for (size_t i = 0; i < COUNT(known); ++i)
        printf("header %s %ld\n", known[i].name, known[i].number);
    list = "loading";
    syscalls_confine(LOADING, path);
    list = "running";
    syscalls_confine(RUNNING, 0);
    return 0;
}
