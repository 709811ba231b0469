"""./do collect FILE|DIR...: check submitted files, and add the sound ones to data/.

Each is copied to a folder in data/ and checked there, and gets its name if it has no errors.
Files in data/ are never replaced, and the files that were sent are never touched. With --again
and no files, those in data/ are checked by today's rules, and FILE.check is written anew.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..check import peers
from ..common import interrupts
from ..common.atomic import sweep
from ..common.errors import Trouble, Usage
from ..common.named import escaped, mode, walk
from ..common.parallel import default_jobs
from ..common.paths import DATA, SUFFIXES
from ..common.progress import BAR
from ..common.terminal import folded, say, warn
from ..results import sign
from . import store
from .examine import Examined, Examiner
from .store import ACCEPTED, FAULTY, REFUSED, Kept

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
            with interrupts.held():
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
                    with interrupts.held():
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


def as_json(examined: Examined, kept: Kept) -> dict[str, object]:
    """The verdict on a file for other programs (docs/schema.json)."""
    return {
        "file": os.fsencode(examined.file).decode("utf-8", "replace"),
        "verdict": kept.what,
        "stored": str(kept.path) if kept.path and kept.what != REFUSED else "",
        "lines": examined.lines,
        "signature": examined.signature.state,
        "errors": examined.errors,
        "warnings": [str(f) for f in examined.report.warnings] if examined.report else [],
    }


def main(args: argparse.Namespace, redraw: Callable[[], object]) -> int:
    """Collect, print how many files got each verdict, and redraw what shows data/.

    Return 1 if any has errors.
    """
    if args.again == bool(args.files):
        raise Usage("collect: name files or folders, or --again for those in data/")
    if args.json:
        told: list[dict[str, object]] = []
        count = collect(
            args.files, args.into, args.signers, args.jobs,
            lambda examined, kept: told.append(as_json(examined, kept)),
        )  # fmt: skip
        print(json.dumps({"files": told}, indent=1))
        return 1 if count[REFUSED] or count[FAULTY] else 0
    count = collect(args.files, args.into, args.signers, args.jobs)
    print(", ".join(f"{number} {what}" for what, number in sorted(count.items())), flush=True)
    if count[ACCEPTED] and args.graphs and args.into == DATA:
        redraw()
    return 1 if count[REFUSED] or count[FAULTY] else 0


def register(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], redraw: Callable[[], object]
) -> None:
    """Add `collect` to the command line; `redraw` draws what shows data/."""
    parser = subparsers.add_parser("collect", help="check result files, then add them to data/")
    add = parser.add_argument
    add("files", metavar="FILE|DIR", nargs="*", type=Path)
    add("--again", action="store_true", help="check those in data/, write their findings anew")
    add("--json", action="store_true", help="machine-readable output; graphs are not redrawn")
    add("--into", type=Path, default=DATA, metavar="DIR", help="default: data/")
    add("--signers", type=Path, metavar="FILE", help="default: allowed_signers in data/")
    jobs = "files at once; default: all CPUs"
    add("--jobs", type=int, default=default_jobs(), metavar="N", help=jobs)
    add(
        "--no-graphs", dest="graphs", action="store_false",
        help="do not redraw graphs/, as when collecting into another folder",
    )  # fmt: skip
    parser.set_defaults(func=lambda args: main(args, redraw))
