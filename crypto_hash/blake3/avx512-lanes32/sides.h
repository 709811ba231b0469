/* SPDX-License-Identifier: CC0-1.0 */

/* Up to four nodes go in rows, and up to 32 in lanes. */
#define IN_ROWS 4
#define IN_LANES 32
