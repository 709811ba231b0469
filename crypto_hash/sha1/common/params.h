/* SPDX-License-Identifier: CC0-1.0 */
/* FIPS 180-4, sections 3.1 and 5.3.1: the order of bytes and the initial value
 */
#ifndef PARAMS_H
#define PARAMS_H

#include <stdint.h>

#define PLACE(i) (24 - 8 * (i)) /* of byte i in a word */

static const uint32_t H0[5] = {
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
};

#endif
