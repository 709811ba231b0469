# SPDX-License-Identifier: CC0-1.0
"""Where a round's words come from, and the frames they are held in."""

from __future__ import annotations

from collections.abc import Iterator

Word = tuple[str, int, int]  # "C" or "D", half 0 (even bits) or 1, column

RHO = [[0] * 5 for _ in range(5)]
x, y = 1, 0
for t in range(1, 25):
    RHO[x][y] = t * (t + 1) // 2 % 64
    x, y = y, (2 * x + 3 * y) % 5


def source(h: int, x: int, y: int) -> tuple[int, int, int]:
    """Half h of the lane that rho and pi bring to (x,y): its half and column, and its rotation.
    Its row is x."""
    column = (x + 3 * y) % 5
    n = RHO[column][x]
    return (n + h) % 2, column, (n + 1 - h) // 2


def bases(word: Word) -> Iterator[tuple[Word, int]]:
    """The words that it can have its frame from, with the difference of the frames."""
    kind, h, x = word
    if kind == "C":
        for y in range(5):
            half, column, n = source(h, x, y)
            yield ("D", half, column), n
    else:
        yield ("C", h, (x - 1) % 5), 0
        yield ("C", 1 - h, (x + 1) % 5), 1 - h


def cycle(path: list[Word], turned: int) -> list[Word]:
    """The path of bases made longer until it is back at its start and not turned."""
    for word, n in bases(path[-1]):
        if word == path[0] and (turned + n) % 32 == 0:
            return path
        if word not in path and len(path) < 6:
            longer = cycle([*path, word], turned + n)
            if longer:
                return longer
    return []


def frames() -> dict[Word, int]:
    columns = [(h, x) for h in (0, 1) for x in range(5)]
    path = next(filter(None, (cycle([("C", *column)], 0) for column in columns)))
    found = {path[0]: 0}
    for word, base in zip(path, path[1:]):
        found[base] = (found[word] - dict(bases(word))[base]) % 32
    while len(found) < 20:
        for word in ((kind, *column) for kind in "CD" for column in columns):
            for base, n in bases(word):
                if base in found:
                    found.setdefault(word, (found[base] + n) % 32)
    return found


FRAME = frames()


def frame(h: int, x: int, y: int) -> int:
    """Of the lane (x,y) between rounds."""
    half, column, n = source(h, x, y)
    return (FRAME["D", half, column] + n) % 32
