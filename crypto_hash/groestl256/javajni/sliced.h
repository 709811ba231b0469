/* SPDX-License-Identifier: CC0-1.0 */
/*
 * In the place of the C implementations' header, for digest.c: names the size
 * of the digest, which api.h does for them, and keeps digest() to its file.
 */
#include "params.h"
#include <stddef.h>
#include <stdint.h>

#define CRYPTO_BYTES 32
#define BLOCK (8 * COLUMNS)

static inline void digest(unsigned char out[CRYPTO_BYTES],
                          const unsigned char *in, uint64_t whole,
                          const unsigned char *last, size_t rest);
