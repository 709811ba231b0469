"""Whose is a machine's name? Files that were collected before, by what stands beside them.

`FILE.check` keeps who signed a file, what its facts say of the machine, and marks of its samples.
The first file of a machine's name says who owns it. A file that contradicts it is disputed: it
stays, but its figures are never those of the owner (common/named.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..common.named import DISPUTED, findings
from ..machine import notes
from ..results.sign import GOOD, STRANGER, Signature
from .evidence import Evidence
from .peers import SUFFIX

LARGEST = 1 << 20  # bytes of a FILE.check; with a thousand findings it has far fewer
FACTS = ("cpu", "cpuid")  # neither its CPUs nor its counter: docs/submit.md tells to change these
MARKS = 200  # of a file: the least hashes, so that two files that share lines share marks
SHARED = 5  # marks that no chance explains


@dataclass(frozen=True)
class Known:
    """A file that was collected before."""

    file: str
    machine: str
    when: tuple[str, str, str]  # collected, date of the run, name: the order of files
    facts: Mapping[str, str]
    signature: Signature
    marks: frozenset[str]
    disputed: bool


def facts_of(e: Evidence) -> dict[str, str]:
    """What the facts say of a machine that another one would hardly say, too."""
    return {name: e.facts.get(name) for name in FACTS if e.facts.get(name)}


def marks_of(e: Evidence) -> tuple[str, ...]:
    """The marks of a file."""
    return tuple(sorted(e.blocks.marks)[:MARKS])


def load(data: Path) -> list[Known]:
    """The files of a folder in the order of their collection.

    Those from before marks were kept have neither these nor facts. Files that cannot be read
    are skipped.
    """
    found = []
    for path in data.glob(f"*{SUFFIX}"):
        try:
            status = path.stat()
        except OSError:
            continue
        if known := _known(path, status.st_mtime_ns, status.st_size):
            found.append(known)
    return sorted(found, key=lambda each: each.when)


@cache
def _known(path: Path, _changed: int, size: int) -> Known | None:
    """What stands beside a file; None if it cannot be read. Read again when it was changed."""
    if size > LARGEST:
        return None
    try:
        told = findings(path)
        signature, facts = Signature(**told["signature"]), told.get("facts", {})
        name, date = str(told["file"]), str(told["date"])
        return Known(
            name, str(told["machine"]), (str(told.get("collected", "")), date, name),
            {str(key): str(text) for key, text in facts.items()}, signature,
            frozenset(map(str, told.get("marks", ()))), bool(told.get(DISPUTED)),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def before(e: Evidence) -> Iterator[Known]:
    """The files that were collected before this one."""
    inside = e.home.parent.resolve() == e.data.resolve()
    for each in load(e.data):
        if inside and each.file == e.home.name:
            return
        yield each


def vouched(e: Evidence) -> bool:
    """Whether the publisher says in the note about the machine that this file is its owner's.

    A name says nothing of a file outside of the folder: a stranger chose it.
    """
    inside = e.home.parent.resolve() == e.data.resolve()
    return inside and e.home.name in notes.vouched(e.data, e.machine)


def owners(e: Evidence) -> list[Known]:
    """The files that tell who owns the machine's name, the first one first; none if this file is
    the first, or if the publisher says in the note about the machine that it is the owner's."""
    if vouched(e):
        return []
    return [k for k in before(e) if k.machine == e.machine and not k.disputed]


def other_facts(e: Evidence) -> str:
    """How the facts differ from those of the owner's first file; empty if they do not."""
    mine = facts_of(e)
    first = next((known for known in owners(e) if known.facts), None)
    theirs = first.facts if first else {}
    apart = [
        f"{name} is {mine[name]:.60}, not {text:.60}"
        for name, text in theirs.items()
        if name in mine and mine[name] != text
    ]
    return f"{' and '.join(apart)} as in {first.file:.80}" if first and apart else ""


def other_key(e: Evidence) -> str:
    """Whose signature is missing; empty if none is.

    The owner's key is that of the first file, or any later one that the publisher listed.
    """
    keys: dict[str, str] = {}
    for n, known in enumerate(owners(e)):
        state = known.signature.state
        if state == GOOD or (state == STRANGER and not n):
            keys[known.signature.key] = known.file
    if keys and e.signature.key not in keys:
        return f"not signed with the key of {next(iter(keys.values())):.80}"
    return ""


def copied(e: Evidence) -> Iterator[tuple[int, Known]]:
    """The files of other machines that have samples of this one, and how many are known."""
    mine = frozenset(marks_of(e))
    for known in before(e):
        shared = len(mine & known.marks)
        if known.machine != e.machine and shared >= SHARED:
            yield shared, known
