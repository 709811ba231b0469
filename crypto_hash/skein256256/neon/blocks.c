/* SPDX-License-Identifier: CC0-1.0 */

/* For 32-bit ARM, where 64 bits are two registers. The words of a pair are
   rotated apart. */

#include "pairs.h"
