/* SPDX-License-Identifier: CC0-1.0 */
/* Prints of each function: its name, the least ticks of a call for 1536 bytes
   that found clean upper halves and of one that found dirty ones, and whether
   it left them dirty. subjects.inc names the functions, SUBJECT(name) each. */
#include <stdio.h>

typedef int hash(unsigned char *, const unsigned char *, unsigned long long);

unsigned long long timed(unsigned char *, const unsigned char *,
                         unsigned long long, hash *, int dirty);
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

enum { REPEATS = 200 };
static const unsigned long long LENGTHS[] = {0,   8,   64,   111,
                                             129, 300, 1536, 41216};

int main(void)
{
    static unsigned char message[41216], digest[1024];
    for (size_t s = 0; s < sizeof SUBJECTS / sizeof *SUBJECTS; ++s) {
        unsigned long long least[2] = {-1ULL, -1ULL};
        int left = 0;
        for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i)
            left |= left_dirty(digest, message, LENGTHS[i], SUBJECTS[s].call);
        for (int i = 0; i < 2 * REPEATS; ++i) {
            unsigned long long t =
                timed(digest, message, 1536, SUBJECTS[s].call, i & 1);
            if (t < least[i & 1])
                least[i & 1] = t;
        }
        printf("%s %llu %llu %d\n", SUBJECTS[s].name, least[0], least[1], left);
    }
    return 0;
}
