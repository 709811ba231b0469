"""./do store [FILE|DIR...]: the figures of result files as Parquet, which many engines read.

Each result file has one Parquet file, which is named by the SHA-256 of its bytes and by the form
of the columns, and appears whole: it is there, or is made again.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shootout.collect.inbox import files as found_in
from shootout.common import parallel
from shootout.common.atomic import appear, sweep
from shootout.common.errors import Trouble, Usage
from shootout.common.folders import claim
from shootout.common.named import escaped
from shootout.common.parallel import default_jobs
from shootout.common.paths import STORE
from shootout.common.progress import BAR
from shootout.common.terminal import folded, say
from shootout.report.drawn import of_files
from shootout.report.selection import data_files
from shootout.results.gunzip import MOST_IN

from . import needed

FORM = ".4.parquet"  # of the columns: another number for each change of schema.py
OURS = re.compile(r"[0-9a-f]{64}\.\d+\.parquet")


@dataclass(frozen=True)
class Stored:
    """What has become of a result file."""

    name: str = ""  # of its Parquet file
    new: bool = False
    complaint: str = ""


def store(files: Collection[Path], home: Path = STORE, jobs: int = 1) -> int:
    """Store result files, or all of data/ and nothing else; return 1 if one cannot be read."""
    paths = found_in(tuple(files), home)[0] if files else data_files()
    if not paths:
        where = ", ".join(map(escaped, files)) or "data/"
        raise Usage(f"no result files in {where}; name some, or run ./do first")
    needed.ready()
    claim(home)
    home.mkdir(parents=True, exist_ok=True)
    sweep(home)
    made: list[Stored] = []
    with closing(parallel.each(partial(keep, home), paths, jobs, phase="store")) as each:
        for path, one in zip(paths, each):
            made.append(one)
            if one.complaint:
                BAR.tell(folded(f"refused: {escaped(path)}: {one.complaint}"))
    dropped = drop(home, None if files else {one.name for one in made})
    new, refused = sum(one.new for one in made), sum(bool(one.complaint) for one in made)
    before = len(made) - new - refused
    say(f"{new} stored, {before} stored before, {refused} refused, {dropped} dropped, in {home}")
    return 1 if refused else 0


def keep(home: Path, path: Path) -> Stored:
    """Write the Parquet file of a result file, if it is missing."""
    try:
        if path.stat().st_size > MOST_IN:
            return Stored(complaint="larger than a result file may be")
        ((_, digest),) = of_files([path])
        if not digest:
            return Stored(complaint="cannot be read")
        target = home / f"{digest}{FORM}"
        if target.is_file():
            return Stored(target.name)
        from . import kept, schema

        rows = kept.rows(path, digest)
        if of_files([path]) != [(str(path), digest)]:
            return Stored(complaint="was changed while it was read; store it again")
    except Trouble as error:
        return Stored(complaint=str(error))
    except OSError as error:
        return Stored(complaint=f"cannot be read: {error.strerror}")
    with appear(target, replace=True) as file:
        schema.write(file, rows)
    return Stored(target.name, new=True)


def drop(home: Path, wanted: Collection[str] | None) -> int:
    """Remove Parquet files of another form, and with `wanted` all but these; return how many."""
    ours = [path for path in home.iterdir() if OURS.fullmatch(path.name)]
    current = {p.name for p in ours if p.name.endswith(FORM)}
    kept = current if wanted is None else current.intersection(wanted)
    stale = [p for p in ours if p.name not in kept]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)


def main(args: argparse.Namespace) -> int:
    return store(args.files, args.store.absolute(), args.jobs)


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `store`."""
    add, jobs = parser.add_argument, "files at once; default: all CPUs"
    add("files", metavar="FILE|DIR", nargs="*", type=Path, help="default: all of data/")
    add("--store", type=Path, default=STORE, metavar="DIR", help="default: build/store")
    add("--jobs", type=int, default=default_jobs(), metavar="N", help=jobs)
    parser.set_defaults(func=main)
