"""An inbox of submitted files: what is in it, and what becomes of each file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..check import peers
from ..common.atomic import sweep
from ..common.errors import Trouble, Usage
from ..common.named import escaped, mode, walk
from ..common.paths import DATA, SUFFIXES
from ..common.process import held
from ..common.progress import BAR
from ..common.terminal import folded, say, warn
from ..results import sign
from . import store
from .examine import Examined, Examiner
from .store import FAULTY, REFUSED, Kept

INCOMING = ".incoming"  # the folder of the copies, until they are judged
NAMES = " ".join(f"*{suffix}" for suffix in SUFFIXES)
# What else may be in an inbox: not told, and told.
BESIDE = "beside a result file"
LINK, NAMED = "links", f"files with other names than {NAMES}"
LONELY = "signatures without their files"
SHOWN = 5  # errors of a refused file that are printed; all are kept


def files(given: Sequence[Path], data: Path) -> tuple[list[Path], Counter[str]]:
    """The given files, and those at any depth of the given folders that have a result file's name,
    with the folders there that cannot be read.

    Also what else is in the folders, and how often. The folder `data` is left out.
    """
    found: dict[Path, None] = {}
    others: Counter[str] = Counter()

    def unread(error: OSError) -> None:
        found[Path(error.filename)] = None  # whoever opens it is told why

    for path in given:
        if not stat.S_ISDIR(mode(path)):
            found[path] = None
            continue
        for folder, below, names in walk(path, unread):
            below[:] = sorted(n for n in below if not _same(folder / n, data))
            links = [n for n in below if stat.S_ISLNK(mode(folder / n, links=False))]
            for file in (folder / name for name in (*links, *sorted(names))):
                kind = _other(file)
                if not kind:
                    found[file] = None
                others[kind] += 1
    return list(found), others


def _same(folder: Path, data: Path) -> bool:
    try:
        return folder.samefile(data)
    except OSError:  # its path is too long, or data is not there yet
        return False


def _other(file: Path) -> str:
    """What a file of an inbox is, if it is no result file; empty if it is one."""
    if stat.S_ISLNK(mode(file, links=False)):
        return LINK
    if file.name.endswith(SUFFIXES):
        return ""
    if file.name.endswith(sign.SUFFIX):
        return BESIDE if os.path.lexists(str(file).removesuffix(sign.SUFFIX)) else LONELY
    return BESIDE if file.name.endswith(peers.SUFFIX) else NAMED


@contextlib.contextmanager
def alone(data: Path) -> Iterator[Path]:
    """The folder for copies. Only one collect has it at a time; another one waits."""
    incoming = data / INCOMING
    data.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(data, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            warn(f"another ./do collect is using {data}; waiting for it to end")
            for folder in BAR.each("wait", [descriptor]):
                fcntl.flock(folder, fcntl.LOCK_EX)
        sweep(data)
        sweep(data / REFUSED)
        shutil.rmtree(incoming, ignore_errors=True)  # left by one that was killed
        incoming.mkdir()
        try:
            yield incoming
        finally:
            with held():
                shutil.rmtree(incoming, ignore_errors=True)
    finally:
        os.close(descriptor)


def collect(
    given: Sequence[Path], data: Path = DATA, signers: Path | None = None, jobs: int = 1,
    listen: Callable[[Examined, Kept], object] | None = None,
) -> Counter[str]:  # fmt: skip
    """Judge all files, keep the sound ones, and count the verdicts.

    Each verdict is printed, or given to `listen`. Without files, judge those in `data` again,
    and only write their findings. Raises Trouble if `data` cannot be written. The files kept
    before that stay.
    """
    again = not given
    paths, others = (store.present(data), Counter()) if again else files(given, data)
    if not paths:
        raise Usage(
            f"no result files in {', '.join(map(escaped, given or [data]))}: looked for {NAMES}"
        )
    count: Counter[str] = Counter()
    try:
        with alone(data) as incoming:
            known = {} if again else store.known(data)
            allowed = signers or data / sign.SIGNERS.name
            examiner = Examiner(incoming, data, allowed, frozenset(known))
            # Closed before the copies are removed, so that no process writes another one.
            with contextlib.closing(examiner.all(paths, jobs)) as all_examined:
                for examined in all_examined:
                    with held():
                        kept = store.renew(examined) if again else store.keep(examined, data, known)
                        examined.forget()
                    count[kept.what] += 1
                    (listen or show)(examined, kept)
    except OSError as error:
        if not error.filename:  # the output has no room, not the folder
            raise
        where = escaped(error.filename)
        raise Trouble(
            f"{where}: {error.strerror}. Make room there or correct its permissions, then collect "
            "again: the files in data/ are complete, and none is collected twice."
        ) from error
    for kind in (NAMED, LINK, LONELY):
        if others[kind] and not listen:
            say(f"skipped: {others[kind]} {kind}")
    return count


def show(examined: Examined, kept: Kept) -> None:
    """Print the verdict on a file."""
    BAR.tell(folded(f"{kept.what}: {escaped(examined.file)}{kept.note}"))
    if kept.what in (REFUSED, FAULTY):
        for finding in examined.errors[:SHOWN]:
            BAR.tell(folded(f"    {escaped(finding)}"))
        if len(examined.errors) > SHOWN:
            BAR.tell(f"    and {len(examined.errors) - SHOWN} more")
