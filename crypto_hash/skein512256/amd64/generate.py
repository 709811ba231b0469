#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S: Threefish-512 in general registers, the sums of subkeys in vectors beside them.

The operations are those of all rounds. The vectors' work has places among them, a step at each.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from text import HEAD  # noqa: E402

from lab.tune.operation import Operation, instruction  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402
from lab.tune.weave import PART, parts  # noqa: E402

ROTATIONS = (
    (46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56),
    (39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22),
)  # fmt: skip
PERMUTATION = (2, 1, 4, 7, 6, 5, 0, 3)
GROUPS = 18  # of four rounds and a subkey

V = ("rax", "rbx", "rcx", "rbp", "r8", "r9", "r10", "r11")
IN, X, Y = "rsi", "rdi", "rdx"
T, T01, T12, T20 = (f"xmm{i}" for i in range(4))
PAIRS = {0: "xmm4", 2: "xmm5", 4: "xmm6", 6: "xmm7", 8: "xmm8"}  # words i and i + 1 of the key


def on_stack(at: int) -> str:
    return f"[rsp + {at}]"


# Rows of ten words, so that pairs are aligned; the tenth is never used.
KEY, TWEAKED, COUNTED = ([on_stack(at + 8 * i) for i in range(9)] for at in (0, 80, 160))
COUNTED_9 = [on_stack(240 + 8 * i) for i in range(9)]
G, LEFT = (on_stack(at) for at in (336, 344))
TWEAK = [on_stack(at) for at in (320, 328, 352)]
FRAME = 360  # with two pushes: rsp is a multiple of 16


def load(i: int) -> list[str]:
    """One by one, because a load of both can't take them from two stores still under way."""
    first = f"movq {PAIRS[i]}, {KEY[i]}"
    return [first, f"movhps {PAIRS[i]}, {KEY[i + 1]}"] if i < 8 else [first]


def tweaked(i: int, tweak: str) -> list[str]:
    return [f"movdqa {T}, {tweak}", f"paddq {T}, {PAIRS[i]}", f"movdqa {TWEAKED[i]}, {T}"]


def counted(i: int) -> list[str]:
    count = f"movdqa {T}, [rip + .Lcounts + {8 * i}]"
    return [count, f"paddq {T}, {PAIRS[i]}", f"movdqa {COUNTED[i]}, {T}"]


def counted_9(i: int) -> list[str]:
    """The second row; the pair is not needed afterwards."""
    sums = f"paddq {PAIRS[i]}, [rip + .Lcounts + {80 + 8 * i}]"
    return [sums, f"movdqa {COUNTED_9[i]}, {PAIRS[i]}"]


# Each sum is there before a subkey takes it: the first are subkey 2's.
STEPS = (
    load(6), tweaked(6, T12), load(8), load(0), tweaked(8, T01), counted(0), tweaked(0, T12),
    load(2), counted(2), tweaked(2, T01), load(4), counted(4), tweaked(4, T20), counted(6),
    *(counted_9(i) for i in (6, 8, 0, 2, 4)),
)  # fmt: skip


def stored(step: Sequence[str]) -> list[str]:
    """The words on the stack that a step makes."""
    at = re.match(r"movdqa \[rsp \+ (\d+)\]", step[-1])
    return [on_stack(int(at[1]) + 8 * i) for i in (0, 1)] if at else []


MADE = {word: f"{PART}{n}" for n, step in enumerate(STEPS) for word in stored(step)}


def subkey(s: int, *words: int) -> list[str]:
    """The additions of words of subkey s; `group` adds to the first one, and to the last."""
    k = [(s + i) % 9 for i in range(8)]
    places = [*(KEY[k[i]] for i in range(5)), *((KEY if s == 1 else TWEAKED)[k[i]] for i in (5, 6))]
    places.append((COUNTED if s < 9 else COUNTED_9)[k[7]])
    return [f"add {V[i]}, {places[i]}" for i in words]


def mixes(r: int, words: Sequence[int], pair: int) -> list[str]:
    """Two MIXes (section 3.3.1) of round r: x += y, y = (y <<< R) ^ x."""
    both = [(V[words[2 * i]], V[words[2 * i + 1]]) for i in (2 * pair, 2 * pair + 1)]
    lines = [f"add {x}, {y}" for x, y in both]
    lines += [f"rol {y}, {ROTATIONS[r % 8][2 * pair + i]}" for i, (_, y) in enumerate(both)]
    return lines + [f"xor {y}, {x}" for x, y in both]


