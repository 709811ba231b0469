/* SPDX-License-Identifier: CC0-1.0 */
/* f8 is blocks.S; the compiler knows best where the constants are. */
#include "jh.h"

#include "constants.h"

#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(jh_state *h, const uint8_t *in, size_t n, const uint8_t *constants);

void f8(jh_state *h, const uint8_t *in, size_t n)
{
    blocks(h, in, n, round_constants.bytes);
}
