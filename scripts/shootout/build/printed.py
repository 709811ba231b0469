"""What a program that times code may print: the lines of its task, and nothing else.

The program has the timed code in its own process, so nothing that it prints is believed before
it is looked at: the form of each line, the range of each number, the lengths that were asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..layout.plan import PAGE
from ..registry.causes import TIMED

MLEN, TICKS, REAL = r"(\d{1,7})", r"(\d{1,15})", r"(\d{1,6}(?:\.\d{1,6})?)"
CAUSE = f"(?:{TIMED})"
LINES = {
    "pace": re.compile(REAL, re.ASCII),
    "clock": re.compile(REAL, re.ASCII),
    "calls": re.compile(rf"{MLEN} ([1-9]\d{{0,8}})", re.ASCII),
    "cycles": re.compile(rf"{MLEN} {TICKS} ((?:[+-]\d{{1,15}}){{1,255}})", re.ASCII),
    "flag": re.compile(rf"{MLEN} {CAUSE} [\d.]{{1,12}}( us| ticks of the processor)?", re.ASCII),
    "layout": re.compile(r"(\d{1,4}) (\d{1,4}) (\d{1,4})", re.ASCII),
    "answer": re.compile(rf"({MLEN} \d{{1,20}} \d{{1,10}}) ((?:[0-9a-f]{{2}})+)", re.ASCII),
}
APART = ("answer", "layout")  # not among the lines of the timings


class BadLine(ValueError):
    """A line that no program of the harness prints here: what is wrong with it, for the result
    file, and the line, for the terminal alone."""


def bad_line(line: str) -> str:
    """What is wrong with a line that may be anything: nothing of it gets into a result file."""
    return f"prints a bad line of {len(line)} characters"


@dataclass(frozen=True)
class Answer:
    """What the timed calls of a length left."""

    mlen: int
    words: str  # MLEN START CALLS, which say of what it is (measure/lanes.h)
    digest: str


@dataclass(frozen=True)
class Printed:
    """The output of a task: lines for the result file, the lengths that it timed, answers."""

    lines: tuple[str, ...]
    lengths: frozenset[int]
    answers: tuple[Answer, ...]
    layout: str = ""  # the line, which stands behind the flags of a block


def asked(lengths: Sequence[str]) -> set[int]:
    """The message lengths of a task: MLEN or FIRST:LAST:STEP, in bytes."""
    found: set[int] = set()
    for words in lengths:
        first, *rest = [int(word) for word in words.split(":")]
        last, step = rest or (first, 1)
        found.update(range(first, last + 1, step))
    return found


def understand(lines: Sequence[Sequence[str]], lengths: Collection[int]) -> Printed:
    """What a task printed, given the words of each line; BadLine if it is not what was asked."""
    kept, layout = [], ""
    timed: set[int] = set()
    answers: dict[int, Answer] = {}
    for words in lines:
        word, rest = words[0], " ".join(words[1:])
        found = LINES[word].fullmatch(rest) if word in LINES else None
        if not found:
            raise BadLine(bad_line(" ".join(words)), " ".join(words))
        fields = found.groups()
        mlen = int(words[1]) if word not in ("pace", "clock", "layout") else None
        if mlen is not None and mlen not in lengths:
            raise BadLine(f"prints a bad line about {mlen} bytes, which were not asked for")
        if word == "cycles" and mlen is not None:
            if mlen in timed:
                raise BadLine(f"prints two timings of {mlen} bytes")
            timed.add(mlen)
        elif word == "clock" and not 1e-4 < float(fields[0]) < 1e5:
            raise BadLine(f"prints a bad line, a clock of {fields[0]}")
        elif word == "answer" and mlen is not None:
            if mlen in answers:
                raise BadLine(f"prints two answers of {mlen} bytes")
            answers[mlen] = Answer(mlen, fields[0], fields[-1])
        elif word == "layout":
            if layout or not all(int(field) < PAGE for field in fields):
                raise BadLine(bad_line(" ".join(words)), " ".join(words))
            layout = f"{word} {rest}"
        if word not in APART:
            kept.append(f"{word} {rest}")
    return Printed(tuple(kept), frozenset(timed), tuple(answers.values()), layout)
