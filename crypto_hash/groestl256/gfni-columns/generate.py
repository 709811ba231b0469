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

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

# A compiler's order of the same operations takes longer (docs/families/groestl.md).
COLUMNS = Columns(vectors=1, rounds=10, by_products="", shuffled="gq")


def operations() -> list[Operation]:
    return COLUMNS.operations()


def text(order: Sequence[Operation]) -> str:
    return COLUMNS.file(order)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
