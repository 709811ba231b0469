"""A batch of result files becomes Parquet files, which the store then takes in at once.

Files were checked before: a check forks, and Arrow may have threads once it has written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shootout.common.errors import Trouble
from shootout.report.machines import contestants
from shootout.report.table import split
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.records import uncollected

from . import admit, rows
from .rows import Source
from .versions import FIGURES, RUNS


@dataclass(frozen=True)
class Batch:
    """Result files with the SHA-256 of each, and the folder where their Parquet files go."""

    files: tuple[tuple[Path, str], ...]
    folder: Path
    checked: str  # by which version; empty if they were not


@dataclass
class Converted:
    """What has become of a batch."""

    folder: Path
    stored: list[Path] = field(default_factory=list)
    refused: list[tuple[Path, list[str]]] = field(default_factory=list)


@uncollected()
def convert(batch: Batch) -> Converted:
    """Read and write the files of a batch; those that cannot be read are named and left out."""
    from . import schema

    made = Converted(batch.folder)
    figures: list[tuple[int, str, Any]] = []
    runs: list[dict[str, Any]] = []
    for path, digest in batch.files:
        try:
            some, about = _read(Source(path, digest, batch.checked))
        except (Trouble, OSError) as error:
            made.refused.append((path, [str(error)]))
            continue
        figures += schema.partitions(some)
        runs += about
        made.stored.append(path)
    if runs:
        name = hashlib.sha256("".join(sorted(r["sha256"] for r in runs)).encode()).hexdigest()[:16]
        schema.write_parts(batch.folder / FIGURES, name, figures)
        (batch.folder / RUNS).mkdir(parents=True)
        schema.write(batch.folder / RUNS / f"{name}.parquet", schema.table(runs))
    return made


def _read(source: Source) -> tuple[rows.Figures, list[dict[str, Any]]]:
    """The rows of a file; raises Trouble if it is damaged, or has changed since it was checked."""
    result = read(source.path, curves=False)
    made = rows_of(result.blocks)
    tables = split(result, made)
    machines = contestants(
        result, source.path, entries=False, figures=False, rows=made, tables=tables
    )
    figures = rows.figures(result, source, machines, tables)
    runs = list(rows.runs(result, source, machines, figures))
    if admit.sha256(source.path) != source.sha256:
        raise Trouble(f"{source.path}: was changed while it was read; store it again")
    return figures, runs
