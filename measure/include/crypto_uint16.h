/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for uint16_t. */
#ifndef crypto_uint16_h
#define crypto_uint16_h

#include <stdint.h>

typedef uint16_t crypto_uint16;

#endif
