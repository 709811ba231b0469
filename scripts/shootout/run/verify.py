"""Verification of cells: their try programs are run, and faults are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..build import recall
from ..build.cells import Cell
from ..build.printed import bad_line
from ..common import outside
from ..common.grouped import grouped
from ..common.process import Outcome, execute
from ..registry.tree import CHECKS
from ..results.records import BESIDE, UNSUPPORTED
from .options import TRY_SECONDS

# What follows the words of a try program; any code can print other things where there is no jail.
SAID = {
    "checksum": re.compile(rf"(?:{'|'.join(CHECKS)}) (?:[0-9a-f]{{2}}){{1,128}}"),
    "bytes": re.compile(r"\d{1,4}", re.ASCII),
    **dict.fromkeys(BESIDE, re.compile(r"\d{1,12}", re.ASCII)),
    **dict.fromkeys(("flag", "skip"), re.compile(".+")),
    "time": re.compile(r"\d{1,15}(?:\.\d{1,6})?(?: \d{1,18})?", re.ASCII),
}
DIGEST = re.compile(r"digest (\d{1,9}) ([0-9a-f]+)", re.ASCII)
MOST = 20  # flags of a program
LONGEST = 200  # characters of a cause or a flag
SHOWN = 64  # characters of what code printed


@dataclass(frozen=True)
class Verdict:
    """The result of trying a cell."""

    cause: str = ""  # of a failure, in words that group; empty for a right cell
    where: str = ""  # the test and the message length that showed it
    checksums: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()  # doubts that are no failure: `overread 17`, `unchecked edges`
    ns1536: float = 0.0  # nanoseconds of a 1536-byte message, an estimate: others run beside it
    code: str = ""  # the cell's `code()`
    size: int = 0  # of a digest in bytes, if try prints it: Java has no api.h
    costs: dict[str, int] = field(default_factory=dict)  # those of BESIDE that are known
    # What the code printed, for the terminal alone: it may be a file of the user's.
    printed: str = ""
    system: outside.Suspicion | None = None  # what may be its cause instead of the code

    @property
    def right(self) -> bool:
        return not self.cause

    @property
    def failed(self) -> bool:
        """Whether the cell is wrong; one that is not supported here, or was not tried, is not."""
        return self.cause not in ("", UNSUPPORTED, outside.UNTRIED)


def unsupported(words: frozenset[str], whose: str) -> Verdict:
    """The verdict on code that needs extensions which `whose` lacks."""
    return Verdict(UNSUPPORTED, f"{whose} {' '.join(sorted(words))}")


def verdict_of(outcome: Outcome, pinned: dict[str, str]) -> Verdict:
    """The verdict from one run of try, with its checksums compared to the pinned ones."""
    got: dict[str, str] = {}
    flags: list[str] = []
    cause = where = printed = ""
    ns1536 = 0.0
    size, costs = 0, dict[str, int]()
    done = skipped = False
    for words in outcome.lines:
        word, rest = words[0], words[1:]
        if word in SAID and not SAID[word].fullmatch(" ".join(rest)):
            if not cause:
                printed = " ".join(words)
                cause, where = bad_line(printed), _after(got)
        elif word == "checksum":
            got[rest[0]] = rest[1]
            if pinned.get(rest[0], rest[1]) != rest[1] and not cause:
                cause, where = "wrong digest", rest[0]
        elif word in ("flag", "skip") and len(flags) < MOST:
            skipped = skipped or word == "skip"
            flags.append(" ".join(["skipped"] * (word == "skip") + rest)[:LONGEST])
        elif word == "bytes":
            size = int(rest[0])
        elif word in BESIDE:
            costs[word] = int(rest[0])
        elif word == "time":
            ns1536 = float(rest[0])
        elif word == "fails" and len(rest) >= 3 and not cause:
            cause, where = " ".join(rest[2:])[:LONGEST], f"{rest[0]:.40}, {rest[1]:.40} bytes"
        elif word == "printed":
            printed = " ".join(rest)
        elif word == "done":
            done = True
    if not cause and (not done or outcome.status):
        cause, where = outcome.end(), _after(got)
    if not cause:
        flags += [f"unchecked {n}" for n in got if n not in pinned]
        if skipped:
            got.pop("every", None)
    return Verdict(cause, where, got, tuple(flags), ns1536, "", size, costs, printed[:SHOWN])


def _after(tests: Iterable[str]) -> str:
    """Where a program was that had come through these tests."""
    return "after " + (" ".join(tests) or "the start")


def execute_try(cell: Cell, seconds: int, *words: str) -> Outcome:
    """Run try, which stops itself after `seconds` of processor time, or is killed."""
    return execute(cell.trying(seconds, *words), 4 * seconds + 10)


def digests(cell: Cell, alignment: int) -> dict[int, str]:
    """The digest of the pattern message at every length, up to where the program fails."""
    lines = map(" ".join, execute_try(cell, TRY_SECONDS, "digests", str(alignment)).lines)
    return {int(found[1]): found[2] for found in map(DIGEST.fullmatch, lines) if found}


def first_wrong(cell: Cell, reference: dict[int, str]) -> str:
    """The first length at which the digest differs from the reference's, in words."""
    aligned, unaligned = digests(cell, 0), digests(cell, 1)
    wrong = [n for n in reference if unaligned.get(n) != reference[n]]
    if not wrong:
        return "every length alone is right: depends on earlier calls or on the contents"
    which = f"first wrong length {min(wrong)}, {len(wrong)} of {len(reference)} lengths"
    if aligned.get(min(wrong)) == reference[min(wrong)]:
        which += ", on unaligned input only"
    return which


