/* SPDX-License-Identifier: CC0-1.0 */
/* chunks of tree.h, of at most eight and of at most four */
#ifndef SIDE_BY_SIDE_H
#define SIDE_BY_SIDE_H

#include <stdint.h>

#define eight CRYPTO_NAMESPACE(eight)
void eight(unsigned char *cv, uint64_t node[25], const unsigned char *in,
           unsigned n);

#define four CRYPTO_NAMESPACE(four)
void four(unsigned char *cv, uint64_t node[25], const unsigned char *in,
          unsigned n);

#endif
