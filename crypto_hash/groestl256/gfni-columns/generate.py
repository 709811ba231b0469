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
# A compiler's order of the same operations takes 3 % longer.
ORDER = """\
r w i q xq sq vq tq p xp Vq gq Tq sp gp fp up fq uq kq q xq sq vq tq kp tp Tp Vq vp Vp p xp gq sp
gp fp fq uq kq tp Tq q xq sq vq tq vp Vp Tp up kp p xp Vq gq sp fp gp up kp fq uq kq Tq q xq sq vq
tq tp Tp Vq gq vp Vp p xp sp fp gp tp up kp fq uq kq Tp vp Vp p Tq q xq sq vq tq Vq xp gq sp fp gp
up fq uq kq Tq q xq sq vq kp vp Vp tq Vq tp Tp p xp gq sp gp fp up kp Tq fq uq kq q xq sq vq tq tp
Tp vp Vp p xp gq Vq Tq fq uq kq q xq sq vq tq sp gp fp up kp tp vp Vp Tp p xp sp fp gp Vq gq up kp
fq uq kq Tq q xq sq vq tq tp vp Vp Tp p xp Vq gq sp gp fp up kp fq uq kq Tq q xq sq vq tq tp vp Vp
Tp p xp Vq gq sp gp fp up Tq tp vp Vp Tp p fq uq q j
"""

if __name__ == "__main__":
    columns = Columns(vectors=1, rounds=10, by_products="", shuffled="gq")
    sys.stdout.write(columns.file(ORDER, registers=20))
