"""Explanations of the doubts about figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..registry.causes import DOUBTS
from ..results.stats import Figure, Length

MARK = "?"  # of a doubtful figure
LAID = "~"  # of one that depends on the layout
MEANING = {name: doubt.words for name, doubt in DOUBTS.items()}
NAMED = 6  # names that a note lists before it counts the rest


def mark(figure: Figure) -> str:
    """The sign after a figure: that of a doubt, or of a layout; a blank for most."""
    return MARK if figure.doubts else LAID if figure.layout > 1 else " "


def layout_note(shown: Iterable[tuple[Length, str, Figure]]) -> list[str]:
    """A note on the figures that depend on the layout, in one line: the ratios, and the offsets."""
    worst: dict[str, Figure] = {}
    for _, name, figure in shown:
        if figure.layout > max(1, worst[name].layout if name in worst else 1):
            worst[name] = figure
    names = [
        f"{name} layout {figure.layout:.2f}{f' ({figure.culprit})' * bool(figure.culprit)}"
        for name, figure in worst.items()
    ]
    what = f"{LAID} slower by this where code, stack or message lie elsewhere"
    return [f"{what}: {listed(names)}"] if names else []


def notes_on(shown: Iterable[tuple[Length, str, Figure]]) -> list[str]:
    """A note for each doubt, with the names and lengths of its figures."""
    shown = list(shown)
    found: dict[str, dict[str, list[str]]] = {}
    left_out: set[str] = set()
    for mlen, name, figure in shown:
        left_out.update(figure.left_out)
        for doubt in figure.doubts:
            found.setdefault(doubt, {}).setdefault(name, []).append(str(mlen))
    notes = []
    for doubt, where in sorted(found.items()):
        meaning = f", {MEANING[doubt]}" if doubt in MEANING else ""
        names = listed([f"{name} {'/'.join(lengths)}" for name, lengths in where.items()])
        notes.append(f"{MARK} {doubt}{meaning}: {names}")
    notes += layout_note(shown)
    if left_out:
        notes.append(f"excluded rounds were flagged: {', '.join(sorted(left_out))}")
    return notes


def listed(given: Iterable[str], most: int = NAMED) -> str:
    """The first of the names, each once, and the number of the others."""
    names = [*dict.fromkeys(given)]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def tally(figures: Iterable[Figure]) -> str:
    """The number of figures with each doubt, and what it means; empty if there is none."""
    count = Counter(doubt for figure in figures for doubt in figure.doubts)
    return "; ".join(
        f"{number} {doubt} ({MEANING.get(doubt, 'so flagged while it was timed')})"
        for doubt, number in sorted(count.items())
    )
