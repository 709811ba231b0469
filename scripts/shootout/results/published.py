"""Read figures from the literature, in known/published; the README there has the caveats."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN
from .stats import LONG, Length

FOLDER = KNOWN / "published"
SOURCES = "sources.csv"
COLUMNS = (
    "machine", "microarchitecture", "abi", "cpu", "year", "primitive", "mlen",
    "q1", "median", "q3", "source", "note",
)  # fmt: skip
SOURCE_COLUMNS = ("source", "hand", "lengths", "text")
NEEDED = ("machine", "microarchitecture", "abi", "primitive", "mlen", "median", "source")
HANDS = ("author", "raw", "quoted")


@dataclass(frozen=True)
class Source:
    """A publication, and the way its figures were obtained."""

    key: str
    hand: str  # author: the code's own; raw: computed from raw output; quoted: second hand
    long_only: bool  # it has figures of long messages alone
    text: str

    @property
    def second_hand(self) -> bool:
        return self.hand == "quoted"


@dataclass(frozen=True)
class Published:
    """One figure in cycles per byte; quartiles and year are None if the source has none."""

    collection: str  # the file it is from; machines of two collections are always different ones
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

    @property
    def key(self) -> tuple[str, str, str, Length]:
        return self.machine, self.abi, self.primitive, self.mlen


def load(folder: Path = FOLDER) -> list[Published]:
    """All figures, file by file. Raises Trouble with file and line for a wrong row."""
    sources = load_sources(folder / SOURCES)
    found = []
    for path in sorted(folder.glob("*.csv")):
        if path.name != SOURCES:
            keys: dict[object, int] = {}
            for line, row in _rows(path, COLUMNS):
                try:
                    figure = _figure(path.stem, row, sources)
                    if figure.key in keys:
                        raise ValueError(f"repeats the figure of line {keys[figure.key]}")
                except ValueError as error:
                    raise _trouble(path, line, error) from error
                keys[figure.key] = line
                found.append(figure)
    return found


def load_sources(path: Path) -> dict[str, Source]:
    """The sources by their keys."""
    found: dict[str, Source] = {}
    for line, row in _rows(path, SOURCE_COLUMNS):
        key, hand, lengths, text = (row[name] for name in SOURCE_COLUMNS)
        if not key or key in found:
            raise _trouble(path, line, f"the key {key!r} is empty or not new")
        if hand not in HANDS or lengths not in (LONG, "all") or not text:
            what = f"needs a hand ({', '.join(HANDS)}), lengths (long, all) and a text"
            raise _trouble(path, line, what)
        found[key] = Source(key, hand, lengths == LONG, text)
    return found


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file with their line numbers."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: cannot be read: {error}") from error
    reader = csv.reader(text.splitlines())
    for row in reader:
        if reader.line_num == 1 and tuple(row) != columns:
            raise _trouble(path, 1, f"the columns are not {','.join(columns)}")
        if len(row) != len(columns):
            raise _trouble(path, reader.line_num, f"has {len(row)} fields of {len(columns)}")
        if reader.line_num > 1:
            yield reader.line_num, dict(zip(columns, row))


def _figure(collection: str, row: dict[str, str], sources: dict[str, Source]) -> Published:
    for name in NEEDED:
        if not row[name]:
            raise ValueError(f"has no {name}")
    if not all(value.isprintable() for value in row.values()):
        raise ValueError("has an unprintable character")
    if row["source"] not in sources:
        raise ValueError(f"{row['source']!r} is not in {SOURCES}")
    source, mlen = sources[row["source"]], _mlen(row["mlen"])
    if source.long_only and mlen != LONG:
        raise ValueError(f"{source.key} has long messages only, says {SOURCES}")
    q1, median, q3 = (_speed(row[name]) if row[name] else None for name in ("q1", "median", "q3"))
    if (q1 is None) != (q3 is None):
        raise ValueError("has only one quartile")
    if median is None or (q1 is not None and q3 is not None and not q1 <= median <= q3):
        raise ValueError("its quartiles are out of order")
    if not re.fullmatch(r"(\d{4})?", row["year"]):
        raise ValueError(f"{row['year']!r} is not a year")
    year = int(row["year"]) if row["year"] else None
    return Published(
        collection, row["machine"], row["microarchitecture"], row["abi"], row["cpu"], year,
        row["primitive"], mlen, q1, median, q3, source, row["note"],
    )  # fmt: skip


def _mlen(text: str) -> Length:
    if text != LONG and not re.fullmatch(r"[1-9]\d*", text):
        raise ValueError(f"{text!r} is neither bytes nor {LONG}")
    return LONG if text == LONG else int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not 0 < speed < math.inf:
        raise ValueError(f"{text!r} is not a speed")
    return speed


def _trouble(path: Path, line: int, what: object) -> Trouble:
    return Trouble(f"{path}, line {line}: {what}; README.md beside it explains the columns")
