"""Keep a file that was examined, unless it is a duplicate or is refused.

FILE.check beside a kept file has the findings as JSON; for a refused file only these are kept,
in refused/. A file gets its name last, so every file with a name is complete.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..check.peers import SUFFIX
from ..common import atomic
from ..common.errors import Trouble
from ..common.named import DISPUTED, findings
from ..common.paths import SUFFIXES
from ..common.version import VERSION
from ..results import archive, gunzip, sign
from .examine import LONGEST, Examined, plain

ACCEPTED, DUPLICATE, REFUSED = "accepted", "duplicate", "refused"
SOUND, FAULTY = "sound", "faulty"  # verdicts on files that are in data/ already
WORD = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"


@dataclass(frozen=True)
class Kept:
    """The verdict on a file, and what to print after its name."""

    what: str
    note: str = ""
    path: Path | None = None  # the file that is kept, or of a refused one the findings


def known(data: Path) -> dict[str, Path]:
    """The files in data/ by the SHA-256 of their lines, from their FILE.check if possible."""
    found: dict[str, Path] = {}
    for file in present(data):
        lines = _noted(file) or _read(file)
        if lines:
            found[lines] = file
    return found


def present(data: Path) -> list[Path]:
    """The result files in data/, by name."""
    return [f for f in sorted(data.iterdir()) if f.name.endswith(SUFFIXES) and f.is_file()]


def _noted(file: Path) -> str:
    """SHA-256 of the lines as FILE.check has it; empty if that is about another file."""
    try:
        told = findings(file.with_name(file.name + SUFFIX))
        same = told["bytes"] == file.stat().st_size
        return str(told["lines"]) if same else ""
    except (OSError, KeyError):
        return ""


def _read(file: Path) -> str:
    try:
        return archive.lines_of(file)
    except Trouble:
        return ""


def keep(examined: Examined, data: Path, known: dict[str, Path]) -> Kept:
    """Give an examined file its place, and add it to `known`. Raises OSError if it can't."""
    if not examined.copy:
        return Kept(REFUSED, ", not stored")
    if examined.errors:
        return _refuse(examined, data)
    if same := known.get(examined.lines):
        return _again(examined, same)
    for target in _names(examined, data):
        beside = [sign.beside(target), target.with_name(target.name + SUFFIX)]
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
    target = examined.file.with_name(examined.file.name + SUFFIX)
    since = _since(target)
    _write(target, _findings(examined, examined.file.name, accepted=True, collected=since))
    return Kept(FAULTY if examined.errors else SOUND, f", {_remarks(examined)}", examined.file)


def _since(beside: Path) -> str:
    """When a file was collected first; for one from before that was noted, its last check."""
    told = findings(beside)
    return str(told.get("collected") or told.get("checked") or "")


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
    target = folder / f"{name}-{examined.sha256[:8]}{SUFFIX}"
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
