/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512-384 in version 1.3 of the paper: its state, and the chaining
   value after the configuration block. */

#define STATE_WORDS 8

// clang-format off
#define IV \
    0xa3f6c6bf3a75ef5f, 0xb0fef9ccfd84faa4, \
    0x9d77dd663d770cfe, 0xd798cbf3b468fdda, \
    0x1bc4a6668a0e4465, 0x7ed7d434e5807407, \
    0x548fc1acd4ec44d6, 0x266e17546aa18ff8
// clang-format on
