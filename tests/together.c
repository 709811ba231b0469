/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes messages that end where their memory ends, by many implementations in
   one program. subjects.inc names them, SUBJECT(function, bytes of a digest,
   "lengths of messages") each; the digests of one stand behind its name. With
   MemorySanitizer in all code there are complaints, too: about a branch, an
   index and a digest that depend on bytes that nobody wrote. With the word
   guards, the same has to come from read-only memory between pages that can't
   be touched, at either end, and over the message; and of an empty message at
   no address, where UndefinedBehaviorSanitizer tells of a copy or a sum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define IS_WRITTEN(bytes, n) __msan_check_mem_is_initialized(bytes, n)
#endif
#endif
#ifndef IS_WRITTEN
#define IS_WRITTEN(bytes, n) (void)0
#endif

typedef int hash(unsigned char *, const unsigned char *, unsigned long long);

#define SUBJECT(name, bytes, lengths) hash name;
#include "subjects.inc"
#undef SUBJECT

static const struct {
    const char *name;
    hash *call;
    size_t bytes;
    const char *lengths;
} SUBJECTS[] = {
#define SUBJECT(name, bytes, lengths) {#name, name, bytes, lengths},
#include "subjects.inc"
};

#define CANARY 16 /* bytes before and behind a digest */
#define FILL 0xa7

static int is_touched(const unsigned char *canary)
{
    for (int k = 0; k < CANARY; ++k)
        if (canary[k] != FILL)
            return 1;
    return 0;
}

/* What is wrong elsewhere; empty if nothing is. */
static const char *wrong(hash *call, const unsigned char *message, size_t n,
                         const unsigned char *digest, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), most = n > bytes ? n : bytes;
    size_t room = n / page * page + page;
    unsigned char *pages =
        mmap(0, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *around = malloc(most + 2 * CANARY + 1), *out;

    if (pages == MAP_FAILED || !around)
        return "no memory";
    for (size_t end = 0; end < 2; ++end) {
        unsigned char *in = pages + page + (end ? room - n : 0);

        out = around + CANARY + end;
        memset(around, FILL, most + 2 * CANARY + 1);
        if (mprotect(pages + page, room, PROT_READ | PROT_WRITE))
            return "no memory to write to";
        memcpy(in, message, n);
        if (mprotect(pages + page, room, PROT_READ))
            return "no memory to read from";
        if (call(out, in, n) || memcmp(out, digest, bytes))
            return "depends on addresses";
        if (is_touched(out - CANARY) || is_touched(out + bytes))
            return "writes beside its output";
    }
    out = around + CANARY;
    memset(around, FILL, most + 2 * CANARY + 1);
    memcpy(out, message, n);
    if (call(out, out, n) || memcmp(out, digest, bytes))
        return "is wrong over its message";
    if (is_touched(out - CANARY) || is_touched(out + most))
        return "writes beside its message";
    if (!n && (call(out, 0, 0) || memcmp(out, digest, bytes)))
        return "is wrong of nothing";
    munmap(pages, room + 2 * page);
    free(around);
    return "";
}

int main(int argc, char **argv)
{
    const int guards = argc > 1 && !strcmp(argv[1], "guards");

    setvbuf(stderr, 0, _IOLBF, BUFSIZ); /* one system call for a line */
    for (size_t s = 0; s < sizeof SUBJECTS / sizeof *SUBJECTS; ++s) {
        const char *at = SUBJECTS[s].lengths;

        fprintf(stderr, "subject %s\n", SUBJECTS[s].name);
        while (*at) {
            char *end;
            size_t n = strtoul(at, &end, 10), bytes = SUBJECTS[s].bytes;
            unsigned char *message = malloc(n ? n : 1);
            unsigned char *digest = malloc(bytes);

            if (!message || !digest || at == end)
                return 1;
            at = end;
            for (size_t i = 0; i < n; ++i)
                message[i] = (unsigned char)(167 * i + 13);
            if (SUBJECTS[s].call(digest, message, n))
                return 1;
            IS_WRITTEN(digest, bytes);
            fprintf(stderr, "%lu ", (unsigned long)n);
            for (size_t i = 0; i < 2 * bytes; ++i)
                putc("0123456789abcdef"[digest[i / 2] >> (4 - i % 2 * 4) & 15],
                     stderr);
            if (guards)
                fputs(wrong(SUBJECTS[s].call, message, n, digest, bytes),
                      stderr);
            fprintf(stderr, "\n");
            free(message);
            free(digest);
        }
    }
    fprintf(stderr, "subject end\n");
    return 0;
}
