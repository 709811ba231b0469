"""Generators of Java source for plain ports of C, and for the same with one of the paper's steps.

A port has what one finds in portable C: arrays, a table of tables, a method for each macro, and
buffers that are made for each block. Its methods are private and static, or `public`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from .kernels import SHIFTS, written

# The places of BLAKE's eight G in the state.
GS = ("0 4 8 12", "1 5 9 13", "2 6 10 14", "3 7 11 15",
      "0 5 10 15", "1 6 11 12", "2 7 8 13", "3 4 9 14")  # fmt: skip
# JH's linear layer: a word, and those that are added to it; a is of even words, b of odd ones.
LINEAR = ("b0 a1", "b1 a2", "b2 a0 a3", "b3 a0", "a0 b1", "a1 b2", "a2 b0 b3", "a3 b0")


def _opened(source: str, public: bool) -> str:
    """The source; if `public`, with a class and methods that others might override."""
    if not public:
        return source
    source = source.replace("public final class", "public class")
    return re.sub(r"private static (void|long)", r"public \1", source)


def blake(
    name: str, flat: bool = False, buffers: bool = False, simple: bool = False,
    inlined: bool = False, bare: bool = False, wide: bool = False,
) -> str:  # fmt: skip
    """BLAKE-256, or if `wide` BLAKE-512: SIGMA in one array (`flat`), buffers of the object,
    `simple` indices, G written out, and a G without variables of its own (`bare`)."""
    word, boxed, size, high = ("long", "Long", 8, 61) if wide else ("int", "Integer", 4, 29)
    turns, rounds = ((32, 25, 16, 11), 16) if wide else ((16, 12, 8, 7), 14)
    bits, cast = (512, "") if wide else (256, "(int) ")
    constants, base = f"Blake{bits}Constants", "PaddedLongs" if wide else "PaddedInts"

    def entry(i: str) -> str:
        if flat:
            return f"T[16 * (r % 10) + {i}]"
        return f"s[{i}]" if simple else f"SIGMA[r % 10][{i}]"

    def rotated(x: str, by: int) -> str:
        return f"{boxed}.rotateRight({x}, {by})"

    def g(i: str, a: str, b: str, c: str, d: str) -> Iterator[str]:
        j, k = (entry("2 * i" if i == "i" else str(2 * int(i))),
                entry("2 * i + 1" if i == "i" else str(2 * int(i) + 1)))  # fmt: skip
        if not bare:
            yield f"int j = {j}, k = {k};"
            j, k = "j", "k"
        for first, second, by, then in ((j, k, *turns[:2]), (k, j, *turns[2:])):
            yield f"v[{a}] += v[{b}] + (m[{first}] ^ C[{second}]);"
            yield f"v[{d}] = {rotated(f'v[{d}] ^ v[{a}]', by)}; v[{c}] += v[{d}];"
            yield f"v[{b}] = {rotated(f'v[{b}] ^ v[{c}]', then)};"

    def body() -> Iterator[str]:
        yield "private static final int[][] SIGMA = Sigma.SIGMA;"
        separate = ";\nprivate static final int[]" if wide else ","
        yield f"private static final {word}[] C = {constants}.C{separate} T = new int[160];"
        yield "static { for (int i = 0; i < 160; i++) T[i] = SIGMA[i / 16][i % 16]; }"
        if buffers:
            yield f"private final {word}[] m = new {word}[16], v = new {word}[16];"
        made = f'super("BLAKE-{bits}", InitialValues.of{bits}(), {bits // 8}, 1)'
        yield f"public {name}() {{ {made}; }}"
        yield "@Override protected void compress(byte[] in, int offset, long counted) {"
        yield "" if buffers else f"{word}[] m = new {word}[16], v = new {word}[16];"
        yield f"{word} low = {cast}(counted << 3), high = {cast}(counted >>> {high});"
        read = f"({word}) WORDS.get(in, offset + {size} * i)"
        yield f"for (int i = 0; i < 16; i++) m[i] = {read};"
        yield "for (int i = 0; i < 8; i++) { v[i] = hash[i]; v[8 + i] = C[i]; }"
        yield "v[12] ^= low; v[13] ^= low; v[14] ^= high; v[15] ^= high;"
        yield f"for (int r = 0; r < {rounds}; r++) {{"
        yield "int[] s = SIGMA[r % 10];" if simple else ""
        for i, places in enumerate(GS):
            if inlined:
                yield from ("{", *g(str(i), *places.split()), "}")
            else:
                given = "s" if simple else "r"
                yield f"g(m, v, {given}, {i}, {', '.join(places.split())});"
        yield "} for (int i = 0; i < 8; i++) hash[i] ^= v[i] ^ v[i + 8]; }"
        if not inlined:
            given = "int[] s" if simple else "int r"
            yield f"private static void g({word}[] m, {word}[] v, {given}, int i,"
            yield "int a, int b, int c, int d) {"
            yield from g("i", "a", "b", "c", "d")
            yield "}"

    imports = (f"crypto_hash.blake{bits}.java.{constants}", "digest.InitialValues",
               "crypto_hash.blake256.javaplain.Sigma", f"digest.{base}")  # fmt: skip
    return written(name, base, body(), sorted(imports))


def groestl(
    name: str, form: str = "loop", modulo: bool = False, buffer: str = "", public: bool = False,
    locals_: bool = False,
) -> str:  # fmt: skip
    """Groestl's round: a `loop` over columns, one with a `method` for a column, all columns in a
    `whole` method, or a method for each (`split`).

    Indices are reduced by % (`modulo`) or by &. It may go through a buffer that is `new` or a
    `field`. The method may be `public`, and have local variables for all it looks up.
    """

    def reduced(index: str) -> str:
        return f"({index}) % 8" if modulo else f"{index} & 7"

    def column(shifts: Iterable[int], place: Callable[[int], str]) -> tuple[list[str], str]:
        looked = [
            f"T[{256 * row} + ((int) (x[{place(shift)}] >>> {56 - 8 * row}) & 255)]"
            for row, shift in enumerate(shifts)
        ]
        if not locals_:
            return [], " ^ ".join(looked)
        named = [f"long t{i} = {each};" for i, each in enumerate(looked)]
        return named, " ^ ".join(f"t{i}" for i in range(8))

    def body() -> Iterator[str]:
        yield "private static final long[] T = new long[2048];"
        yield "static { for (int x = 0; x < 256; x++) for (int row = 0; row < 8; row++)"
        yield "T[256 * row + x] = Long.rotateRight(entry(x), 8 * row); }"
        if buffer == "field":
            yield "private long[] t;"
        for which, shifts in SHIFTS.items():
            of_j = column(shifts, lambda shift: reduced(f"j + {shift}"))
            of_each = [
                column(shifts, lambda shift, j=j: str((j + shift) % 8))  # type: ignore[misc]
                for j in range(8)
            ]
            yield f"@Override protected void round{which}(long[] y, long[] x) {{"
            if buffer:
                yield "long[] t = new long[8];" if buffer == "new" else "long[] t = buffer();"
            to = "t" if buffer else "y"
            if form in ("loop", "method"):
                value = f"column{which}(x, j)" if form == "method" else of_j[1]
                yield f"for (int j = 0; j < 8; j++) {to}[j] = {value};"
            for j, (_, value) in enumerate(of_each if form in ("whole", "split") else ()):
                value = f"column{which}{j}(x)" if form == "split" else value
                yield f"{to}[{j}] = {value};"
            yield "System.arraycopy(t, 0, y, 0, 8); }" if buffer else "}"
            if form == "method":
                yield f"private static long column{which}(long[] x, int j) {{"
                yield from (*of_j[0], f"return {of_j[1]}; }}")
            for j, (named, value) in enumerate(of_each if form == "split" else ()):
                yield f"private static long column{which}{j}(long[] x) {{"
                yield from (*named, f"return {value}; }}")
        if buffer == "field":  # the base class hashes before a field of this one is set
            yield "private long[] buffer() { if (t == null) t = new long[8]; return t; }"

    return _opened(written(name, "Groestl", body()), public)


def jh(
    name: str, inlined: bool = False, members: bool = False, rounds: int = 1, buffer: str = "",
    public: bool = False,
) -> str:  # fmt: skip
    """JH on an array with a method for each layer, or with all of them `inlined`, on an array or
    on `members`; so many rounds in an iteration; in a buffer that is `new` or a `field`."""
    on = "y" if buffer else "x"

    def word(i: int | str) -> str:
        return f"w{i}" if members else f"{on}[{i}]"

    def place(name: str, half: int) -> str:
        return word(4 * int(name[1]) + 2 * (name[0] == "b") + half)

    def inline(r: str) -> Iterator[str]:
        yield f"{{ int i = ({r}) % 7; long t, c;"
        for half in range(2):
            for odd, side in enumerate("ab"):
                yield f"c = C[{84 * half + odd} + 2 * ({r})];"
                yield from _substitute([place(f"{side}{i}", half) for i in range(4)])
            for each in LINEAR:
                to, *others = each.split()
                yield f"{place(to, half)} ^= {' ^ '.join(place(o, half) for o in others)};"
        pairs = [(place(f"b{i}", 0), place(f"b{i}", 1)) for i in range(4)]
        yield "if (i == 6) {"
        yield from (f"t = {low}; {low} = {high}; {high} = t;" for low, high in pairs)
        yield "} else { int by = 1 << i; long m = M[i];"
        yield from (f"{w} = (({w} & m) << by) | ({w} >>> by & m);" for pair in pairs for w in pair)
        yield "} }"

    def methods() -> Iterator[str]:
        yield "private static void substitute(long[] x, int a, long c) { long t;"
        yield from _substitute([f"x[a + {4 * i}]" for i in range(4)])
        yield "} private static void linear(long[] x, int h) {"
        for each in LINEAR:
            to, *others = (f"x[h + {4 * int(w[1]) + 2 * (w[0] == 'b')}]" for w in each.split())
            yield f"{to} ^= {' ^ '.join(others)};"
        yield "} private static void swap(long[] x, int i) {"
        yield "for (int j = 2; j < 16; j += 4) {"
        yield "if (i == 6) { long t = x[j]; x[j] = x[j + 1]; x[j + 1] = t; }"
        yield "else for (int h = 0; h < 2; h++)"
        yield "x[j + h] = ((x[j + h] & M[i]) << (1 << i)) | (x[j + h] >>> (1 << i) & M[i]); } }"

    def body() -> Iterator[str]:
        yield "private static final long[] C = Constants.longs(), M = new long[6];"
        yield "static { for (int i = 0; i < 6; i++)"
        yield "M[i] = Long.divideUnsigned(-1, 1 + (1L << (1 << i))); }"
        if members:
            yield f"private long {', '.join(f'w{i}' for i in range(16))};"
        if buffer == "field":
            yield "private long[] y;"
        yield "@Override protected void permute(long[] x) {"
        if buffer == "new":
            yield "long[] y = new long[16];"
        if buffer == "field":
            yield "if (y == null) y = new long[16]; long[] y = this.y;"
        if buffer:
            yield "System.arraycopy(x, 0, y, 0, 16);"
        if members:
            yield from (f"w{i} = x[{i}];" for i in range(16))
        yield f"for (int r = 0; r < 42; r += {rounds}) {{"
        for k in range(rounds):
            if inlined:
                yield from inline(f"r + {k}")
            else:
                yield "for (int h = 0; h < 2; h++) {"
                yield f"substitute({on}, h, C[84 * h + 2 * r]);"
                yield f"substitute({on}, 2 + h, C[84 * h + 2 * r + 1]); linear({on}, h); }}"
                yield f"swap({on}, r % 7);"
        yield "}"
        if buffer:
            yield "System.arraycopy(y, 0, x, 0, 16);"
        if members:
            yield from (f"x[{i}] = w{i};" for i in range(16))
        yield "}"
        if not inlined:
            yield from methods()

    imports = ["crypto_hash.round3jh256.java.Constants"]
    return _opened(written(name, "Jh", body(), imports), public)


def _substitute(m: list[str]) -> Iterator[str]:
    """JH's S-boxes on four words, chosen by the bits of c."""
    m0, m1, m2, m3 = m
    yield f"{m3} = ~{m3}; {m0} ^= c & ~{m2}; t = c ^ {m0} & {m1}; {m0} ^= {m2} & {m3};"
    yield f"{m3} ^= {m2} & ~{m1}; {m1} ^= {m0} & {m2}; {m2} ^= {m0} & ~{m3};"
    yield f"{m0} ^= {m1} | {m3}; {m3} ^= {m1} & {m2}; {m1} ^= t & {m0}; {m2} ^= t;"
