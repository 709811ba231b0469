/* SPDX-License-Identifier: CC0-1.0 */

/* Up to eight nodes go in rows, and up to 16 in lanes. */
#define IN_ROWS 8
#define IN_LANES 16
