/* SPDX-License-Identifier: CC0-1.0 */
#ifndef TRAPS_H
#define TRAPS_H

#include <stdint.h>

#define MOST 64

/* Loads POISON + i into the i-th register that a call must keep (garbage into
   the others), calls crypto_hash, and stores what the registers hold then.
   Returns how many they are; the stack is aligned as the ABI has it. */
int poisoned(unsigned char *out, const unsigned char *in,
             unsigned long long inlen, uintptr_t after[MOST]);

/* Hashes a message, stops at each instruction whose address is in a file, and
   writes down what registers and stack hold there; returns whether it could. */
int stop_everywhere(const char *addresses, const char *results);

#endif
