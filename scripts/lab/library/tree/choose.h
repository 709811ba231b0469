/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A function is called through a pointer, which at first leads to code that
 * chooses. The pointer is all that is ever written, always with the same
 * value; relaxed atomics suffice, since it only leads to constants. It is no
 * ifunc: resolvers run before libc can be asked for the environment.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "words.h"

typedef int hash(unsigned char *out, const unsigned char *in,
                 unsigned long long n);

struct choice {
    unsigned char core;
    uint32_t words; /* extensions that the code needs */
    const char *name;
    hash *code;
};

struct core {
    const char *name, *vendor;
    uint32_t words;
};

extern const struct core shootout_cores[];

/* Of the choices of a function, grouped by core, the best first. */
const struct choice *shootout_choose(const struct choice *first, size_t n);

uint32_t shootout_cpu(char vendor[13]);

#define NUMBER(array) (sizeof(array) / sizeof(array)[0])
#define FUNCTION(f)                                                            \
    static hash first_##f;                                                     \
    static hash *now_##f = first_##f;                                          \
    static int first_##f(unsigned char *out, const unsigned char *in,          \
                         unsigned long long n)                                 \
    {                                                                          \
        hash *code = shootout_choose(f, NUMBER(f))->code;                      \
        __atomic_store_n(&now_##f, code, __ATOMIC_RELAXED);                    \
        return code(out, in, n);                                               \
    }                                                                          \
    API void shootout_##f(unsigned char *out, const unsigned char *in,         \
                          size_t n)                                            \
    {                                                                          \
        hash *code = __atomic_load_n(&now_##f, __ATOMIC_RELAXED);              \
        /* No code is given a null pointer, not even for no bytes. It is a     \
         * branch: BLAKE-512 waits 15 cycles for a conditional move. */        \
        if (__builtin_expect(n != 0, 1))                                       \
            code(out, in, n);                                                  \
        else                                                                   \
            code(out, out, 0);                                                 \
    }

#define API __attribute__((visibility("default")))

#endif
