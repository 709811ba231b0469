"""./do fleet gather: results of finished jobs, checked and added to data/."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shootout.collect.command import collect, show
from shootout.collect.examine import Examined
from shootout.collect.store import ACCEPTED, DUPLICATE, Kept
from shootout.common.named import escaped, mode
from shootout.common.parallel import default_jobs
from shootout.common.paths import DATA
from shootout.common.terminal import say
from shootout.report.drawn import of_files
from shootout.results.gunzip import MOST_IN

from .folder import Folder, mark, pairs, write_pairs
from .states import DONE, FAILED, GATHERED, results


@dataclass(frozen=True)
class Result:
    """A finished job's result, as the job described it."""

    kind: str
    home: Path
    sha256: str


def main(folder: Folder, data: Path = DATA) -> int:
    """Collect all new results; return 1 if one of them is spoilt or refused."""
    new: dict[Path, Result] = {}
    gathered: dict[str, str] = {}  # the kinds by the SHA-256 of their results
    bad = 0
    for kind, home, state in results(folder):
        if state.stage not in (DONE, GATHERED):
            continue
        said = pairs(home / "state")
        if state.stage == GATHERED:
            gathered[said.get("sha256", "")] = kind.name
            continue
        file = home / Path(said.get("result", "")).name
        digest = _digest(file)
        if digest and digest == said.get("sha256"):
            new[file] = Result(kind.name, home, digest)
        else:
            bad += 1
            cause = "its result was spoilt on its way; ./do fleet runs it again"
            write_pairs(home / "state", {**said, "stage": FAILED, "cause": cause})
            say(f"{kind.name}: {cause}")
    if not new:
        print("nothing new to gather")
        return 1 if bad else 0
    refused = []

    def judged(examined: Examined, kept: Kept) -> None:
        show(examined, kept)
        result = new[examined.file]
        cause = _refusal(examined, kept, gathered.get(result.sha256, ""))
        if cause:
            refused.append(cause)
            write_pairs(result.home / "refused", {"sha256": result.sha256, "cause": cause})
        else:
            gathered[result.sha256] = result.kind
            # One that is lost costs nothing: the result is found in data/ the next time.
            mark(result.home / "gathered", f"{result.sha256}\n")

    collect(list(new), data, jobs=default_jobs(), listen=judged)
    return 1 if bad or refused else 0


def _digest(file: Path) -> str:
    """The SHA-256 of a file; empty if it is none, or larger than any result."""
    if mode(file) and file.stat().st_size <= MOST_IN:
        return of_files([file])[0][1]
    return ""


def _refusal(examined: Examined, kept: Kept, owner: str) -> str:
    """Why a result is not taken; empty if it is in data/.

    One that was there before came with an earlier gather, unless another kind owns it.
    """
    if kept.what == DUPLICATE and owner:
        return f"it is the result of {owner}, too"
    if kept.what in (ACCEPTED, DUPLICATE):
        return ""
    more = len(examined.errors) - 1
    first = escaped(examined.errors[0]) if examined.errors else "it can't be read"
    return first + (f"; and {more} more{kept.note}" if more > 0 else kept.note)
