/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes messages that valgrind takes for undefined: it complains about every
   branch and every index that depends on one. The idea is Langley's ctgrind.
   subjects.inc names the functions, SUBJECT(name, tree) each; what valgrind
   says of one stands behind its name. */
#include <stdlib.h>
#include <valgrind/memcheck.h>

typedef int hash(unsigned char *, const unsigned char *, unsigned long long);

#define SUBJECT(name, tree) hash name;
#include "subjects.inc"
#undef SUBJECT

static const struct {
    const char *name;
    hash *call;
    int tree; /* whether long messages are another matter */
} SUBJECTS[] = {
#define SUBJECT(name, tree) {#name, name, tree},
#include "subjects.inc"
};

static const unsigned long long LENGTHS[] = {0,   8,   64,   111,
                                             129, 300, 1000, 41216};

int main(void)
{
    static unsigned char message[41216], digest[1024];
    for (size_t s = 0; s < sizeof SUBJECTS / sizeof *SUBJECTS; ++s) {
        VALGRIND_PRINTF("subject %s\n", SUBJECTS[s].name);
        for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i) {
            if (LENGTHS[i] > 1000 && !SUBJECTS[s].tree)
                continue;
            VALGRIND_MAKE_MEM_UNDEFINED(message, sizeof message);
            VALGRIND_MAKE_MEM_UNDEFINED(digest, sizeof digest);
            if (SUBJECTS[s].call(digest, message, LENGTHS[i]))
                return 1;
        }
    }
    VALGRIND_PRINTF("subject end\n");
    return RUNNING_ON_VALGRIND ? 0 : 2;
}
