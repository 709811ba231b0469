"""The columns of the store's two tables, and their Parquet files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyarrow as pa
from pyarrow import parquet

from .rows import Figures

TEXT = pa.string()
WORDS = pa.list_(pa.string())
# In the order of `SELECT *`: what a figure is of, the figure, what it came from.
FIGURES = pa.schema([
    ("machine", TEXT), ("microarchitecture", TEXT), ("abi", TEXT), ("primitive", TEXT),
    ("implementation", TEXT), ("compiler", TEXT), ("length", pa.int32()),
    ("q1", pa.float64()), ("median", pa.float64()), ("q3", pa.float64()), ("unit", TEXT),
    ("doubts", WORDS), ("grade", TEXT), ("date", pa.date32()),
    ("set", TEXT), ("native", TEXT), ("compiler_version", TEXT), ("counter", TEXT),
    ("cpu", TEXT), ("cpuid", TEXT), ("left_out", WORDS),
    ("used_samples", pa.int32()), ("used_rounds", pa.int32()),
    ("layout", pa.float64()), ("culprit", TEXT), ("rank", pa.float64()),
    ("round", pa.list_(pa.int32())), ("clock", pa.list_(pa.float64())),
    ("samples", pa.list_(pa.list_(pa.int64()))), ("flags", pa.list_(WORDS)),
    ("version", TEXT), ("file", TEXT), ("sha256", TEXT), ("number", pa.int32()),
])  # fmt: skip
RUNS = pa.schema([
    ("machine", TEXT), ("microarchitecture", TEXT), ("abi", TEXT), ("cpu", TEXT), ("cpuid", TEXT),
    ("cpus", TEXT), ("boost", TEXT), ("smt", TEXT), ("grade", TEXT), ("reasons", WORDS),
    ("date", pa.date32()), ("version", TEXT), ("counter", TEXT),
    ("clock_low", pa.float64()), ("clock_high", pa.float64()), ("hertz", pa.float64()),
    ("hidden", pa.bool_()), ("emulated", pa.bool_()),
    ("figures", pa.int32()), ("facts", pa.map_(TEXT, TEXT)), ("file", TEXT), ("bytes", pa.int64()),
    ("sha256", TEXT), ("checked", TEXT), ("stored", TEXT),
])  # fmt: skip
ORDER = [
    (name, "ascending") for name in ("primitive", "implementation", "machine", "sha256", "number")
]
IN_PATH = ("year", "abi")  # columns that stand in the path of a file and not inside
WORDY = [f.name for schema in (FIGURES, RUNS) for f in schema if f.type == TEXT]
SAMPLES = "samples.list.element.list.element"
LISTS = ["doubts.list.element", "left_out.list.element", "flags.list.element.list.element"]
ROWS = 1 << 15  # of a row group: a question about one function skips the others
LEVEL = 3  # of zstd


def table(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Rows about runs as a table of pyarrow."""
    columns = {name: [row[name] for row in rows] for name in RUNS.names}
    return pa.Table.from_pydict(columns, RUNS)


def write_parts(folder: Path, name: str, rows: Sequence[tuple[int, str, Any]]) -> None:
    """Write tables of figures, each with its year and ABI, below a folder: a file a partition."""
    parts: dict[tuple[int, str], list[Any]] = {}
    for when, abi, some in rows:
        parts.setdefault((when, abi), []).append(some)
    for (when, abi), tables in parts.items():
        home = folder / f"year={when}" / f"abi={quote(abi, safe='')}"
        home.mkdir(parents=True, exist_ok=True)
        whole = sorted_rows(tables).drop_columns(["abi"])
        write(home / f"{name}.parquet", whole)


def sorted_rows(tables: Sequence[Any]) -> Any:
    """The rows of some tables as one, those of a function together."""
    whole = pa.concat_tables(tables)
    return whole.sort_by(ORDER) if "number" in whole.schema.names else whole


def write(path: Path, whole: Any) -> None:
    """Write a table as a Parquet file."""
    names = whole.schema.names
    wordy = [name for name in WORDY if name in names]
    figures = "samples" in names
    parquet.write_table(
        whole, path, row_group_size=ROWS, compression="zstd", compression_level=LEVEL,
        use_dictionary=wordy + (LISTS if figures else []),
        column_encoding={SAMPLES: "DELTA_BINARY_PACKED"} if figures else None,
        write_statistics=True,
    )  # fmt: skip


def partitions(rows: Figures) -> list[tuple[int, str, Any]]:
    """Figures as tables, one for each year and ABI; the year is 0 if it is not known."""
    years = [date.year if date else 0 for date in rows.of_cells["date"]]
    keys = list(zip(years, rows.of_cells["abi"]))
    numbers: dict[tuple[int, str], list[int]] = {}
    for number, cell in enumerate(rows.cells):
        numbers.setdefault(keys[cell], []).append(number)
    every = ((rows.of_lengths, pa.array(rows.lengths)), (rows.of_cells, pa.array(rows.cells)))
    columns = {
        name: (pa.array(values, FIGURES.field(name).type), taken)
        for part, taken in every
        for name, values in part.items()
    }
    found = []
    for key, some in numbers.items():
        its = {name: values.take(taken.take(pa.array(some)))
               for name, (values, taken) in columns.items()}  # fmt: skip
        its["number"] = pa.array([number + 1 for number in some], pa.int32())
        found.append((*key, pa.table([its[name] for name in FIGURES.names], FIGURES)))
    return found
