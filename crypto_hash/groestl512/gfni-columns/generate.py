#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print block.S, P and Q of a block; columns.S has the formulas, columns.py the letters."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from columns import Columns  # noqa: E402

from shootout.tune.operation import Operation  # noqa: E402
from shootout.tune.order import arranged, read  # noqa: E402

# Which rotations are shuffles, and which registers have M0 by products, was part of the search. A
# compiler's order, all M0 by rotations, takes 7 % longer.
COLUMNS = Columns(vectors=2, rounds=14, by_products="q0 q1", shuffled="gp0 fp0 fp1")
REGISTERS = 20


def operations() -> list[Operation]:
    return COLUMNS.operations()


def text(order: Sequence[Operation]) -> str:
    return COLUMNS.file(order, REGISTERS)


if __name__ == "__main__":
    given = read(Path(__file__).with_name("order")).names
    sys.stdout.write(text(arranged(operations(), given)))
