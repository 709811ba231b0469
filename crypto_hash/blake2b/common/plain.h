/* SPDX-License-Identifier: CC0-1.0 */

/* What BLAKE2 left out of BLAKE's round: the constants that were xored to the
   words of the message. BLAKE's round.h names them; compilers drop an xor with
   zero. */

// clang-format off
#define PI0 0
#define PI1 0
#define PI2 0
#define PI3 0
#define PI4 0
#define PI5 0
#define PI6 0
#define PI7 0
#define PI8 0
#define PI9 0
#define PI10 0
#define PI11 0
#define PI12 0
#define PI13 0
#define PI14 0
#define PI15 0
// clang-format on
