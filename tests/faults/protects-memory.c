/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes the protection of memory */
#include "fault.h"
#include <stdint.h>
#include <sys/mman.h>

FAULT
{
    mprotect((void *)((uintptr_t)crypto_hash & ~(uintptr_t)4095), 4096,
             PROT_READ | PROT_WRITE | PROT_EXEC);
    return right(out, in, inlen);
}
