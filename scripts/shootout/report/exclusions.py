"""The machines that the shootout leaves out, and the remarks on those that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..common.grouped import grouped
from ..machine.counter import exact
from ..results import grade
from .counts import COUNTED
from .doubts import listed
from .machines import MachineRow

FIRST = "201107"  # the first version whose figures the paper takes
REASONS = {
    "boost": "the clock runs away from the counter",
    "threads": "a sibling thread that is switched on shares the core",
    "old": f"measured by a version before {FIRST}",
    "emulated": "run by an emulator, which tells nothing about time",
    "ticks": "its counter may not count core cycles, and nothing was timed to convert it",
    "apart": "few implementations passed there, so these are not the fastest of their time",
}
GRAVE = ("boost", "threads", "emulated", "ticks")  # remarks to be shown in red
WORDS = ("boost", "threads", "emulated", "model hidden")  # of states, in labels
NAMED = 4  # names that a note lists before it counts the rest


@dataclass(frozen=True)
class Selection:
    """The contestants to show, and those left out by reason."""

    shown: tuple[MachineRow, ...]
    left_out: dict[str, list[MachineRow]]

    def of(self, java: bool) -> Selection:
        """The choice among Java, or among native code."""
        left = {why: [c for c in some if c.java == java] for why, some in self.left_out.items()}
        shown = tuple(c for c in self.shown if c.java == java)
        return Selection(shown, {why: some for why, some in left.items() if some})

    def notes(self) -> list[str]:
        """A note for each reason to leave machines out, with their names."""
        return [
            f"Left out, {reason} ({REASONS[reason]}): {listed((c.name for c in machines), NAMED)}."
            for reason, machines in self.left_out.items()
        ]


def reasons(contestant: MachineRow) -> list[str]:
    """The reasons to leave a machine out.

    Boost and threads do no harm where ticks were converted beside every block: the figures are
    core cycles, and blocks during which the core was shared are flagged. A counter of core
    cycles is not affected by boost.
    """
    c, converted = contestant, bool(contestant.clock or contestant.published)
    return [
        reason
        for reason, holds in (
            ("emulated", c.emulated),
            ("old", bool(c.version) and c.version < FIRST),
            ("boost", "boost" in c.states and not (converted or exact(c.counter))),
            ("threads", "threads" in c.states and not converted),
            ("ticks", bool(c.counter) and not (converted or exact(c.counter))),
            ("apart", "apart" in c.states),
        )
        if holds
    ]


def choose(contestants: Iterable[MachineRow]) -> Selection:
    """The contestants to show; the others, each by its first reason. Where there would be none to
    show, those in ticks are."""
    by_reason = grouped(contestants, lambda c: next(iter(reasons(c)), ""))
    return Selection(tuple(by_reason.pop("", ()) or by_reason.pop("ticks", ())), by_reason)


def remarks(contestant: MachineRow) -> list[str]:
    """The words of a machine's label: the ratio it was converted by, and its doubts."""
    c = contestant
    if c.published or c.counter == COUNTED:
        return []
    said = []
    if c.clock:
        low, high = f"{c.clock[0]:.2f}", f"{c.clock[1]:.2f}"
        said.append(f"\u00d7{low}" if low == high else f"\u00d7{low}\u2013{high}")
    elif not exact(c.counter):
        said.append("ticks")
    if part := [lines for _, lines in c.sources.values() if lines]:
        said.append("some: " * (len(part) < len(c.sources)) + max(part, key=part.count))
    return [*said, *(word for word in WORDS if word in c.states)]


def words_of(c: MachineRow) -> list[str]:
    """The words after a machine's name: ABI, grade of the run, remarks."""
    return [c.abi, *([c.grade.letter] if c.grade else []), *remarks(c)]


def label_of(c: MachineRow) -> list[str]:
    """The words after a machine's name in its band, which says the ABI: version, best compiler,
    grade, remarks; or the sources."""
    return [word for word in (c.version, c.compiler, c.published, *words_of(c)[1:]) if word]


def meanings(shown: Iterable[MachineRow]) -> list[str]:
    """Explanations of the words that occur in the labels."""
    shown = list(shown)
    said = {word[0] if word[0] == "\u00d7" else word for c in shown for word in remarks(c)}
    explained = {
        "\u00d7": "\u00d7: ticks of a counter, converted to core cycles by this ratio, which was "
        "timed beside every block, so machines with boost or SMT enabled are included.",
        "model hidden": "model hidden: the processor's numbers are another's; it was told by its "
        "features and caches.",
        "ticks": "ticks: the counter may not count core cycles; nothing was timed to convert it.",
    }
    graded = [grade.MEANING] if any(c.grade for c in shown) else []
    return graded + [text for word, text in explained.items() if word in said]


AGAIN = "To time a figure again: ./do reproduce FILE FUNCTION/IMPLEMENTATION LENGTH."


def footer(machines: Sequence[MachineRow]) -> str:
    """The dates, and the numbers of machines, microarchitectures and files of a picture."""
    machines = [c for c in machines if not c.published]
    dates = sorted({f"{c.date[:4]}-{c.date[4:6]}-{c.date[6:]}" for c in machines if c.date})
    names, bands = {c.name for c in machines}, {c.microarchitecture for c in machines}
    files = {path for c in machines for path in c.paths}
    return (
        f"Measured {' to '.join(dict.fromkeys(dates[:1] + dates[-1:]))}: "
        f"{plural(len(names), 'machine')}, {plural(len(bands), 'microarchitecture')}, "
        f"{plural(len(files), 'result file')}. {AGAIN}"
    )


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
