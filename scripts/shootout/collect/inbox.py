"""An inbox of submitted files: what is in it, and what becomes of each file.

FILE.check beside a kept file has the findings as JSON; for a refused file only these are kept,
in refused/. A file gets its name last, so every file with a name is complete.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..common import atomic
from ..common.atomic import sweep
from ..common.errors import Trouble, Usage
from ..common.named import BESIDE, DISPUTED, escaped, findings, mode, walk
from ..common.paths import DATA, SUFFIXES
from ..common.process import held
from ..common.progress import BAR
from ..common.terminal import folded, say, warn
from ..common.version import VERSION
from ..results import gunzip, sign
from .examine import LONGEST, Examined, Examiner, lines_of, plain

INCOMING = ".incoming"  # the folder of the copies, until they are judged
NAMES = " ".join(f"*{suffix}" for suffix in SUFFIXES)
# What else may be in an inbox: not told, and told.
OF_A_FILE = "beside a result file"
LINK, NAMED = "links", f"files with other names than {NAMES}"
LONELY = "signatures without their files"
ACCEPTED, DUPLICATE, REFUSED = "accepted", "duplicate", "refused"
SOUND, FAULTY = "sound", "faulty"  # verdicts on files that are in data/ already
WORD = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
SHOWN = 5  # errors of a refused file that are printed; all are kept


@dataclass(frozen=True)
class Kept:
    """The verdict on a file, and what to print after its name."""

    what: str
    note: str = ""
    path: Path | None = None  # the file that is kept, or of a refused one the findings


def files(given: Sequence[Path], data: Path) -> tuple[list[Path], dict[str, list[str]]]:
    """The given files, and those at any depth of the given folders that have a result file's name,
    with the folders there that cannot be read.

    Also the names of what else is in the folders, by kind. The folder `data` is left out.
    """
    found: dict[Path, None] = {}
    others: dict[str, list[str]] = {}

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
                others.setdefault(kind, []).append(escaped(file.name))
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
        return OF_A_FILE if os.path.lexists(str(file).removesuffix(sign.SUFFIX)) else LONELY
    return OF_A_FILE if file.name.endswith(BESIDE) else NAMED


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
    paths, others = (present(data), dict[str, list[str]]()) if again else files(given, data)
    if not paths:
        raise Usage(
            f"no result files in {', '.join(map(escaped, given or [data]))}: looked for {NAMES}"
        )
    count: Counter[str] = Counter()
    try:
        with alone(data) as incoming:
            before = {} if again else known(data)
            allowed = signers or data / sign.SIGNERS.name
            examiner = Examiner(incoming, data, allowed, frozenset(before))
            # Closed before the copies are removed, so that no process writes another one.
            with contextlib.closing(examiner.all(paths, jobs)) as all_examined:
                for examined in all_examined:
                    with held():
                        kept = renew(examined) if again else keep(examined, data, before)
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
        if (names := others.get(kind)) and not listen:
            more = ", ..." * (len(names) > SHOWN)
            say(f"skipped {kind} ({len(names)}): {', '.join(names[:SHOWN])}{more}")
    return count


def show(examined: Examined, kept: Kept) -> None:
    """Print the verdict on a file."""
    BAR.tell(folded(f"{kept.what}: {escaped(examined.file)}{kept.note}"))
    if kept.what in (REFUSED, FAULTY):
        for finding in examined.errors[:SHOWN]:
            BAR.tell(folded(f"    {escaped(finding)}"))
        if len(examined.errors) > SHOWN:
            BAR.tell(f"    and {len(examined.errors) - SHOWN} more")


def known(data: Path) -> dict[str, Path]:
    """The files in data/ by the SHA-256 of their lines, from their FILE.check if possible."""
    found: dict[str, Path] = {}
    for file in present(data):
        told = findings(file.with_name(file.name + BESIDE))
        same = told.get("bytes") == file.stat().st_size  # else it is about another file
        if lines := (same and str(told.get("lines", ""))) or lines_of(file):
            found[lines] = file
    return found


def present(data: Path) -> list[Path]:
    """The result files in data/, by name."""
    return [f for f in sorted(data.iterdir()) if f.name.endswith(SUFFIXES) and f.is_file()]


def keep(examined: Examined, data: Path, known: dict[str, Path]) -> Kept:
    """Give an examined file its place, and add it to `known`. Raises OSError if it can't."""
    if not examined.copy:
        return Kept(REFUSED, ", not stored")
    if examined.errors:
        return _refuse(examined, data)
    if same := known.get(examined.lines):
        return _again(examined, same)
    for target in _names(examined, data):
        beside = [sign.beside(target), target.with_name(target.name + BESIDE)]
        if target.exists():
            continue
        if examined.signature.state != sign.UNSIGNED:
            _write(beside[0], sign.beside(examined.copy).read_bytes(), settled=False)
        _write(beside[1], _findings(examined, target.name, accepted=True), settled=False)
        try:
            atomic.name(examined.copy, target)
        except FileExistsError:  # a run on this machine has just saved its file
            continue
        atomic.settle(data)
        known[examined.lines] = target
        return Kept(ACCEPTED, f", stored as {target}, {_remarks(examined)}", target)
    # Only the same lines have the same whole hash.
    return Kept(DUPLICATE, f", already stored as {target}", target)


