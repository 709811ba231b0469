/* SPDX-License-Identifier: CC0-1.0 */
/* The byte order under the names that several SHA-3 submissions look for. */
#ifndef _BRG_ENDIAN_H
#define _BRG_ENDIAN_H

#define IS_BIG_ENDIAN 4321
#define IS_LITTLE_ENDIAN 1234

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PLATFORM_BYTE_ORDER IS_BIG_ENDIAN
#else
#define PLATFORM_BYTE_ORDER IS_LITTLE_ENDIAN
#endif

#endif
