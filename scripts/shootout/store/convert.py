"""A batch of result files becomes Parquet files, which the store then takes in at once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import VERSION
from ..common.errors import Trouble
from ..report.machines import contestants
from ..report.table import split
from ..results.figures import rows_of
from ..results.reader import read
from ..results.records import uncollected
from . import admit, rows
from .rows import Source
from .versions import FIGURES, RUNS


@dataclass(frozen=True)
class Batch:
    """Result files with the SHA-256 of each, and the folder where their Parquet files go."""

    files: tuple[tuple[Path, str], ...]
    store: Path
    folder: Path
    checked: bool


@dataclass
class Converted:
    """What has become of a batch."""

    folder: Path
    stored: list[Path] = field(default_factory=list)
    refused: list[tuple[Path, list[str]]] = field(default_factory=list)


@uncollected()
def convert(batch: Batch) -> Converted:
    """Check, read and write the files of a batch; those with errors are named and left out."""
    from . import schema

    made = Converted(batch.folder)
    figures: list[tuple[int, str, Any]] = []
    runs: list[dict[str, Any]] = []
    for path, digest in batch.files:
        wrong = admit.errors(path, digest, batch.store) if batch.checked else []
        if not wrong:
            try:
                some, about = _read(Source(path, digest, VERSION if batch.checked else ""))
                figures += schema.partitions(some)
                runs += about
                made.stored.append(path)
                continue
            except (Trouble, OSError) as error:
                wrong = [str(error)]
        made.refused.append((path, wrong))
    if runs:
        name = hashlib.sha256("".join(sorted(r["sha256"] for r in runs)).encode()).hexdigest()[:16]
        schema.write_parts(batch.folder / FIGURES, name, figures)
        (batch.folder / RUNS).mkdir(parents=True)
        schema.write(batch.folder / RUNS / f"{name}.parquet", [schema.table(runs)])
    return made


def _read(source: Source) -> tuple[rows.Columns, list[dict[str, Any]]]:
    """The rows of a file; raises Trouble if it is damaged, or has changed since it was checked."""
    result = read(source.path, curves=False)
    made = rows_of(result.blocks)
    machines = contestants(result, source.path, entries=False, rows=made)
    figures = rows.figures(result, source, machines, split(result, made))
    runs = list(rows.runs(result, source, machines, figures))
    if admit.sha256(source.path) != source.sha256:
        raise Trouble(f"{source.path}: was changed while it was read; store it again")
    return figures, runs
