"""The versions of a store: `current` is a link to the folder of the last one.

A version is whole: links to the files of the one before, and its own. `current` moves to it by
one rename, so every reader, of whatever program, sees all of a batch or nothing; a process that
is killed leaves a folder without that name, which the next one removes.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

from shootout.common.atomic import NO_LINKS, PREFIX, appear, settle
from shootout.common.errors import Trouble, Usage
from shootout.common.named import content, escaped, walk
from shootout.common.terminal import warn

CURRENT, VERSIONS, FORMAT = "current", "versions", "format"
FIGURES, RUNS = "figures", "runs"  # folders of a version
FORM = "shootout store 3\n"  # of the columns and folders
WORK = "work"  # folder of files that are being written
KEPT = 2  # versions: readers that have begun with the one before can end


def current(store: Path) -> Path:
    """The folder of the last version; raises Usage without one."""
    if not (store / CURRENT).exists():
        raise Usage(f"no store in {escaped(store)}: make it with ./do store")
    check_form(store)
    return (store / CURRENT).resolve()


def check_form(store: Path) -> None:
    """Raise Trouble for a store that has another form."""
    try:
        form = content(store / FORMAT)
    except (OSError, ValueError):
        form = ""
    if form != FORM:
        raise Trouble(
            f"{escaped(store)}: is no store of this version of ./do. Remove the folder, or name "
            "another with --store; then ./do store makes it from the result files."
        )


@contextlib.contextmanager
def alone(store: Path) -> Iterator[None]:
    """A context in which no other process changes the store."""
    store.mkdir(parents=True, exist_ok=True)
    if any(not path.name.startswith(PREFIX) for path in store.iterdir()):
        check_form(store)
    else:
        with appear(store / FORMAT, replace=True) as file:
            file.write(FORM.encode())
    (store / VERSIONS).mkdir(exist_ok=True)
    with (store / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            warn(f"another ./do store is at work in {escaped(store)}; waiting for it to end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        _sweep(store)
        shutil.rmtree(store / WORK, ignore_errors=True)
        try:
            yield
        finally:
            shutil.rmtree(store / WORK, ignore_errors=True)


@contextlib.contextmanager
def reading(store: Path) -> Iterator[Path]:
    """The folder of the last version, which stays until the context ends."""
    while True:
        folder = current(store)
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # a newer one has just come
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            if folder.exists():
                yield folder
                return
        finally:
            os.close(descriptor)


def files(folder: Path) -> list[Path]:
    """The Parquet files of a version, relative to it."""
    return sorted(
        (home / name).relative_to(folder)
        for home, below, names in walk(folder)
        for name in (*below, *names)
        if name.endswith(".parquet")
    )


def commit(store: Path, new: Path, without: Collection[Path] = (), *, afresh: bool = False) -> None:
    """Make a version of the current files but those `without`, and of all files below `new`.

    The files are moved. With `afresh` the current ones are left out.
    """
    number = max((_number(path) for path in (store / VERSIONS).iterdir()), default=0) + 1
    made = store / VERSIONS / f"{number:06}"
    aside = made.with_suffix(".aside")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    if (store / CURRENT).exists() and not afresh:
        old = (store / CURRENT).resolve()
        for path in files(old):
            if path not in without:
                _link(old / path, _home(aside, path))
    for path in files(new):
        _flush(new / path)
        (new / path).replace(_home(aside, path))
    for folder in [aside, *(path for path in aside.rglob("*") if path.is_dir())]:
        settle(folder)
    aside.rename(made)
    settle(made.parent)
    link = store / f".{CURRENT}"
    link.unlink(missing_ok=True)
    link.symlink_to(Path(VERSIONS) / made.name)
    link.replace(store / CURRENT)
    settle(store)
    _sweep(store)


def _home(folder: Path, path: Path) -> Path:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    return folder / path


def _link(old: Path, new: Path) -> None:
    """Give a file a second name, or where the file system has none, copy it."""
    try:
        os.link(old, new)
    except OSError as error:
        if error.errno not in (*NO_LINKS, errno.EMLINK):
            raise
        shutil.copyfile(old, new)
        _flush(new)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _number(path: Path) -> int:
    return int(path.name) if re.fullmatch(r"\d+", path.name) else 0


def _sweep(store: Path) -> None:
    """Remove what killed processes left, and old versions that nobody reads."""
    last = (store / CURRENT).resolve().name if (store / CURRENT).exists() else ""
    every = sorted((store / VERSIONS).iterdir(), key=_number)
    whole = [path for path in every if _number(path) and path.name <= last]
    for path in every:
        if path in whole[-KEPT:]:
            continue
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
        except OSError:  # somebody reads it
            continue
        finally:
            os.close(descriptor)
