# SPDX-License-Identifier: CC0-1.0
"""Where a round's lanes come from, and the frames they are held in.

The true lane is the one held, rotated left by its frame.
"""

from __future__ import annotations

from collections.abc import Iterator

Word = tuple[str, int]  # "C" or "D", column

RHO = [[0] * 5 for _ in range(5)]
x, y = 1, 0
for t in range(1, 25):
    RHO[x][y] = t * (t + 1) // 2 % 64
    x, y = y, (2 * x + 3 * y) % 5


def source(x: int, y: int) -> tuple[int, int]:
    """The lane that pi brings to (x,y)."""
    return (x + 3 * y) % 5, x


def bases(word: Word) -> Iterator[tuple[Word, int]]:
    """The words that it can have its frame from, with the difference of the frames."""
    kind, x = word
    if kind == "C":
        for y in range(5):
            column, row = source(x, y)
            yield ("D", column), RHO[column][row]
    else:
        yield ("C", (x - 1) % 5), 0
        yield ("C", (x + 1) % 5), 1


def cycle(path: list[Word], turned: int) -> list[Word]:
    """The path of bases made longer until it is back at its start and not turned."""
    for word, n in bases(path[-1]):
        if word == path[0] and (turned + n) % 64 == 0:
            return path
        if word not in path:
            longer = cycle([*path, word], turned + n)
            if longer:
                return longer
    return []


def frames() -> dict[Word, int]:
    words = [(kind, x) for kind in "CD" for x in range(5)]
    path = next(filter(None, (cycle([word], 0) for word in words)))
    found = {path[0]: 0}
    for word, base in zip(path, path[1:]):
        found[base] = (found[word] - dict(bases(word))[base]) % 64
    while len(found) < len(words):
        for word in words:
            for base, n in bases(word):
                if base in found:
                    found.setdefault(word, (found[base] + n) % 64)
    return found


FRAME = frames()


def frame(x: int, y: int) -> int:
    """Of the lane (x,y) between rounds."""
    column, row = source(x, y)
    return (FRAME["D", column] + RHO[column][row]) % 64
