/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for int8_t. */
#ifndef crypto_int8_h
#define crypto_int8_h

#include <stdint.h>

typedef int8_t crypto_int8;

#endif
