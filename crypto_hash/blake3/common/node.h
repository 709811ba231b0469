/* SPDX-License-Identifier: CC0-1.0 */

/* A chunk and a parent by blocks(), one at a time. `flags` is ROOT or 0. */

#include <string.h>

#include "blocks.h"
#include "pad.h"

static inline void store(value cv, const word h[8])
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* halves, as vectors of four words were stored, are loaded without delay */
    memcpy(cv, h, sizeof(value) / 2);
    memcpy(cv + sizeof(value) / 2, h + 4, sizeof(value) / 2);
#else
    for (int i = 0; i < 8; i++)
        store_le(cv + i * WORD_BYTES, h[i]);
#endif
}

/* The last block of a chunk, of `bytes` bytes. */
static inline void last_block(word h[8], const unsigned char *in, size_t bytes,
                              uint64_t t, word flags)
{
    const kind last = KIND(bytes, flags | CHUNK_END);
    block padded;

    if (bytes < BLOCK_BYTES)
        in = pad(&padded, in, bytes);
    blocks(h, in, 1, t, &last);
}

static inline void leaf(value cv, const unsigned char *in, size_t bytes,
                        uint64_t t, word flags)
{
    const size_t before = bytes ? (bytes - 1) / BLOCK_BYTES : 0;
    word h[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

    if (bytes == CHUNK_BYTES && !flags) {
        blocks(h, in, CHUNK_BLOCKS, t, chunk_kinds);
    } else {
        if (before) {
            blocks(h, in, before, t, chunk_kinds);
            in += before * BLOCK_BYTES;
        } else {
            flags |= CHUNK_START;
        }
        last_block(h, in, bytes - before * BLOCK_BYTES, t, flags);
    }
    store(cv, h);
}

/* The two children lie one behind the other; cv may be the first. */
static inline void parent(value cv, const value children[2], word flags)
{
    const kind node = KIND(BLOCK_BYTES, PARENT | flags);
    word h[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

    blocks(h, (const unsigned char *)children, 1, 0, &node);
    store(cv, h);
}
