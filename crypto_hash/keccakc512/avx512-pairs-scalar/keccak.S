/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak on pairs of lanes, as pairs.inc explains them, with help of the ports
 * that have no vector unit: theta and rho of the lanes (0,0), (1,1) and (3,3)
 * are made in general registers. Theta's sums go there through memory, and so
 * do the lanes, which chi of the round before has stored; the results come back
 * by loads, b0 with iota as an operand of chi in memory. 12 operations in
 * general registers, 10 stores and 2 loads take the place of 4 vector
 * operations. The 68 that are left need 22.7 cycles on three ports. The path
 * through memory and back takes 16 cycles, that of the pairs 8; but nothing else
 * waits for it, so that it has all the time of a round.
 *
 * Made for Intel's cores with AVX-512, Redwood Cove above all. Designs with fewer
 * vector operations took longer: docs/families/keccak.md.
 */

#include "asm.h"
#include "keccak.h"

#define ROUNDS_A_LOOP 2

/* Theta and rho of the lanes (0,0), (1,1), (3,3); free before and after */
#define E0 rax
#define E1 r9
#define E3 r10
#define E0_IOTA r11

/* The stack, aligned to 64 bytes */
#define KEPT_S0 [rsp]
#define KEPT_P1 [rsp + 16]
#define KEPT_Q3 [rsp + 32]
#define LANE_0_0 qword ptr [rsp + 8]
#define LANE_1_1 qword ptr [rsp + 16]
#define LANE_3_3 qword ptr [rsp + 32]
#define SUMS_31 [rsp + 48]
#define SUMS_42 [rsp + 64]
#define SUMS_0 [rsp + 80]
#define SUM_0 qword ptr [rsp + 88]
#define SUM_1 qword ptr [rsp + 56]
#define SUM_2 qword ptr [rsp + 72]
#define SUM_4 qword ptr [rsp + 64]
#define B0 qword ptr [rsp + 112]
#define B1 qword ptr [rsp + 128]
#define B3 qword ptr [rsp + 96]
#define B0_IOTA qword ptr [rsp + 144]
#define OLD_RSP qword ptr [rsp + 184]
#define FRAME 192

        .macro KEEP
        vmovdqa KEPT_S0, xmm0
        vmovdqa KEPT_P1, xmm4
        vmovdqa KEPT_Q3, xmm11
        .endm

#include "pairs.inc"
