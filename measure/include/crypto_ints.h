/* SPDX-License-Identifier: CC0-1.0 */
/* The names that SUPERCOP's folders use for integers, all in one: each of its
   headers is here under its own name. */
#ifndef crypto_ints_h
#define crypto_ints_h

#include <stdint.h>

typedef int8_t crypto_int8;
typedef int16_t crypto_int16;
typedef int32_t crypto_int32;
typedef int64_t crypto_int64;
typedef uint8_t crypto_uint8;
typedef uint16_t crypto_uint16;
typedef uint32_t crypto_uint32;
typedef uint64_t crypto_uint64;

#endif
