/* SPDX-License-Identifier: CC0-1.0 */

/* Two nodes go in general registers, up to four in rows, up to 32 in lanes. */
#define ALONE 2
#define IN_ROWS 4
#define IN_LANES 32
