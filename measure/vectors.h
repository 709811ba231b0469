/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The messages and the checksum of SUPERCOP's try program, to the bit: both
 * are made of the Salsa20/20 core, so that a checksum here is a checksum there.
 */
#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* A stream of requests. Each request starts a new nonce, whatever its size. */
struct generator {
    const char *key; /* 32 bytes */
    uint64_t nonce;
};

extern struct generator messages; /* lengths and contents of messages */
extern struct generator canaries; /* what surrounds messages and digests */

/* The next n bytes of a generator; a request for 0 bytes counts as one. */
void generate(struct generator *g, unsigned char *x, size_t n);

/* The next random number of a generator: 8 bytes, little-endian. */
uint64_t generate_number(struct generator *g);

#define CHECKSUM_BYTES 32

/* Absorbs n bytes into a checksum, which starts as 64 zero bytes. */
void checksum(unsigned char state[64], const unsigned char *x, size_t n);

/* The message of the known answers: byte i is (167 i + 13) mod 256. */
void pattern(unsigned char *x, size_t n);

#endif
