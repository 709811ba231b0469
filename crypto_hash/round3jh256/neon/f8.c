/* SPDX-License-Identifier: CC0-1.0 */
/* F_8 is all in blocks.S but for the constants, whose address C knows best. */
#include "jh.h"

#include "constants.h"

#define blocks_with CRYPTO_NAMESPACE(blocks_with)
void blocks_with(const uint8_t *constants, jh_state *h, const uint8_t *in,
                 size_t blocks);

void f8(jh_state *h, const uint8_t *in, size_t blocks)
{
    blocks_with(round_constants.bytes, h, in, blocks);
}
