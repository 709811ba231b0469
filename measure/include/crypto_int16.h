/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for int16_t. */
#ifndef crypto_int16_h
#define crypto_int16_h

#include <stdint.h>

typedef int16_t crypto_int16;

#endif
