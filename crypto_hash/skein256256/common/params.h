/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-256-256 in version 1.3 of the paper: its state, and the chaining
   value after the configuration block. */

#define STATE_WORDS 4

// clang-format off
#define IV \
    0xfc9da860d048b449, 0x2fca66479fa7d833, \
    0xb33bc3896656840f, 0x6a54e920fde8da69
// clang-format on
