/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512-224 in version 1.3 of the paper: its state, and the chaining
   value after the configuration block. */

#define STATE_WORDS 8

// clang-format off
#define IV \
    0xccd0616248677224, 0xcba65cf3a92339ef, \
    0x8ccd69d652ff4b64, 0x398aed7b3ab890b4, \
    0x0f59d1b1457d2bd0, 0x6776fe6575d4eb3d, \
    0x99fbc70e997413e9, 0x9e2cfccfe1c41ef7
// clang-format on
