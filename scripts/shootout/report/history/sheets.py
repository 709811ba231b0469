"""A history as sheets: its figures run by run, then each pair of runs that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...ranking.history import change
from ...ranking.ratio import ALPHA, FASTER, SAME, SLOWER, Ratio
from ...results.stats import DECIDING, Length
from ..doubts import MARK, notes_on
from ..sheet import Sheet
from ..table import short_compilers
from .runs import History, Run

SPARE = ("compiler", "4096 ", "576 ")  # columns that a narrow terminal can do without


def sheets(h: History) -> Iterator[Sheet]:
    """The sheet of figures, and that of changes if there are any."""
    compilers = {m.compiler for run in h.runs for m in run.moments.values()}
    yield _figures(h, short_compilers(compilers))
    if lines := list(_differing(h)):
        head = ["bytes", "A", "B", "A ", "B ", "B/A ", "from", "to", "B is"]
        notes = [f"from, to: the ratio is within with {1 - ALPHA:.1%} confidence"]
        if any(MARK in line[5] for line in lines):
            notes.append(f"{MARK} one of the two figures is doubtful, or was timed by one process")
        yield Sheet(f"{_title(h)}: runs that differ", [head, *lines], 3, notes)


def _title(h: History) -> str:
    return f"History of {h.key.name} on {h.key.machine} {h.key.abi}"


def _figures(h: History, names: Mapping[str, str]) -> Sheet:
    own = [] if h.key.implementation else ["implementation"]
    grid = [["run", "version", *own, "compiler", *(f"{mlen} " for mlen in h.lengths)]]
    several = False
    for run in h.runs:
        main = run.moments.get(DECIDING) or next(iter(run.moments.values()))
        programs = {(m.implementation, m.compiler) for m in run.moments.values()}
        more = f" +{len(programs) - 1}" if len(programs) > 1 else ""
        several = several or bool(more)
        cells = [run.label, run.version, *(main.implementation for _ in own)]
        figures = [_cell(run, mlen) for mlen in h.lengths]
        grid.append([*cells, names[main.compiler] + more, *figures])
    alarms = {word: why for run in h.runs for word, why in run.alarms.items()}
    unlike = len(h.units) > 1
    return Sheet(
        _title(h), grid, 2 + len(own) + 1,
        [*_notes(h, several=several), *(f"{word}: {why}" for word, why in alarms.items())],
        [*alarms, *(["unlike units"] if unlike else [])], SPARE,
    )  # fmt: skip


def _cell(run: Run, mlen: Length) -> str:
    if mlen not in run.moments:
        return "- "
    made = run.moments[mlen]
    return f"{made.figure.median:.2f}{MARK if made.doubtful else ' '}"


def _notes(h: History, *, several: bool) -> list[str]:
    units = sorted({f"{run.unit} per byte{run.warning}" for run in h.runs})
    rule = "medians of each run, the fastest at each length"
    if several:
        rule += f"; named: at {DECIDING} bytes, +1: another one at other lengths"
    notes = [f"{'; '.join(units)}: {rule}"]
    if len(h.units) > 1:
        kinds = [f"{run.label} in {run.unit}" for run in h.runs]
        notes.append(f"no verdict between runs in unlike units: {', '.join(kinds)}")
    every = [r for mlen in h.lengths for r in h.changes(mlen) if r]
    count = [r.verdict for r in every].count
    if every:
        notes.append(
            f"from run to run {FASTER} {count(FASTER)} times, {SLOWER} {count(SLOWER)} times, "
            f"{SAME} {count(SAME)} times"
        )
    elif len(h.runs) == 1:
        notes.append("one run: nothing to compare it with")
    shown = [(n, run.label, m.figure) for run in h.runs for n, m in run.moments.items()]
    return notes + notes_on(shown)


def _differing(h: History) -> Iterator[list[str]]:
    """A line for each run that differs from the one before it; of more than two, also for the
    newest if it differs from the oldest."""
    for mlen in h.lengths:
        moments = h.moments(mlen)
        timed = [k for k, each in enumerate(moments) if each]
        found = [(h.before(mlen, k), k, r) for k, r in enumerate(h.changes(mlen)) if r]
        if len(timed) > 2:
            first, last = moments[timed[0]], moments[timed[-1]]
            assert first and last
            if whole := change(first, last):
                found.append((timed[0], timed[-1], whole))
        for old, new, ratio in found:
            if ratio.verdict != SAME:
                yield _line(h, mlen, old, new, ratio)


def _line(h: History, mlen: Length, old: int, new: int, ratio: Ratio) -> list[str]:
    pair = [h.runs[k] for k in (old, new)]
    doubtful = ratio.single or any(run.moments[mlen].doubtful for run in pair)
    figures = [f"{run.moments[mlen].figure.median:.2f} " for run in pair]
    return [
        str(mlen), *(run.label for run in pair), *figures,
        f"{ratio.value:.3f}{MARK if doubtful else ' '}", f"{ratio.low:.3f}", f"{ratio.high:.3f}",
        ratio.verdict,
    ]  # fmt: skip
