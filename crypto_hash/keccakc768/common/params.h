/* SPDX-License-Identifier: CC0-1.0 */
/* Keccak[r=832,c=768] */
#ifndef PARAMS_H
#define PARAMS_H

#define RATE 104
#define SUFFIX 0x01
#define ROUNDS 24

#endif
