/* SPDX-License-Identifier: CC0-1.0 */
/* Each function writes its digest of n bytes. in may be null if n is 0, and
 * overlap out. Nothing is allocated; threads may call at once. */
#ifndef SHOOTOUT_H
#define SHOOTOUT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

@DECLARED@
/* The code that is used here for a function, as sha256; null for another. */
const char *shootout_implementation(const char *function);

#define SHOOTOUT_MOST_BYTES @MOST@
#define SHOOTOUT_FUNCTIONS(X) \
@EVERY@

#ifdef __cplusplus
}
#endif

#endif
