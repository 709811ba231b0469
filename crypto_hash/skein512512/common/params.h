/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512-512 in version 1.3 of the paper: its state, and the chaining
   value after the configuration block. */

#define STATE_WORDS 8

// clang-format off
#define IV \
    0x4903adff749c51ce, 0x0d95de399746df03, \
    0x8fd1934127c79bce, 0x9a255629ff352cb1, \
    0x5db62599df6ca7b0, 0xeabe394ca9d5c3f4, \
    0x991112c71a75b523, 0xae18a40b660fcc33
// clang-format on
