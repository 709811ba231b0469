/* SPDX-License-Identifier: CC0-1.0 */

/* Two nodes go alone, up to four in rows and up to 32 in lanes. */
#define ALONE 2
#define IN_ROWS 4
#define IN_LANES 32
