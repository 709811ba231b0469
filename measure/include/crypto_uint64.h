/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for uint64_t. */
#ifndef crypto_uint64_h
#define crypto_uint64_h

#include <stdint.h>

typedef uint64_t crypto_uint64;

#endif
