/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes messages that end where their memory ends, by many implementations in
   one program. subjects.inc names them, SUBJECT(function, bytes of a digest,
   "lengths of messages") each; the digests of one stand behind its name. With
   MemorySanitizer in all code there are complaints, too: about a branch, an
   index and a digest that depend on bytes that nobody wrote. */
#include <stdio.h>
#include <stdlib.h>

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

int main(void)
{
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
            for (size_t i = 0; i < bytes; ++i)
                fprintf(stderr, "%02x", digest[i]);
            fprintf(stderr, "\n");
            free(message);
            free(digest);
        }
    }
    fprintf(stderr, "subject end\n");
    return 0;
}
