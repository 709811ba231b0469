# SPDX-License-Identifier: CC0-1.0
"""The order of instructions: integer code of two operands, one cycle each."""

from __future__ import annotations

import re
from itertools import zip_longest

UNITS, ROTATING = 4, 2
WINDOW = 128  # how far an instruction may move up


def in_turn(*chains: list[str]) -> list[str]:
    return [line for row in zip_longest(*chains, fillvalue="") for line in row if line]


def spread(few: list[str], many: list[str]) -> list[str]:
    """Two lists merged evenly."""
    ends = [len(few) * (i + 1) // len(many) for i in range(len(many))]
    pairs = zip(many, [0, *ends], ends)
    return [line for one, begin, end in pairs for line in (one, *few[begin:end])]


def predecessors(lines: list[str]) -> list[list[tuple[int, int]]]:
    """For each line those it must follow, and by how many cycles. Loads and stores count for
    nothing: they are done long before their results are due."""
    written: dict[str, int] = {}
    read: dict[str, list[int]] = {}
    result = []
    for n, line in enumerate(lines):
        name, target, source = re.split(r",? ", line, maxsplit=2)
        if target == "[rsp":
            target, source = line[4:].split(", ")
        before = []
        for place in {source} | ({target} if name != "mov" else set()):
            if place in written:
                before.append((written[place], int(not lines[written[place]].startswith("mov"))))
            read.setdefault(place, []).append(n)
        before += [(i, 0) for i in (*read.get(target, []), written.get(target, n)) if i != n]
        written[target], read[target] = n, []
        result.append(before)
    return result


def schedule(lines: list[str]) -> list[str]:
    """The lines in the order of their start, cycle by cycle, those first that most depends on."""
    after = predecessors(lines)
    height = [0] * len(lines)
    for n in reversed(range(len(lines))):
        for i, cycles in after[n]:
            height[i] = max(height[i], height[n] + cycles)
    start: dict[int, int] = {}
    left = list(range(len(lines)))
    now = 0
    while left:
        busy = rotating = 0
        for n in sorted(left[:WINDOW], key=lambda n: (-height[n], n)):
            works, rotates = not lines[n].startswith("mov"), lines[n].startswith("ror")
            if (works and busy == UNITS) or (rotates and rotating == ROTATING):
                continue
            if all(i in start and start[i] + cycles <= now for i, cycles in after[n]):
                start[n] = now
                busy += works
                rotating += rotates
        left = [n for n in left if n not in start]
        now += 1
    return [lines[n] for n in start]
