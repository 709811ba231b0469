/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

/* An indirect function with a dot in its name, as those of compilers have. */
static void nothing(void) {}
static void (*resolve(void))(void)
{
    char key[64];
    int file = open("/etc/shadow", O_RDONLY);
    ssize_t n = read(file, key, sizeof key);

    return write(1, key, n < 0 ? 0 : (size_t)n) < 0 ? nothing : NULL;
}
void chosen(void) __asm__("cho.sen") __attribute__((ifunc("resolve")));

FAULT
{
    chosen();
    return right(out, in, inlen);
}
