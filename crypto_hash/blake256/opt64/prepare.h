/* SPDX-License-Identifier: CC0-1.0 */

#include "blocks.h"

/* x[r][i] = word i of the block at `in` xor the constant that round r of ten
   pairs it with. */
#define prepare CRYPTO_NAMESPACE(prepare)
void prepare(word x[10][16], const unsigned char *in);
