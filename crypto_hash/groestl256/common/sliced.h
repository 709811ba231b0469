/* SPDX-License-Identifier: CC0-1.0 */
/*
 * What message.c needs of an implementation that keeps the state in rows, a
 * vector of bytes each ("byte slicing", Aoki, Roland, Sasaki and Schläffer).
 */
#include "api.h"
#include "params.h"
#include <stddef.h>
#include <stdint.h>

#define BLOCK (8 * COLUMNS)

/*
 * out = the digest of the padded message: its first blocks are the whole ones
 * at in, then come the rest at last, one or two. Out may overlap in.
 */
#define digest CRYPTO_NAMESPACE(digest)
void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
            uint64_t whole, const unsigned char *last, size_t rest);