def try_cell(cell: Cell, seconds: int = TRY_SECONDS) -> Verdict:
    """The verdict on a built cell, kept in its folder and reused while nothing changes, unless the
    system may be its cause."""
    code = cell.code()
    pinned = cell.implementation.primitive.checksums()
    key, kept = recall.key(cell.program(), *sorted(pinned.items())), cell.folder / "verdict"
    if old := recall.recall(kept, key, _verdict):
        return old
    kills = outside.memory_kills()
    outcome = execute_try(cell, seconds)
    found = replace(verdict_of(outcome, pinned), code=code)
    if system := outside.of_program(outcome, seconds, kills):
        return replace(found, system=system)
    recall.keep(kept, key, asdict(found))
    return found


def _verdict(fields: dict[str, Any]) -> Verdict:
    return Verdict(**{**fields, "flags": tuple(fields["flags"])})


def try_all(
    cells: list[Cell],
    jobs: int,
    seconds: int,
    event: Callable[[Cell, Verdict], object] = lambda cell, verdict: None,
) -> dict[Cell, Verdict]:
    """Try all built cells, in parallel; equal code is tried once. Where the system may be the cause
    of a failure, it is tried once more, alone; if it is then, there is no verdict on the code.

    `event` is called in this thread, once for each cell, as soon as its verdict is known.
    """
    twins = grouped(cells, lambda cell: (cell.implementation.path, cell.code()))
    verdicts: dict[Cell, Verdict] = {}
    again: list[Cell] = []

    def know(first: Cell, verdict: Verdict) -> None:
        for cell in twins[first.implementation.path, first.code()]:
            verdicts[cell] = verdict
            event(cell, verdict)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        firsts = [group[0] for group in twins.values()]
        for first, verdict in zip(firsts, pool.map(lambda c: try_cell(c, seconds), firsts)):
            if verdict.system:
                again.append(first)
            else:
                know(first, verdict)
    for first in again:
        verdict = try_cell(first, seconds)
        if verdict.system and verdict.system.proven:
            verdict = Verdict(outside.UNTRIED, verdict.system.why, code=verdict.code)
        know(first, verdict)
    return verdicts
