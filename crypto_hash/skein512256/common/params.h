/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512-256 in version 1.3 of the paper: its state, and the chaining
   value after the configuration block. */

#define STATE_WORDS 8

// clang-format off
#define IV \
    0xccd044a12fdb3e13, 0xe83590301a79a9eb, \
    0x55aea0614f816e6f, 0x2a2767a4ae9b94db, \
    0xec06025e74dd7683, 0xe7a436cdc4746251, \
    0xc36fbaf9393ad185, 0x3eedba1833edfc13
// clang-format on
