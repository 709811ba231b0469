/* SPDX-License-Identifier: CC0-1.0 */

#include "blocks.h"

/* The words of the block at `in`: a file of its own, because a compiler that
   knows where they come from takes them out of vectors one by one. */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);
