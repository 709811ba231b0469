"""Generators of Java source for kernels that differ in one thing each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

ROTATIONS = (  # of Skein's rounds, with period 8
    (46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56),
    (39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22),
)  # fmt: skip
# Shifts of Groestl's rows, in columns.
SHIFTS = {"P": (0, 1, 2, 3, 4, 5, 6, 7), "Q": (1, 3, 5, 7, 0, 2, 4, 6)}


def written(name: str, base: str, body: Iterable[str], imports: Iterable[str] = ()) -> str:
    """The source of a kernel's class."""
    head = ["/* SPDX-License-Identifier: CC0-1.0 */", "/* Generated. */", "package strategies;", ""]
    head += [f"import {each};" for each in imports]
    return "\n".join([*head, f"public final class {name} extends {base} {{", *body, "}", ""])


def _rotated(word: str, by: int, joined: str) -> str:
    """A rotation to the left: two shifts joined by an operator, or Java's method if it is empty.

    The method takes less byte code.
    """
    if not joined:
        return f"Long.rotateLeft({word}, {by})"
    return f"({word} << {by} {joined} {word} >>> {64 - by})" if by else word


def keccak(
    name: str, joined: str = "|", rounds: int = 1, members: bool = False, again: bool = False,
    method: str = "",
) -> str:  # fmt: skip
    """Keccak with shifts joined by | or ^, with lanes in fields (`members`) or in locals.

    Theta's words are computed once, or `again` for each lane. Rotations are written out, or in a
    method with these modifiers.
    """

    def body() -> Iterator[str]:
        lanes = ", ".join(f"a{i}" for i in range(25))
        if members:
            yield f"private long {lanes};"
        yield "@Override protected void permute(long[] a) {"
        if not members:
            yield f"long {lanes};"
        yield from (f"a{i} = a[{i}];" for i in range(25))
        yield f"for (int round = 0; round < 24; round += {rounds}) {{"
        for k in range(rounds):
            yield "{"
            made = _keccak_round(joined, f"RC[round + {k}]", again)
            yield from (re.sub(_SHIFTED, r"rotated(\1, \2)", m) if method else m for m in made)
            yield "}"
        yield "}"
        yield from (f"a[{i}] = a{i};" for i in range(25))
        yield "}"
        if method:
            yield f"{method} long rotated(long x, int by)"
            yield "{ return x << by | x >>> 64 - by; }"

    return _as(method, written(name, "Keccak", body()))


# A rotation as `_rotated` writes it.
_SHIFTED = re.compile(r"\((\w+) << (\d+) \| \1 >>> \d+\)")


def _as(method: str, source: str) -> str:
    """The source; if its method is public, of a class that others might extend."""
    return source.replace("public final class", "public class") if method == "public" else source


def _keccak_round(joined: str, constant: str, again: bool = False) -> Iterator[str]:
    for x in range(5):
        yield f"long c{x} = {' ^ '.join(f'a{x + 5 * y}' for y in range(5))};"
    d = [f"c{(x + 4) % 5} ^ {_rotated(f'c{(x + 1) % 5}', 1, joined)}" for x in range(5)]
    if not again:
        yield from (f"long d{x} = {d[x]};" for x in range(5))
    yield from (f"a{i} ^= {d[i % 5] if again else f'd{i % 5}'};" for i in range(25))
    yield "long b0 = a0;"
    x, y = 1, 0
    for t in range(1, 25):
        to = (2 * x + 3 * y) % 5
        by = t * (t + 1) // 2 % 64
        yield f"long b{y + 5 * to} = {_rotated(f'a{x + 5 * y}', by, joined)};"
        x, y = y, to
    for i in range(25):
        row = i // 5 * 5
        yield f"a{i} = b{i} ^ ~b{row + (i + 1) % 5} & b{row + (i + 2) % 5};"
    yield f"a0 ^= {constant};"


