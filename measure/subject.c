/* SPDX-License-Identifier: CC0-1.0 */
/* Compiled with each implementation; see subject.h. */

#include "subject.h"
#include "crypto_hash.h"

typedef char digest_fits[crypto_hash_BYTES <= SUBJECT_MAX_BYTES ? 1 : -1];

const struct subject subject = {crypto_hash, crypto_hash_BYTES};
