/* SPDX-License-Identifier: CC0-1.0 */
/* RFC 1321, sections 2 and 3.3: the order of bytes and the initial value */
#ifndef PARAMS_H
#define PARAMS_H

#include <stdint.h>

#define PLACE(i) (8 * (i)) /* of byte i in a word */

static const uint32_t H0[4] = {
    0x67452301,
    0xefcdab89,
    0x98badcfe,
    0x10325476,
};

#endif
