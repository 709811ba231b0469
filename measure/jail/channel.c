/* SPDX-License-Identifier: CC0-1.0 */
/* Records to the warden; see channel.h. */

#include "channel.h"
#include "records.h"
#include "syscalls.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Written out when full, and before waiting: a reader that wakes up beside
   timings would disturb them. */
static unsigned char buffer[1 << 16];
static size_t filled;
static int has_warden;
static int printed = 1; /* where records go without a warden */

void channel_open(int jailed, int words)
{
    has_warden = jailed;
    printed = words;
}

static void put(int fd, const unsigned char *x, size_t n)
{
    while (n > 0) {
        long w = syscalls_write(fd, x, n);

        if (w < 0 && errno != EINTR)
            syscalls_exit(112);
        if (w > 0) {
            x += w;
            n -= (size_t)w;
        }
    }
}

static void put_line(const char *line, size_t n)
{
    put(printed, (const unsigned char *)line, n);
}

void channel_flush(void)
{
    if (has_warden)
        put(CHANNEL, buffer, filled);
    filled = 0;
}

void channel_send(enum record kind, const void *x, size_t n)
{
    if (!has_warden) {
        record_take(kind, x, n, put_line);
        return;
    }
    if (filled + 3 + n > sizeof buffer)
        channel_flush();
    buffer[filled++] = (unsigned char)kind;
    buffer[filled++] = (unsigned char)(n & 255);
    buffer[filled++] = (unsigned char)(n >> 8);
    memcpy(buffer + filled, x, n);
    filled += n;
}

void channel_say(const char *format, ...)
{
    char line[RECORD_MOST];
    va_list arguments;
    int n;

    va_start(arguments, format);
    n = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (n >= (int)sizeof line)
        n = (int)sizeof line - 1;
    if (n > 0)
        channel_send(RECORD_LINE, line, (size_t)n);
}

uint64_t channel_draw(uint64_t (*ticks)(void))
{
    uint64_t drawn = 0;
    size_t n = 0;

    if (!has_warden)
        return ticks();
    channel_send(RECORD_DRAW, "", 0);
    channel_flush();
    while (n < sizeof drawn) {
        long r = syscalls_read(CHANNEL, (char *)&drawn + n, sizeof drawn - n);

        if (r == 0 || (r < 0 && errno != EINTR))
            syscalls_exit(112);
        n += r > 0 ? (size_t)r : 0;
    }
    return drawn;
}
