"""The answer to a question as a table that fits into the columns of a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from shootout.common.named import escaped

GAP = "  "
LEAST = 10  # columns that a text keeps when it is cut
LONGEST = 60  # columns that a text may have where there is room
CUT = "…"


def grid(names: Sequence[str], rows: Sequence[Sequence[object]], columns: int) -> list[str]:
    """The lines of a table. Long texts are cut, then columns at the end left out and named."""
    words = [[written(value) for value in row] for row in rows]
    wide = [
        min(max(map(len, [name, *(row[i] for row in words)])), max(LONGEST, len(name)))
        for i, name in enumerate(names)
    ]
    numeric = [all(isinstance(row[i], (int, float, type(None))) for row in rows) and bool(rows)
               for i in range(len(names))]  # fmt: skip
    least = [w if numeric[i] else min(w, max(LEAST, len(names[i]))) for i, w in enumerate(wide)]
    kept = len(names)
    while kept > 1 and _total(least[:kept]) > columns:
        kept -= 1
    wide = wide[:kept]
    while _total(wide) > columns and any(w > n for w, n in zip(wide, least)):
        spare = [w - n for w, n in zip(wide, least)]
        widest = max(range(kept), key=lambda i: (spare[i] > 0, wide[i]))
        wide[widest] -= 1
    lines = [_line(names, wide, numeric), GAP.join("-" * w for w in wide)]
    lines += [_line(row, wide, numeric) for row in words]
    if kept < len(names):
        left = f"no room for {', '.join(names[kept:])}: name fewer columns, or --format csv"
        lines += textwrap.wrap(left, columns, subsequent_indent="    ")
    return lines


def written(value: object) -> str:
    """A value in few characters: a number with four digits behind the point, a list as words."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(written, value))
    if isinstance(value, dict):
        return " ".join(f"{written(key)}={written(v)}" for key, v in value.items())
    return escaped(value)


def _total(wide: Sequence[int]) -> int:
    return sum(wide) + len(GAP) * (len(wide) - 1)


def _line(row: Sequence[str], wide: Sequence[int], numeric: Sequence[bool]) -> str:
    cells = []
    for text, w, right in zip(row, wide, numeric):
        short = text if len(text) <= w else text[: w - 1] + CUT
        cells.append(short.rjust(w) if right else short.ljust(w))
    return GAP.join(cells).rstrip()
