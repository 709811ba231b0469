"""Functions of a family differ in parameters alone: whatever api.h and params.h say, each folder
serves, and a function that has a home has each folder of it.

tests/data/parameters.tsv has further parameters, of functions that crypto_hash does not have. A
line is one digest: the home of the family, the function, its digest's bytes, what params.h of the
home says otherwise, the message, and the digest. A message N is the one of N bytes of the known
answers, `ptn N` that of RFC 9861. For a long digest `..` stands before its end or behind its start.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT
from test_known_answers import pattern
from test_registers import NEON, RUNS
from trying import compiled, missing, need, need_compiler, options, sources, staged

from shootout.common.errors import Usage
from shootout.registry.homes import home, overlay
from shootout.registry.tree import Implementation, Primitive, implementations, primitives, select

TREE = ROOT / "crypto_hash"
PROGRAM = ROOT / "tests" / "digests.c"


class Variant(NamedTuple):
    """A function given by its parameters."""

    function: str
    bytes: int
    parameters: str


class Answer(NamedTuple):
    message: bytes
    digest: str

    def given_by(self, digest: str) -> bool:
        begin, dots, end = self.digest.partition("..")
        return digest.startswith(begin) and digest.endswith(end) and (dots or digest == begin)


def message(words: str) -> bytes:
    *kind, n = words.split()
    return bytes(i % 251 for i in range(int(n))) if kind == ["ptn"] else pattern(int(n))


VARIANTS: dict[str, dict[Variant, list[Answer]]] = defaultdict(lambda: defaultdict(list))
for line in (ROOT / "tests/data/parameters.tsv").read_text().splitlines()[1:]:
    name, function, size, parameters, words, digest = line.split("\t")
    variant = Variant(function, int(size), parameters)
    VARIANTS[name][variant].append(Answer(message(words), digest))

# Portable code is the same for all little-endian machines, whose compilers other tests try.
CELLS = [
    (i, abi)
    for name in VARIANTS
    for i in implementations(Primitive(name, TREE / name))
    for abi in (RUNS if i.abis() else ("amd64", "ppc32"))
    if i.runs_on(abi)
]


def made(i: Implementation, variant: Variant, folder: Path) -> Implementation:
    """A copy of an implementation with other parameters."""
    copy = folder / variant.function / i.name
    copy.mkdir(parents=True)
    for name, content in i.files().items():
        (copy / name).write_bytes(content)
    (copy / "api.h").write_text(f"#define CRYPTO_BYTES {variant.bytes}\n")
    text = (copy / "params.h").read_text()
    for word in variant.parameters.split():
        name, value = word.split("=")
        text, n = re.subn(rf"(?m)^#define {name} .*", f"#define {name} {value}", text)
        assert n == 1, f"params.h does not define {name} once"
    (copy / "params.h").write_text(text)
    return Implementation(Primitive(variant.function, copy.parent), i.name, copy)


@pytest.mark.parametrize(("i", "abi"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_any_parameters(i: Implementation, abi: str, tmp_path: Path) -> None:
    compiler, runner = RUNS[abi]
    compiler = NEON if "neon" in i.extensions() else compiler
    command = [*compiler.split(), "-O1", *([] if "neon" in i.extensions() else options(i))]
    need(*runner.split()[:1], what=f"{abi}: ")
    need_compiler(*compiler.split(), what=f"{abi}: ")
    if not runner and missing(i):
        pytest.skip(missing(i))
    for variant, answers in VARIANTS[i.primitive.name].items():
        folder = tmp_path / "made" / variant.function
        words = staged(made(i, variant, tmp_path), folder)
        compiled(command, folder, "-o", "digests", *words, str(PROGRAM))
        messages = b"".join(b"%d\n%b" % (len(m), m) for m, _ in answers)
        ran = subprocess.run(
            [*runner.split(), str(folder / "digests")],
            input=messages, capture_output=True, timeout=60, check=True,
        )  # fmt: skip
        digests = ran.stdout.decode().split()
        assert len(digests) == len(answers)
        for answer, digest in zip(answers, digests):
            assert len(digest) == 2 * variant.bytes
            assert answer.given_by(digest), f"{variant}: {len(answer.message)} bytes"


def test_each_folder_of_a_home_takes_parameters() -> None:
    for p in primitives(TREE):
        where = home(p.folder) or p.folder
        there = {i.name: sources(i) for i in implementations(Primitive(where.name, where))}
        own = {name: file.resolve() for name, file in overlay(p.folder).items()}
        assert [i.name for i in implementations(p)] == [*there]
        for i in implementations(p):  # of the home, but for files and folders of the function
            its = {name: own.get(name, file) for name, file in there[i.name].items()}
            assert sources(i) == its or not i.shared


def test_a_name_says_how_long_the_output_is(tmp_path: Path) -> None:
    need_compiler("gcc")
    for name, right in (("shake128", hashlib.shake_128), ("shake256", hashlib.shake_256)):
        found = select([f"{name}_500"])
        assert {i.name for i in found} == {i.name for i in select([name])}
        assert all(i.files()["api.h"] == b"#define CRYPTO_BYTES 500\n" for i in found)
        words = staged(next(i for i in found if i.name == "ref"), tmp_path / name)
        compiled(["gcc"], tmp_path / name, "-o", "digests", *words, str(PROGRAM))
        ran = subprocess.run([tmp_path / name / "digests"], input=b"3\nabc", capture_output=True)
        assert ran.stdout.decode().split() == [right(b"abc").hexdigest(500)]
    for name in ("sha256_500", "shake128_0", "shake128_1000"):
        with pytest.raises(Usage, match=name):
            select([name])
