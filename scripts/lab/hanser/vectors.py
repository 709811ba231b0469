"""Generators of Java source for kernels in jdk.incubator.vector; kernels.py has the scalar ones.

A method has at most about forty operations, as many as HotSpot inlines into one piece of code;
between two methods the state is in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .kernels import ROTATIONS, written

IMPORTS = ("LongVector", "VectorOperators", "VectorShuffle", "VectorSpecies")
SPECIES = (("TWO", 128), ("FOUR", 256))
WAYS = ("LEFT", "RIGHT")  # arrays with the counts of the two shifts of a rotation to the left


def _class(name: str, base: str, body: Iterator[str], *imports: str) -> str:
    used = [*imports, *(f"jdk.incubator.vector.{each}" for each in IMPORTS)]
    species = ", ".join(f"{size} = LongVector.SPECIES_{bits}" for size, bits in SPECIES)
    head = f"private static final VectorSpecies<Long> {species};"
    return written(name, base, [head, *body], used)


def _load(array: str, at: str | int, size: str = "FOUR") -> str:
    return f"LongVector.fromArray({size}, {array}, {at})"


def _op(a: str, what: str, *others: str) -> str:
    return a + "".join(f".lanewise(VectorOperators.{what}, {b})" for b in others)


def _xor(a: str, *others: str) -> str:
    return _op(a, "XOR", *others)


def _andn(a: str, b: str) -> str:
    return _op(a, "AND_NOT", b)


def _rotated(word: str, at: str | int) -> str:
    """A rotation of each lane by its own count."""
    up, down = (_op(word, f"LSH{way[0]}", _load(way, at)) for way in WAYS)
    return f"{up}.or({down})"


def _longs(name: str, values: Sequence[object]) -> str:
    return f"private static final long[] {name} = {{{', '.join(map(str, values))}}};"


def skein(name: str) -> str:
    """Skein with the even words in a vector and the odd words in another.

    MIX is an operation on both. Only the even words are permuted, because their vector is ready
    earlier, and so that each word meets its partner: the odd words are in order or, in every
    other round, with lane j in place -j. An iteration has four rounds and a subkey.
    """
    turned = [by if r % 2 == 0 else (by[0], *by[:0:-1]) for r, by in enumerate(ROTATIONS)]
    shifts = [by for line in turned for by in line]

    def body() -> Iterator[str]:
        yield _longs("LEFT", shifts)
        yield _longs("RIGHT", [64 - by for by in shifts])
        for r, mask in enumerate((1, 3)):
            yield f"private static final VectorShuffle<Long> TO{r} ="
            yield f"VectorShuffle.fromOp(FOUR, i -> i ^ {mask});"
        yield "@Override protected void encrypt(long[] x) { long[] w = room;"
        yield "for (int i = 0; i < 4; i++) { w[i] = x[2 * i]; w[4 + i] = x[2 * i + 1]; }"
        yield "for (int s = 0, at = 8; s < 19; s++, at += 8) { for (int i = 0; i < 4; i++) {"
        yield "w[at + i] = k[s + 2 * i]; w[at + 4 + i] = k[s + 2 * i + 1]; }"
        yield "w[at + 3] += t[s + 1]; w[at + 6] += t[s]; w[at + 7] += s; } rounds(w);"
        yield "for (int i = 0; i < 4; i++) { x[2 * i] = w[i]; x[2 * i + 1] = w[4 + i]; } }"
        yield "/* w: both halves of x and then of all subkeys. */"
        yield "private static void rounds(long[] w) {"
        yield f"LongVector e = {_load('w', 0)}, o = {_load('w', 4)};"
        yield "for (int s = 0; s < 18; s++) { int at = 8 * s + 8, c = (s & 1) * 16;"
        yield f"e = e.add({_load('w', 'at')}); o = o.add({_load('w', 'at + 4')});"
        for r in range(4):
            mixed = _xor(_rotated("o", f"c + {4 * r}"), "e")
            yield f"e = e.add(o); o = {mixed}; e = e.rearrange(TO{r % 2});"
        yield "}"
        yield f"e.add({_load('w', 152)}).intoArray(w, 0);"
        yield f"o.add({_load('w', 156)}).intoArray(w, 4); }}"

    return _class(name, "Skein", body())


def keccak(name: str) -> str:
    """Keccak with four of the five lanes of equal x in a vector, the fifth in a long.

    So chi needs no permutation, and rho shifts by vectors. pi, which turns rows into columns,
    goes lane by lane through memory (gathers take twice as long), where theta finds the lanes.
    """
    by = {(0, 0): 0}
    x, y = 1, 0
    for t in range(1, 25):
        by[x, y] = t * (t + 1) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    left = [by[x, y] for x in range(5) for y in range(4)]

    def body() -> Iterator[str]:
        yield _longs("LEFT", left)
        yield _longs("RIGHT", [-n % 64 for n in left])
        yield "private static final long[] IOTA = new long[96]; static {"
        yield "for (int r = 0; r < 24; r++) IOTA[4 * r] = RC[r]; }"
        # s is the state, b after rho, d after pi; f and g are the fifth lanes of s and b.
        yield from (f"private final long[] {each} = new long[20];" for each in "sbdfg")
        yield "@Override protected void permute(long[] a) {"
        yield from (f"s[{4 * x + y}] = a[{x + 5 * y}];" for x in range(5) for y in range(4))
        yield from (f"f[{x}] = a[{x + 20}];" for x in range(5))
        yield "for (int r = 0; r < 24; r++) {"
        yield "thetaRho(s, b, f, g); pi(b, d); chiIota(b, d, s, g, f, r); }"
        yield from (f"a[{x + 5 * y}] = s[{4 * x + y}];" for x in range(5) for y in range(4))
        yield from (f"a[{x + 20}] = f[{x}];" for x in range(5))
        yield "} private static void thetaRho(long[] s, long[] b, long[] f, long[] g) {"
        for x in range(5):
            lanes = " ^ ".join(f"s[{4 * x + y}]" for y in range(4))
            yield f"long f{x} = f[{x}], c{x} = {lanes} ^ f{x};"
        for x in range(5):
            yield f"long d{x} = c{(x + 4) % 5} ^ Long.rotateLeft(c{(x + 1) % 5}, 1);"
            yield f"LongVector v{x} = {_xor(_load('s', 4 * x), f'd{x}')};"
            yield f"{_rotated(f'v{x}', 4 * x)}.intoArray(b, {4 * x});"
            yield f"g[{(2 * x + 12) % 5}] = Long.rotateLeft(f{x} ^ d{x}, {by[x, 4]});"
        yield "} private static void pi(long[] b, long[] d) {"
        for y in range(4):
            yield from (f"d[{4 * y + to}] = b[{_source(y, to)}];" for to in range(4))
        yield "} private static void chiIota("
        yield "long[] b, long[] d, long[] s, long[] g, long[] f, int r) {"
        for x in range(5):
            yield f"LongVector v{x} = {_load('d', 4 * x) if x < 4 else _load('g', 0)};"
            yield f"long f{x} = {f'b[{_source(x, 4)}]' if x < 4 else 'g[4]'};"
        for x in range(5):
            y, z = (x + 1) % 5, (x + 2) % 5
            parts = [_andn(f"v{z}", f"v{y}"), *([_load("IOTA", "4 * r")] if x == 0 else [])]
            yield f"{_xor(f'v{x}', *parts)}.intoArray(s, {4 * x});"
            yield f"f[{x}] = f{x} ^ ~f{y} & f{z};"
        yield "}"

    return _class(name, "Keccak", body())


def _source(y: int, to: int) -> int:
    """The index in b of the lane that pi moves from row y to row `to`."""
    return (to - 3 * y) * 3 % 5 * 4 + y


def jh(name: str, whole: bool) -> str:
    """JH with a round in two methods, or in one (`whole`).

    S works on vectors of an even word and the odd word behind it, L and the swap on vectors of
    a word.
    """

    def body() -> Iterator[str]:
        yield "private static final long[] C = new long[168], MASKS = new long[12];"
        yield "static { long[] c = Constants.longs(); for (int i = 0; i < 42; i++)"
        yield "for (int j = 0; j < 4; j++) C[4 * i + j] = c[84 * (j & 1) + 2 * i + j / 2];"
        yield "for (int i = 0; i < 12; i++) MASKS[i] ="
        yield "Long.divideUnsigned(-1, 1 + (1L << (1 << i / 2))); }"
        yield "@Override protected void permute(long[] x) { for (int r = 0; r < 42; r += 7)"
        yield "for (int i = 0; i < 7; i++) round(x, 4 * (r + i), i); }"
        yield "private static void round(long[] x, int at, int i) {"
        yield from _substitute()
        yield "" if whole else "linear(x, i); } private static void linear(long[] x, int i) {"
        yield from _linear()
        yield "}"

    return _class(name, "Jh", body(), "crypto_hash.round3jh256.java.Constants")


def _substitute() -> Iterator[str]:
    yield f"LongVector c = {_load('C', 'at')};"
    yield from (f"LongVector m{i} = {_load('x', 4 * i)};" for i in range(4))
    yield f"m3 = m3.not(); m0 = {_xor('m0', _andn('c', 'm2'))};"
    yield f"LongVector t = {_xor('c', 'm0.and(m1)')}; m0 = {_xor('m0', 'm2.and(m3)')};"
    yield f"m3 = {_xor('m3', _andn('m2', 'm1'))}; m1 = {_xor('m1', 'm0.and(m2)')};"
    yield f"m2 = {_xor('m2', _andn('m0', 'm3'))}; m0 = {_xor('m0', 'm1.or(m3)')};"
    yield f"m3 = {_xor('m3', 'm1.and(m2)')}; m1 = {_xor('m1', 't.and(m0)')};"
    yield f"m2 = {_xor('m2', 't')};"
    yield from (f"m{i}.intoArray(x, {4 * i});" for i in range(4))


def _linear() -> Iterator[str]:
    for i in range(4):
        yield f"LongVector a{i} = {_load('x', 4 * i, 'TWO')};"
        yield f"LongVector b{i} = {_load('x', 4 * i + 2, 'TWO')};"
    mixed = ("b0 a1", "b1 a2", "b2 a0 a3", "b3 a0", "a0 b1", "a1 b2", "a2 b0 b3", "a3 b0")
    for word, *others in map(str.split, mixed):
        yield f"{word} = {_xor(word, *others)};"
    yield from (f"a{i}.intoArray(x, {4 * i});" for i in range(4))
    kept = " ".join(f"b{i}.intoArray(x, {4 * i + 2});" for i in range(4))
    yield f"if (i == 6) {{ {kept}"
    yield "for (int j = 2; j < 16; j += 4) { long y = x[j]; x[j] = x[j + 1]; x[j + 1] = y; }"
    yield "} else {"
    yield f"int by = 1 << i; LongVector m = {_load('MASKS', '2 * i', 'TWO')};"
    for i in range(4):
        up = _op(f"b{i}.and(m)", "LSHL", "by")
        down = _op(f"b{i}", "LSHR", "by")
        yield f"{up}.or({down}.and(m)).intoArray(x, {4 * i + 2});"
    yield "}"
