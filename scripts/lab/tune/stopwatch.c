/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Calls of hash functions in turn:
 *
 *     timing BYTES READINGS CALLS FILE.so NAME [FILE.so NAME ...]
 *
 * prints a line for each reading: ticks of so many calls of each function, and
 * of CYCLES cycles, the length of a chain of dependent instructions that take
 * one each. Who comes first moves on with each reading, so that what disturbs
 * the machine for longer disturbs all. A call that does not count comes before,
 * for the others' calls have taken its code out of the near caches. With every
 * other reading the stack begins at another offset, for where it lies can cost
 * as much as an order gains.
 *
 *     timing FILE.so NAME
 *
 * prints a sum of the digests of messages of 0 to LONGEST bytes.
 */

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 700, MOST = 1 << 20, CYCLES = 10000, WARM = 10, OFFSETS = 8 };
enum { FUNCTIONS = 64 /* at most */ };
enum { DIGEST = 1024 /* bytes at most */ };

typedef int function(unsigned char *, const unsigned char *,
                     unsigned long long);

static unsigned char message[MOST + 1];

static uint64_t ticks(void)
{
#if defined(__i386__) || defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t t;

    __asm__ volatile("isb\n mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
#endif
}

static uint64_t chain(void)
{
    uint64_t begin = ticks();
    uint32_t a = 1, b = 3;

    for (int i = 0; i < CYCLES / 10; ++i) {
#if defined(__i386__) || defined(__x86_64__)
#define TWO "roll $3, %0\n xorl %1, %0\n"
#elif defined(__aarch64__)
#define TWO "eor %w0, %w0, %w1\n eor %w0, %w0, %w1\n"
#elif defined(__arm__)
#define TWO "eor %0, %1\n eor %0, %1\n"
#else
#define TWO "xor %0, %0, %1\n xor %0, %0, %1\n"
#endif
        __asm__ volatile(TWO TWO TWO TWO TWO : "+r"(a) : "r"(b));
    }
    return ticks() - begin;
}

static function *opened(const char *file, const char *name)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    function *found = 0;

    if (library)
        *(void **)&found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return found;
}

static uint64_t timed(function *hash, unsigned long long bytes, int calls,
                      int offset)
{
    unsigned char room[1 + 144 * (size_t)offset];
    unsigned char digest[DIGEST];
    uint64_t begin;

    __asm__ volatile("" : : "r"(room) : "memory"); /* the call's stack is below */
    begin = ticks();
    for (int i = 0; i < calls; ++i)
        hash(digest, message, bytes);
    return ticks() - begin;
}

int main(int count, char **words)
{
    if (count == 3) {
        function *hash = opened(words[1], words[2]);
        uint64_t sum = 0;

        for (unsigned n = 0; n <= LONGEST; ++n) {
            unsigned char digest[DIGEST] = {0};

            message[n] = (unsigned char)(n * 167 + 13);
            hash(digest, message + n % 2, n);
            for (int i = 0; i < 64; ++i)
                sum = (sum ^ digest[i]) * 0x100000001b3 + n;
        }
        printf("%016llx\n", (unsigned long long)sum);
        return 0;
    }
    if (count < 6 || count % 2 || count > 4 + 2 * FUNCTIONS)
        return 2;
    unsigned long long bytes = strtoull(words[1], 0, 10);
    int readings = atoi(words[2]), calls = atoi(words[3]), n = count / 2 - 2;
    function *hash[FUNCTIONS];

    if (bytes > MOST)
        return 2;
    for (int k = 0; k < n; ++k) {
        hash[k] = opened(words[4 + 2 * k], words[5 + 2 * k]);
        for (int i = 0; i < WARM; ++i)
            timed(hash[k], bytes, calls, 0);
    }
    for (int i = 0; i < readings; ++i) {
        uint64_t t[FUNCTIONS];

        for (int j = 0; j < n; ++j) {
            int k = (i + j) % n;

            timed(hash[k], bytes, 1, i / 2 % OFFSETS);
            t[k] = timed(hash[k], bytes, calls, i / 2 % OFFSETS);
        }
        for (int k = 0; k < n; ++k)
            printf("%llu ", (unsigned long long)t[k]);
        printf("%llu\n", (unsigned long long)chain());
    }
    return 0;
}
