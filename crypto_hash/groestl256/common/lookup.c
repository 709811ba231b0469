/* SPDX-License-Identifier: CC0-1.0 */
/*
 * compress() and output() for assembly that does all of it but has no table of
 * SubBytes and MixBytes.
 */
#include "column.h"
#include "groestl.h"

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)
void table_compress(byte h[BLOCK], const byte *in, uint64_t n,
                    const uint64_t t[8][256]);
void table_output(byte h[BLOCK], const uint64_t t[8][256]);

static const uint64_t T[8][256] = {
    {SBOX(ENTRY0)}, {SBOX(ENTRY1)}, {SBOX(ENTRY2)}, {SBOX(ENTRY3)},
    {SBOX(ENTRY4)}, {SBOX(ENTRY5)}, {SBOX(ENTRY6)}, {SBOX(ENTRY7)},
};

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    if (blocks > 0)
        table_compress(h, in, blocks, T);
}

void output(byte h[BLOCK]) { table_output(h, T); }
