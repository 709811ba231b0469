# SPDX-License-Identifier: CC0-1.0
"""The order of chi's steps in a row, which needs three registers beside the one to go astray to."""

from __future__ import annotations

Step = tuple[str, int]  # "term", an and-not; or "lane", the sum; and its column

ASTRAY = (2, 0, 0, 0, 0)  # the lane of each row that goes to a free register
SPARE = 3


def ready(step: Step, done: tuple[Step, ...], home: list[int], astray: int) -> bool:
    """Whether a step has what it needs, and no other still needs what it overwrites."""
    kind, x = step
    if kind == "term":
        live = sum(k == "term" and ("lane", n) not in done and n != astray for k, n in done)
        return x == astray or live < SPARE
    if ("term", x) not in done:
        return False
    over = home[x]
    wanted = [("term", (over - 1) % 5), ("term", (over - 2) % 5)]
    wanted += [("lane", over)] if over != x else []
    return x == astray or all(w in done for w in wanted)


def row(home: list[int], astray: int, done: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """The steps; empty if none can follow these. home[x] is the lane taken whose register the
    lane x made is to have."""
    if len(done) == 10:
        return done
    for step in [(kind, x) for kind in ("lane", "term") for x in range(5)]:
        if step not in done and ready(step, done, home, astray):
            found = row(home, astray, (*done, step))
            if found:
                return found
    return ()
