/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for uint32_t. */
#ifndef crypto_uint32_h
#define crypto_uint32_h

#include <stdint.h>

typedef uint32_t crypto_uint32;

#endif
