"""The columns of the store's Parquet files, which have the runs of a file, then its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

import pyarrow as pa
from pyarrow import parquet

TEXT = pa.string()
WORDS = pa.list_(pa.string())
COLUMNS = pa.schema([
    # Of both; a run has number 0, and NULL in the columns of figures.
    ("number", pa.int32()), ("machine", TEXT), ("microarchitecture", TEXT), ("abi", TEXT),
    ("cpu", TEXT), ("cpuid", TEXT), ("grade", TEXT), ("date", pa.date32()), ("version", TEXT),
    ("counter", TEXT), ("file", TEXT), ("sha256", TEXT),
    # Of a figure: what it is of, itself, what it comes from.
    ("primitive", TEXT), ("implementation", TEXT), ("compiler", TEXT), ("compiler_version", TEXT),
    ("set", TEXT), ("native", TEXT), ("length", pa.int32()),
    ("q1", pa.float64()), ("median", pa.float64()), ("q3", pa.float64()), ("unit", TEXT),
    ("rank", pa.float64()), ("doubts", WORDS), ("left_out", WORDS), ("used_samples", pa.int32()),
    ("used_rounds", pa.int32()), ("layout", pa.float64()), ("culprit", TEXT),
    ("round", pa.list_(pa.int32())), ("clock", pa.list_(pa.float64())),
    ("samples", pa.list_(pa.list_(pa.int64()))), ("flags", pa.list_(WORDS)),
    # Of a run.
    ("cpus", TEXT), ("boost", TEXT), ("smt", TEXT), ("reasons", WORDS),
    ("clock_low", pa.float64()), ("clock_high", pa.float64()), ("hertz", pa.float64()),
    ("hidden", pa.bool_()), ("emulated", pa.bool_()), ("figures", pa.int32()),
    ("facts", pa.map_(TEXT, TEXT)), ("bytes", pa.int64()), ("stored", TEXT),
])  # fmt: skip
ORDER = [(name, "ascending") for name in ("primitive", "implementation", "number")]
ROWS = 1 << 14  # of a row group: a question about one function skips the others


def write(file: IO[bytes], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as a Parquet file, those of a function together; NULL is what a row has not."""
    columns = {name: [row.get(name) for row in rows] for name in COLUMNS.names}
    whole = pa.Table.from_pydict(columns, COLUMNS).sort_by(ORDER)
    parquet.write_table(whole, file, row_group_size=ROWS, compression="zstd")
