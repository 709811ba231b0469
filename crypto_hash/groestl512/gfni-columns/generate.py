#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print block.S, P and Q of a block; columns.S has the formulas, columns.py the letters."""

from __future__ import annotations

import sys

sys.dont_write_bytecode = True  # leave nothing in this folder
from columns import Columns  # noqa: E402

# Found on a Redwood Cove by hill climbing: each operation had a priority within its round and a
# deviation in each single round, and of the operations whose operands are there the one with the
# least came next. A step changed one to five of these numbers at random, or shifted all of Q's;
# what timed like the best order so far was timed against it, by turns, at two places in memory.
# Which rotations are shuffles, and which registers have M0 by products, was part of it. A
# compiler's order, all M0 by rotations, takes 7 % longer.
ORDER = """\
r0 q0 lq0 w0 i0 r1 q1 lq1 xq0 xq1 w1 i1 p0 p1 sq1 fq1 gq1 kq1 vq1 Vq1 sq0 tq0 Tq0 fq0 gq0 kq0 vq0
Vq0 q0 lq0 tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1 gq1 kq1 lp1 lp0 xp0 sp0 gp0 tp0 xp1 sp1 gp1 vp1 tp1 Vp1
vp0 Vp0 Tp0 Tp1 sq0 fq0 gq0 tq0 Tq0 kq0 vq0 Vq0 q0 lq0 vq1 Vq1 tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1 gq1
kq1 fp0 up0 kp0 p0 lp0 fp1 up1 kp1 p1 lp1 xp0 sp0 tp0 gp0 vp0 xp1 sp1 gp1 tp1 Vp0 vp1 Vp1 Tp1 sq0
fq0 gq0 tq0 Tq0 kq0 vq0 Vq0 q0 lq0 vq1 Vq1 fp0 up0 kp0 tq1 Tq1 Tp0 p0 q1 lq1 xq0 lp0 xq1 sq1 fq1
gq1 kq1 sq0 fq0 gq0 tq0 Tq0 kq0 vq0 Vq0 fp1 up1 kp1 p1 lp1 xp0 sp0 xp1 sp1 tp0 vp1 gp1 tp1 Vp1 gp0
Tp0 fp0 up0 kp0 vq1 Vq1 vp0 Vp0 p0 lp0 Tp1 q0 lq0 tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1 gq1 kq1 sq0 fq0
gq0 tq0 Tq0 fp1 up1 kp1 p1 lp1 xp0 sp0 tp0 gp0 xp1 sp1 gp1 tp1 Tp1 vp1 Vp1 vp0 Vp0 kq0 vq0 Vq0 q0
lq0 Tp0 fp0 up0 kp0 p0 vq1 Vq1 tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1 sq0 fq0 gq0 tq0 Tq0 kq0 gq1 kq1 fp1
up1 kp1 p1 lp1 lp0 xp0 sp0 gp0 tp0 xp1 sp1 tp1 gp1 vp1 Vp1 vp0 Vp0 Tp1 fp0 up0 kp0 fp1 up1 kp1 p1
vq0 Vq0 q0 lq0 lp1 tq1 Tq1 Tp0 p0 vq1 Vq1 q1 lq1 xq0 lp0 xp0 xp1 sp1 gp1 vp1 tp1 Vp1 sp0 tp0 gp0
vp0 Vp0 xq1 sq1 fq1 gq1 kq1 Tp0 Tp1 fp0 up0 kp0 p0 sq0 fq0 gq0 tq0 Tq0 kq0 vq0 Vq0 q0 lq0 vq1 Vq1
tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1 sq0 fq0 gq0 tq0 Tq0 kq0 gq1 kq1 fp1 up1 kp1 p1 lp1 lp0 xp0 xp1 sp1
gp1 tp1 sp0 gp0 tp0 vp0 vp1 Vp1 Vp0 fp0 up0 kp0 vq0 Vq0 q0 lq0 Tp1 Tp0 p0 vq1 Vq1 lp0 tq1 Tq1 q1
lq1 xq0 xq1 sq1 fq1 sq0 fq0 gq0 tq0 Tq0 gq1 kq1 kq0 vq0 Vq0 q0 lq0 vq1 Vq1 fp1 up1 kp1 p1 lp1 xp0
sp0 gp0 tp0 xp1 sp1 gp1 vp1 Vp1 tp1 vp0 Vp0 Tp1 Tp0 fp0 up0 kp0 p0 tq1 Tq1 q1 lq1 xq0 xq1 sq1 fq1
gq1 kq1 lp0 sq0 fq0 gq0 tq0 Tq0 vq0 kq0 Vq0 q0 lq0 fp1 up1 kp1 p1 lp1 xp0 sp0 tp0 gp0 xp1 sp1 gp1
tp1 vp1 Vp1 vp0 Vp0 fp0 up0 kp0 Tp1 tq1 Tq1 Tp0 p0 vq1 Vq1 q1 lq1 xq0 xq1 sq1 fq1 sq0 fq0 gq0 gq1
kq1 fp1 up1 kp1 p1 lp0 tq0 Tq0 tq1 Tq1 kq0 lp1 xp0 sp0 gp0 tp0 vp0 Vp0 xp1 sp1 gp1 tp1 vp1 Vp1 Tp0
fp0 up0 kp0 p0 vq0 Vq0 q0 lq0 fp1 up1 kp1 Tp1 p1 vq1 Vq1 q1 lq1 xq0 xq1 sq1 fq1 gq1 kq1 lp1 sq0
fq0 gq0 tq0 Tq0 kq0 lp0 xp0 xp1 sp1 gp1 tp1 sp0 gp0 tp0 vp0 Vp0 Tp0 vp1 Vp1 vq0 Vq0 q0 lq0 fp0 up0
kp0 p0 Tp1 lp0 tq1 Tq1 vq1 Vq1 q1 lq1 xq0 xq1 sq1 fq1 fp1 up1 kp1 p1 lp1 xp0 sp0 gp0 tp0 xp1 sp1
gp1 tp1 vp0 Vp0 vp1 Vp1 Tp0 gq1 kq1 sq0 fq0 gq0 tq0 Tq0 kq0 vq0 Vq0 q0 lq0 Tp1 fp0 up0 kp0 p0 tq1
Tq1 fp1 up1 kp1 p1 vq1 Vq1 q1 lq1 xq0 xq1 sq1 fq1 gq1 lp1 sq0 fq0 gq0 tq0 Tq0 vq0 Vq0 lp0 xp0 xp1
sp1 gp1 sp0 gp0 tp0 vp1 Vp1 vp0 Vp0 tp1 q0 Tp1 tq1 Tq1 vq1 Vq1 q1 fp0 up0 kp0 Tp0 p0 fp1 up1 kp1
p1 lp1 lp0 xp0 sp0 tp0 gp0 fp0 up0 xp1 sp1 gp1 tp1 vp1 Vp1 vp0 Vp0 j0 j1 Tp1 Tp0 p0 fp1 up1 p1
"""

if __name__ == "__main__":
    columns = Columns(vectors=2, rounds=14, by_products="q0 q1", shuffled="gp0 fp0 fp1")
    sys.stdout.write(columns.file(ORDER, registers=20))
