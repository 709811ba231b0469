/* SPDX-License-Identifier: CC0-1.0 */
/* What try does, on a bare machine: known answers, or, with LENGTHS, messages
   of these lengths in bytes that a debugger follows. */
#include <stddef.h>

#include "answers.h"
/* const struct { unsigned mlen; unsigned char digest[BYTES]; } answers[] */

/* Bytes before a buffer, and twice as many behind it, that must stay. */
#define AROUND 64

/* Bytes of messages that are tried at two alignments; longer ones take long. */
#define SHORT 4097

int SUBJECT(unsigned char *, const unsigned char *, unsigned long long);

/* A compiler may call these four without being asked to. Bochs repeats an
   instruction much faster than it goes round a loop. */
void *memcpy(void *to, const void *from, size_t n)
{
    void *t = to;
    __asm__ volatile("rep movsb" : "+D"(t), "+S"(from), "+c"(n) : : "memory");
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f)
        return memcpy(to, from, n);
    while (n--)
        t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    void *t = to;
    __asm__ volatile("rep stosb" : "+D"(t), "+c"(n) : "a"(byte) : "memory");
    return to;
}

int memcmp(const void *x, const void *y, size_t n)
{
    const unsigned char *a = x, *b = y;
    for (; n; --n, ++a, ++b)
        if (*a != *b)
            return *a - *b;
    return 0;
}

static void port(unsigned short number, const char *text)
{
    for (; *text; ++text)
        __asm__ volatile("outb %0, %1" : : "a"(*text), "Nd"(number));
}

static void say(const char *text) { port(0xe9, text); }

static void say_number(unsigned n)
{
    char digits[12], *d = digits + sizeof digits - 1;
    *d = 0;
    do
        *--d = (char)('0' + n % 10);
    while (n /= 10);
    say(d);
}

static unsigned char message[AROUND + LONGEST + 2 * AROUND];
static unsigned char digest[AROUND + BYTES + 2 * AROUND];

#ifdef LENGTHS
#define MESSAGES 4 /* of each length: zeros, ones, two others */

/* Each call is between two of this. */
__attribute__((noinline)) void alike_mark(void) { __asm__ volatile(""); }

void examine(void)
{
    static const unsigned lengths[] = {LENGTHS};
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; ++k)
        for (unsigned j = 0; j < MESSAGES; ++j) {
            for (unsigned i = 0; i < lengths[k]; ++i)
                message[i] =
                    (unsigned char)(j < 2 ? 0 - j : (i + j) * (i + 91 * j));
            alike_mark();
            SUBJECT(digest, message, lengths[k]);
            alike_mark();
        }
    port(0x8900, "Shutdown"); /* Bochs ends here */
}
#else
static int untouched(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        if (bytes[i] != 0xa5)
            return 0;
    return 1;
}

/* One length at one alignment: into fresh memory, then over the message. */
static int wrong(unsigned k, unsigned alignment)
{
    const unsigned mlen = answers[k].mlen;
    unsigned char *in = message + AROUND + alignment;
    unsigned char *out = digest + AROUND + alignment % 7;
    memset(message, 0xa5, (size_t)(in - message) + mlen + 2 * AROUND);
    memset(digest, 0xa5, sizeof digest);
    for (unsigned i = 0; i < mlen; ++i)
        in[i] = (unsigned char)(167 * i + 13);
    if (SUBJECT(out, in, mlen) || memcmp(out, answers[k].digest, BYTES))
        return 1;
    if (!untouched(digest, (size_t)(out - digest)) ||
        !untouched(out + BYTES, (size_t)(digest + sizeof digest - out - BYTES)))
        return 1;
    return SUBJECT(in, in, mlen) || memcmp(in, answers[k].digest, BYTES);
}

void examine(void)
{
    unsigned right = 0;
    for (unsigned k = 0; k < sizeof answers / sizeof *answers; ++k) {
        const int aligned = answers[k].mlen <= SHORT;
        if (!(aligned && wrong(k, 0)) && !wrong(k, 1 + k % 31)) {
            ++right;
            continue;
        }
        say("wrong ");
        say_number(answers[k].mlen);
        say("\n");
    }
    say("right ");
    say_number(right);
    say("\n");
    port(0x8900, "Shutdown"); /* Bochs ends here */
}
#endif
