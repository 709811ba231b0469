/* SPDX-License-Identifier: CC0-1.0 */
#include "crypto_ints.h"
