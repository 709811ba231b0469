/* SPDX-License-Identifier: CC0-1.0 */
/* Prints the names of the functions that leave upper halves dirty, and `done`.
   subjects.inc names the functions, SUBJECT(name) each. */
#include <stdio.h>

typedef int hash(unsigned char *, const unsigned char *, unsigned long long);

int left_dirty(unsigned char *, const unsigned char *, unsigned long long,
               hash *);

#define SUBJECT(name) hash name;
#include "subjects.inc"
#undef SUBJECT

static const struct {
    const char *name;
    hash *call;
} SUBJECTS[] = {
#define SUBJECT(name) {#name, name},
#include "subjects.inc"
};

static const unsigned long long LENGTHS[] = {0,   8,   64,   111,
                                             129, 300, 1536, 41216};

int main(void)
{
    static unsigned char message[41216], digest[1024];
    for (size_t s = 0; s < sizeof SUBJECTS / sizeof *SUBJECTS; ++s) {
        int left = 0;
        for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i)
            left |= left_dirty(digest, message, LENGTHS[i], SUBJECTS[s].call);
        if (left)
            puts(SUBJECTS[s].name);
    }
    puts("done");
    return 0;
}
