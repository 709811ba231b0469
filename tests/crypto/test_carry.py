"""Counters of long messages in code for every ABI: the low word carries into the high one.

No message that a test could hash in time is that long. So compression functions are called as if
it were, and what cuts and pads a message is given one that only looks at the last block. What has
to come of it is in tests/data/counters.tsv, from models of the specifications in Python, which had
no more than constants of the code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT
from looping import Record, run_each
from together import EVERY, all_of, extensions, lines, machine, runs, tools
from trying import compiled, staged

from shootout.registry.tree import Implementation, Primitive, implementations
from shootout.results.curve import block_size

TREE = ROOT / "crypto_hash"
# Other functions have the same files, or no counter.
FAMILIES = {
    "blake256": "BLAKE", "blake512": "BLAKE", "blake2s": "BLAKE2", "blake2b": "BLAKE2",
    "blake3": "BLAKE3", "skein256256": "SKEIN", "skein512256": "SKEIN",
}  # fmt: skip
# Within a call and between two; the bits of a word and of a counter; the last that C can count
FIRSTS = [64, 128, 0, 2**29 - 128, 2**29 - 64, 2**29, 2**32 - 64, 2**32 + 192, 2**40, 2**60]
FIRSTS += [2**61 - 256, 2**61 - 128, 2**61, 2**61 + 128, 2**63, 2**64 - 512]
CHUNKS = [0, 2**32 - 5, 2**32 - 17, 2**32 + 3, 2**53]  # carries in other lanes


def firsts(i: Implementation) -> list[int]:
    """Where the first block ends, in bytes; for BLAKE3 the number of the first chunk."""
    return CHUNKS if i.primitive.name == "blake3" else FIRSTS


@cache
def expected() -> dict[tuple[str, int], str]:
    """SHA-256 of what counters.c has to say of a function and a first block."""
    lines = (ROOT / "tests/data/counters.tsv").read_text().splitlines()[1:]
    return {(name, int(first)): digest for name, first, digest in map(str.split, lines)}


def abis(i: Implementation) -> list[str]:
    """Where it is tried: portable code by words and the order of bytes."""
    few = EVERY if i.abis() else ("amd64", "x86", "ppc32")
    return [abi for abi in few if i.runs_on(abi)]


COUNTING = [
    (machine(abi, i), i)
    for name in FAMILIES
    for i in implementations(Primitive(name, TREE / name))
    for abi in abis(i)
    if (i.folder / "blocks.h").exists() or (i.folder / "skein.h").exists()
    if i.name != "ref"  # which has no function of many blocks
]


def counted(
    command: Sequence[str], emulator: Sequence[str], subjects: list[Implementation], folder: Path
) -> dict[str, str]:
    def objects(i: Implementation) -> list[str]:
        home = folder / i.path
        family = FAMILIES[i.primitive.name]
        counts = ",".join(f"{n}ull" for n in firsts(i))
        words = [*extensions(i), f"-DOF_{family}", f"-DFIRSTS={counts}", *staged(i, home)]
        compiled(command, home, "-O0", *words, str(ROOT / "tests/counters.c"), "-c")
        return [str(file) for file in sorted(home.glob("*.o"))]

    made = all_of(objects, subjects)
    return lines(command, emulator, folder, "counters", subjects, made)


@pytest.mark.parametrize("where", dict(COUNTING))
def test_the_counter_carries(where: str, tmp_path: Path, record_property: Record) -> None:
    subjects = runs(where, [i for abi, i in COUNTING if abi == where], record_property)
    told = counted(*tools(where), subjects, tmp_path)

    def carries(i: Implementation) -> None:
        said = told[i.path].splitlines()
        assert len(said) == len(firsts(i))
        for first, line in zip(firsts(i), said):
            made = hashlib.sha256(" ".join(line.split()).encode()).hexdigest()
            assert made == expected()[i.primitive.name, first], f"the first block: {first}"

    run_each(carries, subjects, record_property)


# Whole blocks: nothing of such a message is read. What is left of another one has no part in this.
LENGTHS = [0, 128, 2**29, 2**32 - 128, 2**32, 2**35, 2**60, 2**61 - 128, 2**61, 2**63, 2**64 - 128]
COUNTS_BLOCKS = "groestl"
SHORT = ("sha256", "blake256", "groestl256", "groestl512")  # 8 bytes for the length, others 16
CALLED = re.compile(r"^#define (compress|blocks|f8|digest) CRYPTO_NAMESPACE", re.MULTILINE)


def cutter(i: Implementation) -> Path | None:
    """The file of C that cuts and pads, if it calls a function of another file for the rest."""
    for file in sorted(i.folder.glob("*.c")):
        if re.search(r"^int crypto_hash\(", file.read_text(), re.MULTILINE):
            return file if called(i, file) else None
    return None


def called(i: Implementation, file: Path) -> str:
    """The function that it calls."""
    texts = [file.read_text(), *(f.read_text() for f in sorted(i.folder.glob("*.h")))]
    found = [match[1] for text in texts for match in CALLED.finditer(text)]
    return f"{found[0]}{'_last' * ('const void *last' in texts[0])}" if found else ""


def cutting() -> list[tuple[str, Implementation]]:
    """Each such file once, for a function and a machine."""
    found: dict[tuple[str, Path, str], Implementation] = {}
    for name in ("sha512", "blake512", "round3jh256", *SHORT):
        every = [i for i in implementations(Primitive(name, TREE / name)) if i.name != "ref"]
        for i in sorted(every, key=lambda i: len(i.extensions())):
            file = cutter(i)
            for abi in abis(i) if file else ():
                assert file
                found.setdefault((name, file.resolve(), machine(abi, i)), i)
    return [(where, i) for (_, _, where), i in found.items()]


CUTTING = cutting()


def padding(
    command: Sequence[str], emulator: Sequence[str], subjects: list[Implementation], folder: Path
) -> dict[str, str]:
    def objects(i: Implementation) -> list[str]:
        home = folder / i.path
        file = cutter(i)
        assert file
        words = [word for word in staged(i, home) if word.startswith("-")]
        words += [*extensions(i), f"-DBLOCK={block_size(i.primitive.name)}"]
        lengths = ",".join(f"{n}ull" for n in LENGTHS)
        words += [f"-DCALLED_{called(i, file)}", f"-DLENGTHS={lengths}"]
        compiled(command, home, "-O1", *words, file.name, str(ROOT / "tests/padded.c"), "-c")
        return [str(home / f"{name}.o") for name in (file.stem, "padded")]

    made = all_of(objects, subjects)
    return lines(command, emulator, folder, "padded", subjects, made)


@pytest.mark.parametrize("where", dict(CUTTING))
def test_the_length_is_whole(where: str, tmp_path: Path, record_property: Record) -> None:
    """The last block has all bits of the length, or of the number of blocks."""
    subjects = runs(where, [i for abi, i in CUTTING if abi == where], record_property)
    told = padding(*tools(where), subjects, tmp_path)

    def whole(i: Implementation) -> None:
        size = 8 if i.primitive.name in SHORT else 16
        numbers = [int(line, 16) % 256**size for line in told[i.path].splitlines()]
        if i.primitive.name.startswith(COUNTS_BLOCKS):
            assert numbers == [n // block_size(i.primitive.name) + 1 for n in LENGTHS]
        else:
            assert numbers == [8 * n % 256**size for n in LENGTHS]

    run_each(whole, subjects, record_property)