def group(s: int) -> list[list[str]]:
    """Four rounds and subkey s; after each list but the last, the vectors may do a step."""
    words = list(range(8))
    found = []
    for r in range(4 * (s - 1), 4 * s):
        found += [mixes(r, words, pair) for pair in (0, 1)]
        words = [words[i] for i in PERMUTATION]
    found[7] = [*subkey(s, 1, 6, 7, 0), *found[7]]
    more = {1: [f"add {V[5]}, {TWEAK[1]}", f"add {V[6]}, {TWEAK[2]}"], GROUPS: [f"add {V[7]}, 9"]}
    return [*found, subkey(s, 5, 2, 3, 4) + more.get(s, [])]


def named(s: int, lines: Sequence[str], first: int) -> Iterator[Operation]:
    """Operations of group s, numbered from `first` on; those that take a sum follow its step."""
    for n, line in enumerate(lines, first):
        made = instruction(f"{s}.{n}", line)
        sums = [MADE[place] for place in made.sources if place in MADE]
        yield replace(made, sources=(*made.sources, *sums))


def operations() -> list[Operation]:
    """The instructions of the rounds, each named by its group and its place there, and the steps
    of the vectors."""
    result: list[Operation] = []
    steps = iter(parts(len(STEPS), "paddq"))
    for s in range(1, GROUPS + 1):
        first = 0
        for n, lines in enumerate(group(s)):
            result += named(s, lines, first)
            first += len(lines)
            result += islice(steps, 1) if n < 8 else []
    return result


def begin() -> Iterator[str]:
    yield from ("SAVE(rbx)", "SAVE(rbp)")
    yield from (f"sub rsp, {FRAME}", f".cfi_adjust_cfa_offset {FRAME}")
    yield from (f"mov {G}, rdi", f"mov {LEFT}, rdx")
    yield from (f"movq {T01}, rcx", f"movq {T}, r8", f"punpcklqdq {T01}, {T}")
    yield from (f"mov {v}, [rdi + {8 * i}]" for i, v in enumerate(V))


def block(order: Sequence[Operation]) -> Iterator[str]:
    yield from (f"movdqa {TWEAK[0]}, {T01}", f"mov {X}, [rip + .Lparity]", f"mov {Y}, {V[1]}")
    yield from (f"mov {KEY[i]}, {v}" for i, v in enumerate(V))
    yield "/* key word 8, and what word 7 of subkey 1 takes */"
    for x, y in ((0, 2), (4, 3), (6, 5)):
        yield from (f"xor {X}, {V[x]}", f"xor {Y}, {V[y]}")
    yield from (f"xor {X}, {V[7]}", f"xor {X}, {Y}", f"mov {KEY[8]}, {X}")
    yield from (f"add {X}, 1", f"mov {COUNTED[8]}, {X}")
    yield from ("/* t2 = t0 ^ t1 */", f"pshufd {T12}, {T01}, 0x4e", f"movdqa {T20}, {T01}")
    yield from (f"pxor {T20}, {T12}", f"punpcklqdq {T12}, {T20}", f"punpcklqdq {T20}, {T01}")
    yield f"movq {TWEAK[2]}, {T20}"
    yield "/* subkey 0, and the block */"
    yield from (f"add {V[i]}, [{IN} + {8 * i}]" for i in range(4))
    yield from (f"add {V[5]}, {TWEAK[0]}", f"add {V[6]}, {TWEAK[1]}")
    yield from (f"add {V[i]}, [{IN} + {8 * i}]" for i in range(4, 8))
    for operation in order:
        if operation.name.startswith(PART):
            yield from STEPS[int(operation.name.removeprefix(PART))]
        else:
            yield operation.text
    yield from (f"xor {v}, [{IN} + {8 * i}]" for i, v in enumerate(V))
    yield from (f"paddq {T01}, [rip + .Lblock]", f"pand {T01}, [rip + .Lothers]", f"add {IN}, 64")


def code(order: Sequence[Operation]) -> Iterator[str]:
    yield from (*begin(), ".p2align 6", "1:", *block(order), f"dec qword ptr {LEFT}", "jnz 1b")
    yield f"mov {X}, {G}"
    yield from (f"mov [{X} + {8 * i}], {v}" for i, v in enumerate(V))
    yield from (f"add rsp, {FRAME}", f".cfi_adjust_cfa_offset -{FRAME}")
    yield from ("RESTORE(rbp)", "RESTORE(rbx)", "ret", "END_OF skein_blocks")


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 4", ".Lcounts:")
    yield from (".quad 2, 3, 4, 5, 6, 7, 8, 0, 1, 0", ".quad 11, 12, 13, 14, 15, 16, 17, 9, 10, 0")
    yield from (".Lblock:", ".quad 64, 0", ".Lothers:")
    yield ".quad -1, ~(1 << 62) /* all bits of a tweak but FIRST */"
    yield from (".Lparity:", ".quad 0x1bd11bdaa9fc1a22 /* of the extended key */")


def text(order: Sequence[Operation]) -> str:
    return listing(HEAD, (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
