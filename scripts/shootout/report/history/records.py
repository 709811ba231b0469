"""Histories for other programs: as JSON (docs/schema.json), and a line a figure as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from typing import Any

from ...common.named import cell
from ...ranking.ratio import Ratio
from .runs import History

COLUMNS = (
    "machine", "abi", "microarchitecture", "primitive", "file", "date", "time", "version",
    "counter", "unit", "grade", "mlen", "implementation", "compiler", "q1", "median", "q3",
    "doubts", "before", "ratio", "low", "high", "verdict",
)  # fmt: skip


def as_json(histories: Sequence[History]) -> dict[str, Any]:
    """All histories; what is unknown is null."""
    return {"histories": [_history(each) for each in histories]}


def _history(h: History) -> dict[str, Any]:
    return {
        "machine": h.key.machine,
        "abi": h.key.abi,
        "microarchitecture": h.key.microarchitecture,
        "primitive": h.key.primitive,
        "implementation": h.key.implementation or None,
        "runs": [
            {
                **{name: getattr(run, name) for name in ("file", "date", "time", "version")},
                **{name: getattr(run, name) for name in ("counter", "unit", "grade")},
                "figures": [_figure(h, k, mlen) for mlen in h.lengths if mlen in run.moments],
            }
            for k, run in enumerate(h.runs)
        ],
    }


def _figure(h: History, k: int, mlen: Any) -> dict[str, Any]:
    made = h.runs[k].moments[mlen]
    ratio = h.changes(mlen)[k]
    return {
        "mlen": mlen,
        "implementation": made.implementation,
        "compiler": made.compiler,
        **{q: round(getattr(made.figure, q), 4) for q in ("q1", "median", "q3")},
        "doubts": list(made.figure.doubts),
        "before": h.runs[h.before(mlen, k)].file if ratio else None,
        **_interval(ratio),
        "verdict": ratio.verdict if ratio else None,
    }


def _interval(ratio: Ratio | None) -> dict[str, float | None]:
    if not ratio:
        return {"ratio": None, "low": None, "high": None}
    high = round(ratio.high, 4) if ratio.high < math.inf else None
    return {"ratio": round(ratio.value, 4), "low": round(ratio.low, 4), "high": high}


def as_csv(histories: Sequence[History]) -> str:
    """A line for each figure, with a head."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for history in as_json(histories)["histories"]:
        for run in history["runs"]:
            for figure in run["figures"]:
                doubts = {"doubts": " ".join(figure["doubts"])}
                row = {**history, **run, **figure, **doubts}
                writer.writerow({key: cell(value) for key, value in row.items()})
    return out.getvalue()
