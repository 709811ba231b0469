"""Files that are made to cost much: each kind repeats one thing, as often as it is asked to.

A kind is a function of a number that returns result lines; its text grows in proportion. The
lines fit into files of SUPERCOP's and into ours.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from summing import packed, summed

from shootout.registry.tree import known
from shootout.results import archive
from shootout.results.stats import needed

from .making import DATA, MEMBERS

__all__ = ["DATA"]

Lines = Iterator[str]
Kind = Callable[[int], Lines]
KINDS: dict[str, Kind] = {}
SIX = sorted(needed("blake256"))
MANY = 15  # samples of a line of ours
CPU = "AuthenticAMD-00a00f11-178bfbff_"
SUM = "00" * 32 + "/" + "00" * 32


def kind(make: Kind) -> Kind:
    """Makes a function one of the kinds."""
    KINDS[make.__name__] = make
    return make


def line(words: str, primitive: str = "blake256", machine: str = "box", abi: str = "amd64") -> str:
    return f"20261121 {machine} {abi} 20261121 crypto_hash {primitive} {words}"


def cycles(mlen: int, middle: int = 0, apart: str = "+0" * MANY) -> str:
    return f"cycles {mlen} {middle or 490 + 49 * mlen} {apart}"


def block(
    timings: Iterable[str], name: str = "ref", compiler: str = "gcc", primitive: str = "blake256",
    number: int = 1, machine: str = "box", abi: str = "amd64", counter: str = "x86-tsc",
) -> Lines:  # fmt: skip
    """A block of one process."""
    for words in (
        f"implementation crypto_hash/{primitive}/{name} -", "outputbytes 32", f"cpuid {CPU}",
        "cpucycles_persecond 2445431943", f"cpucycles_implementation {counter}",
        f"compiler {compiler} 12.2.0", f"round {number}", "pace 6.000", *timings,
    ):  # fmt: skip
        yield line(words, primitive, machine, abi)


def six() -> list[str]:
    return [cycles(mlen) for mlen in SIX]


def again(make: Callable[[int], Iterable[str]], n: int) -> Lines:
    """What each of the numbers makes."""
    for i in range(n):
        yield from make(i)


# Each of these repeats what a number makes.
EACH: dict[str, Callable[[int], Iterable[str]]] = {
    "rounds_of_a_cell": lambda i: block([cycles(1536)], number=i % 9999 + 1),
    "traces": lambda i: [
        line(f"constanttime crypto_hash/blake256/i{i} gcc_-O{i} 9999 kept 8:f{i}")
    ],
    "implementations": lambda i: block([cycles(1536), cycles(4096)], name=f"i{i}"),
    "implementations_without_timings": lambda i: block([], name=f"i{i}"),
    "compilers": lambda i: block([cycles(1536)], compiler=f"gcc_-O{i}_-f{i}"),
    "primitives": lambda i: block([cycles(1536)], primitive=f"p{i}"),
    "machines": lambda i: block([cycles(1536)], machine=f"box{i}"),
    "abis": lambda i: block([cycles(1536)], abi=f"a{i}"),
    "counters": lambda i: block([cycles(1536)], counter=f"c{i}", name=f"i{i}"),
    "attempts_with_the_same_code": lambda i: [
        line(f"same crypto_hash/blake256/ref gcc gcc_-f{i}"),
        line(f"tryfails crypto_hash/blake256/ref gcc cause {i}"),
    ],
    "trials": lambda i: [line(f"try {SUM} ok 20000 0 2445431943 crypto_hash/blake256/i{i} gcc")],
    "failures": lambda i: [line(f"tryfails crypto_hash/blake256/i{i} gcc_-O{i} cause {i}")],
    "failures_of_a_cell": lambda i: [line(f"tryfails crypto_hash/blake256/ref gcc error {i}")],
    "sources": lambda i: [line(f"source crypto_hash/blake256/i{i} {i:064x}")],
}
KINDS |= {name: partial(again, make) for name, make in EACH.items()}
KINDS |= {
    "a_length_again_and_again": lambda n: block([cycles(1536)] * n),
    "all_lengths_again_and_again": lambda n: block(six() * n),
    "lengths_that_no_table_has": lambda n: block([cycles(5000 + i) for i in range(n)]),
    "a_length_again_and_again_in_a_layout": lambda n: block(
        [*[cycles(1536)] * n, "layout 0 16 32"]
    ),
    "flags_of_a_length": lambda n: block(
        [cycles(1536), *(f"flag 1536 switched {i}" for i in range(n))]
    ),
    "flags_of_a_process": lambda n: block([*six(), *(f"flag - stolen {i}" for i in range(n))]),
    "clocks": lambda n: block(
        [each for i in range(n) for each in (f"clock 1.{i % 1000}", cycles(1536))]
    ),
    "paces": lambda n: block(
        [each for i in range(n) for each in (f"pace 6.{i % 1000}", cycles(1536))]
    ),
    "calls_of_other_lengths": lambda n: block([*(f"calls {i} 7" for i in range(n)), *six()]),
    "unknown_words": lambda n: block([f"word{i} 1" for i in range(n)]),
    "lines_of_nothing": lambda n: (f"x{i}" for i in range(n)),
    "a_long_line": lambda n: block([*six(), "flag - stolen " + "x" * n]),
    "a_long_name": lambda n: block(six(), name="n" * n),
    "a_long_compiler": lambda n: block(six(), compiler="gcc" + "_-f" * (n // 3)),
    "a_long_number": lambda n: block([*six(), "cycles 1536 1 +" + "9" * n]),
    "a_long_number_of_nothing": lambda n: block([*six(), "cycles " + "0" * n + "8 1 +1"]),
    "long_numbers": lambda n: block(
        [f"cycles 1536 {'9' * 4000} +{'9' * 4000}" for _ in range(n // 80)]
    ),
    "a_line_of_many_samples": lambda n: block([*six(), "cycles 1536 1 " + "+0-1" * n]),
    "a_line_of_many_samples_of_old": lambda n: block([*six(), "cycles 1536 1 " + "17 " * n]),
    "a_line_of_many_fields": lambda n: block([*six(), "try " + "a " * n]),
}


@kind
def many_samples_of_each_length(n: int) -> Lines:
    chance = random.Random(1)
    apart = ["".join(f"{chance.randint(-9, 9):+d}" for _ in range(255)) for _ in range(7)]
    yield from block([cycles(SIX[i % 6], 0, apart[i % 7]) for i in range(n)])


@kind
def cells_with_many_layouts(n: int) -> Lines:
    for i in range(n):
        timings = [cycles(1536, 999 + i % 7), f"layout {i % 3} {i % 9} {i % 8}"]
        yield from block(timings, f"i{i // 900}", number=i % 900 + 1)


@kind
def functions_of_the_tree(n: int) -> Lines:
    functions = sorted(known())
    for i in range(n):
        primitive = functions[i % len(functions)]
        timings = [cycles(mlen, apart="+0") for mlen in sorted(needed(primitive))]
        yield from block(timings, name=f"i{i}", primitive=primitive)


def short_curves_of_many_machines(n: int) -> Lines:
    functions, each, many = sorted(known()), 4, 70
    timings = [cycles(mlen, 490 + 49 * mlen, "+0") for mlen in range(1, many)]
    for i in range(n):
        primitive = functions[i // each % len(functions)]
        yield from block(timings, f"i{i}", primitive=primitive, machine=f"box{i % each}")


@kind
def cells_with_the_same_code(n: int) -> Lines:
    for i in range(n):
        yield line(f"same crypto_hash/blake256/ref gcc gcc_-f{i}")
    for i in range(n // 4):
        yield from block([cycles(1536)], number=i % 9999 + 1)


@kind
def a_cell_the_same_again_and_again(n: int) -> Lines:
    for _ in range(n):
        yield line("same crypto_hash/blake256/ref gcc clang")
    for i in range(n // 4):
        yield from block([cycles(1536)], number=i % 9999 + 1)


@kind
def sizes(n: int) -> Lines:
    for i in range(n):
        yield line(f"objsize crypto_hash/blake256/ref gcc 1 2 3 file{i}.o")
    yield from block([cycles(1536)])


@kind
def counts(n: int) -> Lines:
    for i in range(n):
        where = f"crypto_hash/blake256/ref gcc_-march=a{i}"
        yield line(f"emulated {where}", abi="armeabi")
        told = " ".join(f"{mlen} {99 * mlen}" for mlen in SIX)
        yield line(f"instructions {where} {told}", abi="armeabi")


@kind
def flags_of_another_length(n: int) -> Lines:
    timings = [cycles(1536), *[cycles(64)] * n, *["flag 1536 switched 1"] * n]
    yield from block(timings)


@kind
def lines_of_a_log(n: int) -> Lines:
    yield from ("+" for _ in range(n))
    yield from block(six())


@kind
def empty_lines(n: int) -> Lines:
    yield from ("" for _ in range(n))
    yield from block(six())


@kind
def a_long_number_in_a_head(n: int) -> Lines:
    for each in block(six()):
        yield each.replace("2445431943", "9" * n)


def plain(lines: Iterable[str]) -> bytes:
    """A file of SUPERCOP's, with these lines."""
    return "".join(f"{each}\n" for each in lines).encode()


