"""Many small Parquet files of a partition become one, so that a question opens few."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from . import schema, versions

MANY = 16  # files of a partition; more are merged
LARGE = 64 << 20  # bytes; a file of this size stays alone


def merge(store: Path) -> None:
    """Merge the files of all partitions that have many, in one new version."""
    folder, work = versions.current(store), store / versions.WORK / "merged"
    homes: dict[Path, list[Path]] = {}
    for path in versions.files(folder):
        if (folder / path).stat().st_size < LARGE:
            homes.setdefault(path.parent, []).append(path)
    old: list[Path] = []
    for home, paths in homes.items():
        if len(paths) > MANY:
            (work / home).mkdir(parents=True)
            _merged([folder / path for path in paths], work / home)
            old += paths
    if old:
        versions.commit(store, work, old)


def _merged(paths: Sequence[Path], home: Path) -> None:
    """Write the rows of some files into a folder, in files of about LARGE bytes."""
    from pyarrow import parquet

    left = list(paths)
    while left:
        some, size = [], 0
        while left and size < LARGE:
            some.append(left.pop(0))
            size += some[-1].stat().st_size
        name = hashlib.sha256("".join(path.name for path in some).encode()).hexdigest()[:16]
        tables = [parquet.ParquetFile(path).read() for path in some]
        whole = schema.sorted_rows(tables)
        schema.write(home / f"{name}.parquet", whole)
