"""A comparison for other programs (docs/schema.json)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...results.figures import Row


def as_json(a: Any, b: Any, pairs: Sequence[Any], percent: float | None) -> dict[str, Any]:
    """The two sides (`Side`), and their pairs (`Pair`) with ratios; what is unknown is null."""
    return {
        "a": a.name,
        "b": b.name,
        "units": sorted({t.unit()[0] for t in (*a.tables, *b.tables)}),
        "pairs": [_pair(pair, percent) for pair in pairs],
    }


def _pair(pair: Any, percent: float | None) -> dict[str, Any]:
    known = pair.ratio
    return {
        "abi": pair.a.abi,
        "mlen": pair.mlen,
        "a": _row(pair, pair.a, 0),
        "b": _row(pair, pair.b, 1),
        "ratio": known.value if known else None,
        "low": known.low if known else None,
        "high": known.high if known and known.high < math.inf else None,
        "verdict": pair.verdict,
        "above": None if percent is None else pair.above(percent),
    }


def _row(pair: Any, row: Row, side: int) -> dict[str, Any]:
    return {
        "machine": row.machine,
        "date": row.date,
        "primitive": row.primitive,
        "implementation": row.implementation,
        "compiler": row.compiler,
        "cycles": pair.cycles[side] if pair.ratio else None,
        "doubts": list(row.figures[pair.mlen].doubts),
    }
