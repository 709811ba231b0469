/* SPDX-License-Identifier: CC0-1.0 */
/* What becomes of records; see records.h. */

#include "records.h"
#include "subject.h"
#include "vectors.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PRINTED_MOST (1ul << 24) /* bytes; more than any program needs */

static char phase[16] = "start";
static unsigned char state[64]; /* of the checksum */
static unsigned digests;        /* in it */
static unsigned long printed;
static int last, done;

int record_was_last(void) { return last; }

int record_was_done(void) { return done; }

/* Printable ASCII only; other bytes become blanks. */
static void print_text(const char *head, const unsigned char *x, size_t n,
                       void (*print)(const char *line, size_t n))
{
    char line[RECORD_MOST + 64];
    size_t k = (size_t)snprintf(line, 64, "%s", head);

    for (size_t i = 0; i < n && i < RECORD_MOST; ++i)
        line[k++] = x[i] < ' ' || x[i] > '~' ? ' ' : (char)x[i];
    line[k++] = '\n';
    print(line, k);
}

void record_fails(const char *cause, void (*print)(const char *line, size_t n))
{
    char head[64];

    if (last)
        return;
    last = 1;
    snprintf(head, sizeof head, "fails %s 0 ", phase);
    print_text(head, (const unsigned char *)cause, strlen(cause), print);
}

size_t record_output(int pipe, void (*print)(const char *line, size_t n))
{
    unsigned char text[64], rest[4096];
    ssize_t n = read(pipe, text, sizeof text);
    size_t all = 0;

    if (n <= 0)
        return 0;
    print_text("printed ", text, (size_t)n, print);
    for (; n > 0 && all < PRINTED_MOST; n = read(pipe, rest, sizeof rest))
        all += (size_t)n;
    return all;
}

static void print_checksum(void (*print)(const char *line, size_t n))
{
    char line[32 + 2 * CHECKSUM_BYTES];
    size_t k = (size_t)snprintf(line, 32, "checksum %s ", phase);

    for (size_t i = 0; i < CHECKSUM_BYTES; ++i)
        k += (size_t)snprintf(line + k, 3, "%02x", state[i]);
    line[k++] = '\n';
    print(line, k);
}

/* The words that lines of a harness begin with. */
static int is_line(const unsigned char *x, size_t n)
{
    static const char *const words[] = {
        "flag ",  "skip ",   "time ",   "pace ",   "clock ",
        "calls ", "cycles ", "digest ", "answer ", "branch ",
        "index ", "traced ", "layout ", "stack ",  "cold "};

    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (n > strlen(words[i]) && !memcmp(x, words[i], strlen(words[i])))
            return 1;
    return 0;
}

void record_take(enum record kind, const unsigned char *x, size_t n,
                 void (*print)(const char *line, size_t n))
{
    if (last)
        return;
    if ((printed += n) > PRINTED_MOST) {
        record_fails("prints without end", print);
    } else if (kind == RECORD_PHASE && n < sizeof phase) {
        memset(phase, 0, sizeof phase);
        memcpy(phase, x, n);
        for (size_t i = 0; i < n; ++i)
            if (phase[i] < 'a' || phase[i] > 'z')
                phase[i] = '?';
        memset(state, 0, sizeof state);
        digests = 0;
    } else if (kind == RECORD_DIGEST && n <= SUBJECT_MAX_BYTES) {
        checksum(state, x, n);
        ++digests;
    } else if (kind == RECORD_CHECKSUM && n == 0 && digests > 0) {
        print_checksum(print);
    } else if (kind == RECORD_LINE && is_line(x, n)) {
        print_text("", x, n, print);
    } else if (kind == RECORD_FAILS) {
        print_text("fails ", x, n, print);
        last = 1;
    } else if (kind == RECORD_DONE && n == 0) {
        print("done\n", 5);
        last = done = 1;
    } else {
        record_fails("writes to a descriptor", print);
    }
}
