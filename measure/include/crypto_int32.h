/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for int32_t. */
#ifndef crypto_int32_h
#define crypto_int32_h

#include <stdint.h>

typedef int32_t crypto_int32;

#endif
