/* SPDX-License-Identifier: CC0-1.0 */

/* A node goes alone, up to eight in rows and up to 16 in lanes. */
#define ALONE 1
#define IN_ROWS 8
#define IN_LANES 16
