"""Read figures from the literature, in known/published; the README there has the caveats.

These files are kept by hand; tests/results/test_published.py holds them to their form.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from ..common.paths import KNOWN
from .stats import LONG, Length

FOLDER = KNOWN / "published"
SOURCES = "sources.csv"


@dataclass(frozen=True)
class Source:
    """A publication, and the way its figures were obtained."""

    key: str
    hand: str  # author: its own; raw: computed from raw output; quoted: second hand
    text: str

    @property
    def second_hand(self) -> bool:
        return self.hand == "quoted"


@dataclass(frozen=True)
class Published:
    """One figure in cycles per byte; quartiles and year are None if the source has none."""

    collection: str  # the file it is from; machines of two collections are kept apart
    machine: str
    microarchitecture: str
    abi: str
    cpu: str
    year: int | None
    primitive: str
    mlen: Length
    q1: float | None
    median: float
    q3: float | None
    source: Source
    note: str


def load(folder: Path = FOLDER) -> list[Published]:
    """All figures, file by file."""
    sources = load_sources(folder / SOURCES)
    return [
        _figure(path.stem, row, sources[row["source"]])
        for path in sorted(folder.glob("*.csv"))
        if path.name != SOURCES
        for row in rows(path)
    ]


def load_sources(path: Path) -> dict[str, Source]:
    """The sources by their keys."""
    return {row["source"]: Source(row["source"], row["hand"], row["text"]) for row in rows(path)}


def rows(path: Path) -> csv.DictReader[str]:
    """The rows of a file, each by its columns."""
    return csv.DictReader(path.read_text(encoding="utf-8").splitlines())


def _figure(collection: str, row: dict[str, str], source: Source) -> Published:
    q1, q3 = (float(row[name]) if row[name] else None for name in ("q1", "q3"))
    year = int(row["year"]) if row["year"] else None
    mlen = LONG if row["mlen"] == LONG else int(row["mlen"])
    return Published(
        collection, row["machine"], row["microarchitecture"], row["abi"], row["cpu"], year,
        row["primitive"], mlen, q1, float(row["median"]), q3, source, row["note"],
    )  # fmt: skip