def renew(examined: Examined) -> Kept:
    """Write the findings of a file in data/ anew. The file itself stays, whatever they are."""
    if not examined.report:
        return Kept(FAULTY, f", {examined.complaint}")
    target = examined.file.with_name(examined.file.name + BESIDE)
    told = findings(target)
    # When it was collected first; for one from before that was noted, its last check.
    since = str(told.get("collected") or told.get("checked") or "")
    _write(target, _findings(examined, examined.file.name, accepted=True, collected=since))
    return Kept(FAULTY if examined.errors else SOUND, f", {_remarks(examined)}", examined.file)


def _names(examined: Examined, data: Path) -> Iterator[Path]:
    """The original name, if ./do may have given it; then names with a hash of the lines."""
    report, came = examined.report, examined.file.name
    assert report and examined.copy
    machine = report.machine if re.fullmatch(WORD, report.machine) else "unknown"
    date = report.date if re.fullmatch(r"\d{8}", report.date) else "undated"
    suffix = ".tar.gz"
    if report.kind == "supercop":
        with examined.copy.open("rb") as file:
            suffix = ".data.gz" if file.read(2) == gunzip.GZIP else ".data"
    usual = rf"{re.escape(machine)}-([A-Za-z0-9._-]*-)?{date}[0-9-]*{re.escape(suffix)}"
    if re.fullmatch(usual, came) and len(came) <= LONGEST:
        yield data / came
    for digits in (8, 64):
        yield data / f"{machine}-{date}-{examined.lines[:digits]}{suffix}"


def _again(examined: Examined, same: Path) -> Kept:
    """A duplicate. If it is signed, and `same` has equal bytes but no signature, keep that."""
    note = f", already stored as {same}"
    signed = examined.signature.state in (sign.GOOD, sign.STRANGER)
    if signed and not sign.beside(same).exists() and same.stat().st_size == examined.size:
        assert examined.copy
        if same.read_bytes() == examined.copy.read_bytes():
            _write(sign.beside(same), sign.beside(examined.copy).read_bytes())
            note += f", which is {examined.signature.text} now"
    return Kept(DUPLICATE, note, same)


def _refuse(examined: Examined, data: Path) -> Kept:
    folder = data / REFUSED
    folder.mkdir(exist_ok=True)
    name = plain(examined.file.name) or "nameless"
    target = folder / f"{name}-{examined.sha256[:8]}{BESIDE}"
    _write(target, _findings(examined, name, accepted=False))
    return Kept(REFUSED, f", see {target}", target)


def _findings(examined: Examined, name: str, *, accepted: bool, collected: str = "") -> bytes:
    """The JSON to keep beside a file: what it is, and what this version found, and when.

    `collected` is the time when it was collected first; by default it is now.
    """
    report, signature = examined.report, examined.signature
    told: dict[str, Any] = {
        "file": name,
        "accepted": accepted,
        "bytes": examined.size,
        "sha256": examined.sha256,
        "lines": examined.lines,
        "signature": asdict(signature),
        "collected": collected or time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "checked": time.strftime("%Y-%m-%d", time.gmtime()),
        "by": VERSION,
    }
    if examined.complaint:
        told["complaint"] = examined.complaint
    if report:
        told.update(machine=report.machine, date=report.date, kind=report.kind)
        told["microarchitecture"] = report.microarchitecture
        told["facts"], told["marks"] = report.facts, report.marks if accepted else ()
        told[DISPUTED] = report.disputed
        told["figures"] = report.figures if accepted else ()
        told["findings"] = [asdict(finding) for finding in report.findings]
    return json.dumps(told, indent=1).encode() + b"\n"


def _write(path: Path, content: bytes, *, settled: bool = True) -> None:
    with atomic.appear(path, replace=True, settled=settled) as file:
        file.write(content)


def _remarks(examined: Examined) -> str:
    warnings = len(examined.report.warnings) if examined.report else 0
    plural = "" if warnings == 1 else "s"
    disputed = examined.report is not None and examined.report.disputed
    remarks = ["its machine's name is another's"] if disputed else []
    remarks += [f"{warnings} warning{plural}"] if warnings else []
    return ", ".join([*remarks, examined.signature.text])
