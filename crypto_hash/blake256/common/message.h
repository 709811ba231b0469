/* SPDX-License-Identifier: CC0-1.0 */

#include "blocks.h"

/* the words of the block at `in` */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);
