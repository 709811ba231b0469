"""./do store [FILE|DIR...]: the figures of result files as Parquet, which many engines read.

A file is stored once, known by its SHA-256. What `./do check` refuses is named and left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shootout.collect.inbox import files as found_in
from shootout.common import interrupts, parallel
from shootout.common.atomic import sweep
from shootout.common.errors import Trouble, Usage
from shootout.common.named import escaped
from shootout.common.parallel import default_jobs
from shootout.common.paths import STORE
from shootout.common.progress import BAR
from shootout.common.terminal import folded, say
from shootout.common.version import VERSION
from shootout.report.selection import data_files

from . import admit, environment, versions
from .convert import Batch, Converted, convert

MOST = 32  # files of a batch, whose rows are in memory at once
SHOWN = 5  # errors of a refused file that are printed


@dataclass(frozen=True)
class StoreOptions:
    files: tuple[Path, ...] = ()  # empty: all of data/
    store: Path = STORE
    check: bool = True
    again: bool = False  # make the store anew, of these files alone
    jobs: int = 1


def store(options: StoreOptions) -> int:
    """Store result files; return 1 if one of them is refused."""
    paths = found_in(options.files, options.store)[0] if options.files else data_files()
    if not paths:
        where = ", ".join(map(escaped, options.files)) or "data/"
        raise Usage(f"no result files in {where}; name some, or run ./do first")
    environment.ready()
    home = options.store.absolute()
    with versions.alone(home):
        sweep(home / admit.VERDICTS)
        digests, unread = _digests(paths, options.jobs)
        known = set() if options.again else _known(home)
        new = {digest: path for path, digest in reversed(digests) if digest not in known}
        todo = [(path, digest) for digest, path in reversed(new.items())]
        admitted, refused = _checked(todo, home, options) if options.check else (todo, 0)
        made = _stored(admitted, home, options)
        with interrupts.held():
            _merge(home)
    for path, why in unread:
        say(f"refused: {escaped(path)}", f"    {why}")
    refused += len(unread) + sum(len(each.refused) for each in made)
    stored = sum(len(each.stored) for each in made)
    say(f"{stored} stored, {len(paths) - stored - refused} stored before, {refused} refused, "
        f"in {home}")  # fmt: skip
    return 1 if refused else 0


def _digests(
    paths: Sequence[Path], jobs: int
) -> tuple[list[tuple[Path, str]], list[tuple[Path, str]]]:
    """Each path with its SHA-256; and those that cannot be read, each with the reason."""
    found: list[tuple[Path, str]] = []
    unread: list[tuple[Path, str]] = []
    workers = min(jobs, len(paths) // MOST + 1)
    with closing(parallel.each(_digest, paths, workers, phase="read files")) as made:
        for path, (digest, why) in zip(paths, made):
            (unread if why else found).append((path, why or digest))
    return found, unread


def _digest(path: Path) -> tuple[str, str]:
    try:
        return admit.sha256(path), ""
    except Trouble as error:
        return "", str(error)


def _known(home: Path) -> set[str]:
    """The SHA-256 of all files that are in the store; Trouble if it is damaged."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    if not (home / versions.CURRENT).exists():
        return set()
    found: set[str] = set()
    for part in (versions.current(home) / versions.RUNS).glob("*.parquet"):
        try:
            found.update(
                ParquetFile(part).read(["sha256"], use_threads=False)["sha256"].to_pylist()
            )
        except (ArrowException, KeyError, OSError) as error:
            raise Trouble(
                f"{part}: this file of the store is damaged ({str(error).partition('.')[0]}). "
                f"Remove the store, {home}, and make it again from the result files."
            ) from error
    return found


Todo = list[tuple[Path, str]]  # files with the SHA-256 of each


def _checked(todo: Todo, home: Path, options: StoreOptions) -> tuple[Todo, int]:
    """The files that check calls sound, and the number of the others, which are told.

    What it finds is kept: whatever ends this process, no file is checked again.
    """
    admitted, workers = [], min(options.jobs, len(todo))
    with closing(parallel.each(partial(_errors, home), todo, workers, phase="check")) as made:
        for (path, digest), errors in zip(todo, made):
            if errors:
                _tell(path, errors)
            else:
                admitted.append((path, digest))
    return admitted, len(todo) - len(admitted)


def _errors(home: Path, file: tuple[Path, str]) -> list[str]:
    return admit.errors(*file, home)


def _stored(todo: Sequence[tuple[Path, str]], home: Path, options: StoreOptions) -> list[Converted]:
    """Convert the files in batches; each is in the store as soon as it is done."""
    workers = min(options.jobs, len(todo))
    size = max(1, min(MOST, len(todo) // max(1, 2 * workers)))
    work = home / versions.WORK
    batches = [
        Batch(tuple(todo[at : at + size]), work / str(at), VERSION if options.check else "")
        for at in range(0, len(todo), size)
    ]
    afresh, made = options.again, []
    with closing(parallel.each(convert, batches, workers, phase="store")) as converted:
        for each in converted:
            if each.stored:
                with interrupts.held():
                    versions.commit(home, each.folder, afresh=afresh)
                afresh = False
            made.append(each)
            for path, errors in each.refused:
                _tell(path, errors)
    return made


def _tell(path: Path, errors: Sequence[str]) -> None:
    BAR.tell(folded(f"refused: {escaped(path)}"))
    for error in errors[:SHOWN]:
        BAR.tell(folded(f"    {escaped(error)}"))
    if len(errors) > SHOWN:
        BAR.tell(f"    and {len(errors) - SHOWN} more")


def _merge(home: Path) -> None:
    """Merge small Parquet files where there are many: a question opens them all."""
    from . import merge

    if (home / versions.CURRENT).exists():
        merge.merge(home)


def main(args: argparse.Namespace) -> int:
    return store(StoreOptions(tuple(args.files), args.store, args.check, args.again, args.jobs))


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", metavar="FILE|DIR", nargs="*", type=Path, help="default: all of data/")
    add("--store", type=Path, default=STORE, metavar="DIR", help="default: store/ beside data/")
    add("--no-check", dest="check", action="store_false", help="store files without checking them")
    add("--again", action="store_true", help="make the store anew, of these files alone")
    jobs = "files at once; default: all CPUs"
    add("--jobs", type=int, default=default_jobs(), metavar="N", help=jobs)
    parser.set_defaults(func=main)