def skein(
    name: str, joined: str = "|", rounds: int = 8, fields: bool = False, subkeys: str = "",
    method: str = "", array: bool = False,
) -> str:  # fmt: skip
    """Skein with this many rounds in an iteration, a multiple of 8.

    The key's arrays are read by way of their `fields`, or of local variables. `subkeys` is an
    array that all of them are written to first. Rotations are as in `keccak`. The words stay in
    the `array`, as in a plain port of C, or are local variables.
    """

    def body() -> Iterator[str]:
        words = range(8)
        yield "@Override protected void encrypt(long[] x) {"
        yield "" if fields else "long[] k = this.k, t = this.t;"
        if subkeys:
            yield f"long[] u = {subkeys}; for (int s = 0; s < 19; s++) {{"
            yield "for (int i = 0; i < 8; i++) u[8 * s + i] = k[s + i];"
            yield "u[8 * s + 5] += t[s]; u[8 * s + 6] += t[s + 1]; u[8 * s + 7] += s; }"
        yield from (f"long x{i} = x[{i}];" for i in words)
        yield f"for (int s = 0; s < 18; s += {rounds // 4}) {{"
        for r in range(rounds):
            if r % 4 == 0:
                first = "s + " if rounds < 72 else ""
                yield from _from_subkeys(r // 4, "s + ") if subkeys else _subkey(r // 4, first)
            for j, by in enumerate(ROTATIONS[r % 8]):
                a, b = _pair(r % 4, j)
                yield f"x{a} += x{b};"
                turned = _rotated(f"x{b}", by, joined)
                turned = re.sub(_SHIFTED, r"rotated(\1, \2)", turned) if method else turned
                yield f"x{b} = {turned} ^ x{a};"
        yield "}"
        yield from _from_subkeys(18, "") if subkeys else _subkey(18, "")
        yield from (f"x[{i}] = x{i};" for i in words)
        yield "}"
        if method:
            yield f"{method} long rotated(long x, int by)"
            yield "{ return x << by | x >>> 64 - by; }"

    made = _as(method, written(name, "Skein", body()))
    if array:
        made = re.sub(r"(long )?x(\d) = x\[\2\];|x\[(\d)\] = x\3;", "", made)
        made = re.sub(r"\bx(\d)\b", r"x[\1]", made)
    return made


def _from_subkeys(n: int, first: str) -> Iterator[str]:
    """The addition of subkey n, which is in the array u."""
    at = f"8 * ({first}{n})"
    yield from (f"x{i} += u[{at} + {i}];" for i in range(8))


def _pair(r: int, j: int) -> tuple[int, int]:
    """The words of MIX j in round r; the permutation has period 4."""
    order = list(range(8))
    for _ in range(r):
        order = [order[i] for i in (2, 1, 4, 7, 6, 5, 0, 3)]
    return order[2 * j], order[2 * j + 1]


def _subkey(n: int, first: str) -> Iterator[str]:
    """The addition of subkey n; `first` is the index of an iteration's first subkey."""
    yield from (f"x{i} += k[{first}{n + i}];" for i in range(8))
    yield f"x5 += t[{first}{n}];"
    yield f"x6 += t[{first}{n + 1}];"
    yield f"x7 += {first}{n};"


def groestl(name: str, flat: bool) -> str:
    """Groestl with its eight tables in one array, or in an array of arrays."""

    def body() -> Iterator[str]:
        size = "[2048]" if flat else "[8][256]"
        kind = "long[]" if flat else "long[][]"
        yield f"private static final {kind} T = new long{size};"
        yield "static { for (int x = 0; x < 256; x++) for (int row = 0; row < 8; row++)"
        place = "T[256 * row + x]" if flat else "T[row][x]"
        yield f"{place} = Long.rotateRight(entry(x), 8 * row); }}"
        for which, shifts in SHIFTS.items():
            yield f"@Override protected void round{which}(long[] y, long[] x) {{"
            yield "for (int j = 0; j < 8; j++) {"
            looked = []
            for row, shift in enumerate(shifts):
                index = f"(int) (x[j + {shift} & 7] >>> {56 - 8 * row}) & 255"
                looked.append(f"T[{256 * row} + ({index})]" if flat else f"T[{row}][{index}]")
            yield f"y[j] = {' ^ '.join(looked)};"
            yield "} }"

    return written(name, "Groestl", body())
