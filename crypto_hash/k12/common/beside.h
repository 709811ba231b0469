/* SPDX-License-Identifier: CC0-1.0 */
/* Side by side: at most eight chunks, at most four, as chunks of tree.h; and
   the only leaf of a tree with the first chunk. For the last, vectors of four
   lanes, two of them for nothing, take longer than pairs of one chunk's lanes,
   so it pays for leaves from some 3300 bytes on. */
#ifndef BESIDE_H
#define BESIDE_H

#include <stdint.h>

#define eight CRYPTO_NAMESPACE(eight)
void eight(unsigned char *cv, uint64_t node[25], const unsigned char *in,
           unsigned n);

#define four CRYPTO_NAMESPACE(four)
void four(unsigned char *cv, uint64_t node[25], const unsigned char *in,
          unsigned n);

#define BESIDE 3300

/* node absorbs the whole blocks of the first chunk; cv is the chaining value of
   a leaf of so many blocks, fewer than a chunk's, which are padded. */
#define two CRYPTO_NAMESPACE(two)
void two(unsigned char *cv, uint64_t node[25], const unsigned char *first,
         const unsigned char *leaf, unsigned blocks);

#endif
