/* SPDX-License-Identifier: CC0-1.0 */
/* The name that SUPERCOP's folders use for int64_t. */
#ifndef crypto_int64_h
#define crypto_int64_h

#include <stdint.h>

typedef int64_t crypto_int64;

#endif
