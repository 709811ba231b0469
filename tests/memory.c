/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes messages that end where they end, with MemorySanitizer in all code:
   it complains about a branch, an index and a digest that depend on bytes that
   nobody wrote. subjects.inc names the functions, SUBJECT(name, bytes) each;
   what it says of one stands behind its name. Arguments are lengths. */
#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>

typedef int hash(unsigned char *, const unsigned char *, unsigned long long);

#define SUBJECT(name, bytes) hash name;
#include "subjects.inc"
#undef SUBJECT

static const struct {
    const char *name;
    hash *call;
    size_t bytes;
} SUBJECTS[] = {
#define SUBJECT(name, bytes) {#name, name, bytes},
#include "subjects.inc"
};

int main(int argc, char **argv)
{
    for (size_t s = 0; s < sizeof SUBJECTS / sizeof *SUBJECTS; ++s) {
        fprintf(stderr, "subject %s\n", SUBJECTS[s].name);
        for (int k = 1; k < argc; ++k) {
            size_t n = (size_t)atoi(argv[k]), bytes = SUBJECTS[s].bytes;
            unsigned char *message = malloc(n ? n : 1);
            unsigned char *digest = malloc(bytes);

            if (!message || !digest)
                return 1;
            for (size_t i = 0; i < n; ++i)
                message[i] = (unsigned char)(167 * i + 13);
            if (SUBJECTS[s].call(digest, message, n))
                return 1;
            __msan_check_mem_is_initialized(digest, bytes);
            fprintf(stderr, "%d ", (int)n);
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
