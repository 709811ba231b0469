/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for uint8_t. */
#ifndef crypto_uint8_h
#define crypto_uint8_h

#include <stdint.h>

typedef uint8_t crypto_uint8;

#endif
