"""Figures, verdicts and failures for programs: tables as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from ..common.named import cell
from ..ranking import promises
from ..ranking.ratio import as_dict
from ..ranking.standing import Field
from ..results.records import BESIDE, Result, failures
from ..results.stats import LENGTHS
from . import counts
from .conversion import CYCLES, GBS, NS, converted
from .size import size
from .table import PLAIN, QUARTILES, TableOptions, chosen, tables_of

KEYS = ("machine", "abi", "primitive", "implementation", "compiler")
VALUES = ("mlen", *QUARTILES, "unit", "counter", "doubts", "grade", "native", "size", *BESIDE,
          "constant", "samples", "rounds", "left_out", "date", "file", "layout",
          "culprit")  # fmt: skip
PER = {NS: "ns/byte", GBS: "GB/s"}


def as_csv(results: Sequence[Result], options: TableOptions) -> str:
    """A line for each figure."""
    figures = [record for result in results for record in records(result, options)]
    out = io.StringIO()
    writer = csv.DictWriter(out, [*KEYS, *VALUES], extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in each.items()} for each in figures)
    return out.getvalue()


def as_json(results: Sequence[Result], options: TableOptions) -> str:
    """What the files have in common: their facts, figures, verdicts and failures."""
    every = {
        "files": [{"file": result.where, "facts": dict(result.facts)} for result in results],
        "figures": [record for result in results for record in records(result, options)],
        "verdicts": [record for result in results for record in _verdicts(result, options)],
        "failures": [
            {"cause": why, **attempt._asdict()}
            for result in results
            for why, attempts in failures(result.attempts).items()
            for attempt in attempts
        ],
    }
    return json.dumps(every, indent=1) + "\n"


def records(result: Result, options: TableOptions = PLAIN) -> list[dict[str, Any]]:
    """A record for each figure: at each length that of the fastest cell, with full names."""
    timed = [
        {
            **{key: getattr(row, key) for key in KEYS},
            "mlen": mlen,
            "file": result.where,
            "date": row.date,
            **{q: round(getattr(figure, q), 4) for q in QUARTILES},
            "unit": f"{table.unit()[0]}/byte" if options.unit == CYCLES else PER[options.unit],
            "counter": table.counter,
            "doubts": " ".join(figure.doubts),
            "left_out": " ".join(figure.left_out),
            "layout": round(figure.layout, 4),
            **{name: getattr(figure, name) for name in ("culprit", "samples", "rounds")},
            "grade": table.grade.letter if table.grade else "",
            "native": row.native,
            "size": size(table.sizes.get(row.cell, {})),
            **{name: table.sizes.get(row.cell, {}).get(name) for name in BESIDE},
            "constant": table.promises.get(row.cell, ""),
        }
        for table in tables_of(result, options)
        for mlen, row in chosen(table, each=options.each)
        if (figure := converted(row.figures[mlen], options.unit, table.hertz))
    ]
    return timed if options.java else [*timed, *_counted(result, options)]


def _counted(result: Result, options: TableOptions) -> list[dict[str, Any]]:
    """A record for each count of instructions: at each length of the cell with the fewest."""
    traced = promises.outcomes(result.attempts)
    blank = dict.fromkeys(("doubts", "left_out", "grade", "native", "culprit"), "")
    return [
        {
            **c.cell._asdict(),
            "mlen": mlen,
            "file": result.where,
            "date": "",
            **dict.fromkeys(QUARTILES, round(c.figures[mlen], 4)),
            "unit": counts.UNIT,
            "counter": counts.COUNTED,
            **blank,
            "samples": 1,
            "rounds": 1,
            "size": size(result.sizes.get(c.cell, {})),
            **{name: result.sizes.get(c.cell, {}).get(name) for name in BESIDE},
            "constant": traced.get(c.cell, ""),
        }
        for cells in counts.by_set(counts.counted(result)).values()
        for mlen in LENGTHS
        for c in counts.fewest(cells, mlen, each=options.each).values()
    ]


def _verdicts(result: Result, options: TableOptions) -> list[dict[str, Any]]:
    """A record for each implementation that is not the fastest, at each length: its verdict."""
    return [
        {
            "machine": table.machine,
            "abi": table.abi,
            "primitive": primitive,
            "mlen": standing.mlen,
            "fastest": standing.first.implementation,
            "implementation": rival.name,
            "verdict": rival.verdict,
            **as_dict(rival.ratio, 4),
            "rounds": rival.ratio.rounds if rival.ratio else 0,
        }
        for table in tables_of(result, options)
        for field in [Field(table.rows)]
        for primitive in field.primitives()
        for standing in field.standings(primitive)
        for rival in standing.rivals
    ]
