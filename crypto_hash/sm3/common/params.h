/* SPDX-License-Identifier: CC0-1.0 */
/* GB/T 32905, section 4.1: the initial value; bytes are big-endian */
#ifndef PARAMS_H
#define PARAMS_H

#include <stdint.h>

#define PLACE(i) (24 - 8 * (i)) /* of byte i in a word */

static const uint32_t H0[8] = {
    0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
    0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
};

#endif