def ours(lines: Iterable[str], size: int = 0) -> bytes:
    """A file of ours, with these lines, their sums, and the facts of a real one.

    What is repeated shrinks to nothing. To hide that from the limits, a log that does not shrink
    stands before it, and makes the file as large as `size`.
    """
    text = "\n".join([*summed(lines), ""]).encode()
    room = size - len(gzip.compress(text, 6)) if size else len(text) // 40
    log = random.Random(1).randbytes(max(0, room * 7 // 8)).hex().encode()
    members = {"log": log + b"\n", "machine": MEMBERS["machine"], "data": text}
    members[archive.MANIFEST] = archive.manifest(members)
    blocks = (
        archive._header(name, len(content), 0) + content + bytes(-len(content) % archive.BLOCK)
        for name, content in members.items()
    )
    return gzip.compress(b"".join(blocks) + bytes(2 * archive.BLOCK), 6)


FORMS: dict[str, Callable[[Iterable[str]], bytes]] = {
    "box-amd64-20261121.data": plain,
    "box-20261121-000000.tar.gz": ours,
}


def curves_in_columns(n: int, lengths: int = 4097, machines: int = 4) -> bytes:
    """A file of ours with n curves in columns, of all functions of the tree on some machines."""
    functions, text = sorted(known()), list[str]()
    for i in range(n):
        words = [
            f"lengths 0 {lengths - 1} 1", f"groups {lengths}", "pace 6.000", "clock 1.3261",
            "calls 1", "counts 1", "firsts 490" + " 49" * (lengths - 1), "samples ",
        ]  # fmt: skip
        primitive = functions[i // machines % len(functions)]
        *head, _ = block([], f"i{i}", primitive=primitive, machine=f"box{i % machines}")
        text += [*head, *words]
    data = "\n".join([*summed(block(six(), machine="box0")), ""]).encode()
    curves = "\n".join([*text, ""]).encode()
    return packed({"data": data, "machine": MEMBERS["machine"], "curves": curves})


def columns(n: int) -> bytes:
    """A file of ours with a curve of n lengths in columns, each with all of the flags."""
    causes = ("shared", "drift", "switched", "uneven", "stolen", "broken", "changes")
    head = list(block([]))[:-1]
    lines = [
        *head, f"lengths 0 {n - 1} 1", f"groups {n}", "pace 6.000", "clock 1.3261", "calls 1",
        "counts 1", "firsts 490" + " 49" * (n - 1), "samples ",
        *(f"flags {cause} 0x{n}:1" for cause in causes),
    ]  # fmt: skip
    text = "\n".join([*summed(block(six())), ""]).encode()
    curve = "\n".join([*lines, ""]).encode()
    return packed({"data": text, "machine": MEMBERS["machine"], "curves": curve})


def bomb(line: bytes, size: int) -> bytes:
    """A gzip of a line again and again, whose content has a number of bytes."""
    return gzip.compress(line * (size // len(line)), 9)


def write(folder: Path, name: str, form: str, n: int) -> Path:
    """A file of a kind."""
    path = folder / form
    path.write_bytes(FORMS[form](KINDS[name](n)))
    return path
