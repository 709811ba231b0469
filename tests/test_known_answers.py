"""Every implementation against known answers: NIST's of the final round, ours at the edges of
blocks and padding, and hashlib's for SHA-2."""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from trying import lacking

from shootout.registry.stage import namespace, stage
from shootout.registry.tree import Implementation, implementations, primitives

DATA = ROOT / "tests" / "data"
HERE = [
    i
    for p in primitives(ROOT / "crypto_hash")
    for i in implementations(p)
    if i.runs_on("amd64") and not lacking(i)
]  # fmt: skip
Hash = Callable[[bytes], str]


def table(file: str) -> dict[str, list[list[str]]]:
    """The rows of a table by their first field, a primitive."""
    rows: dict[str, list[list[str]]] = {}
    for line in (DATA / file).read_text().splitlines()[1:]:
        primitive, *rest = line.split("\t")
        rows.setdefault(primitive, []).append(rest)
    return rows


EDGES = table("known-answers.tsv")
NIST = table("nist-vectors.tsv")


def pattern(n: int) -> bytes:
    """The message of the known answers."""
    return bytes((167 * i + 13) % 256 for i in range(n))


def compiled(i: Implementation, folder: Path) -> Hash:
    """The implementation as a function, through a shared library."""
    stage(i, folder)
    own, library = namespace(i), folder / "library.so"
    files = [str(f) for f in folder.iterdir() if f.suffix in {".c", ".S", ".s"}]
    made = subprocess.run(
        ["gcc", "-O1", "-march=native", "-shared", "-fPIC", f"-DCRYPTO_NAMESPACE(n)={own}_##n",
         f"-D_CRYPTO_NAMESPACE(n)=_{own}_##n", "-o", str(library), *files],
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    function = getattr(ctypes.CDLL(str(library)), own)
    function.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong]

    def digest(message: bytes) -> str:
        out = ctypes.create_string_buffer(i.output_bytes())
        assert function(out, message, len(message)) == 0
        return out.raw.hex()

    return digest


@pytest.fixture(scope="module", params=HERE, ids=lambda i: i.path[12:])
def subject(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Implementation, Hash]:
    i: Implementation = request.param
    return i, compiled(i, tmp_path_factory.mktemp("library"))


def test_edges(subject: tuple[Implementation, Hash]) -> None:
    i, digest = subject
    for mlen, expected in EDGES[i.primitive.name]:
        assert digest(pattern(int(mlen))) == expected, f"{mlen} bytes"


def test_nist(subject: tuple[Implementation, Hash]) -> None:
    i, digest = subject
    rows = NIST.get(i.primitive.name)
    if rows is None:
        for n in (0, 1, 1000, 12345):
            name = i.primitive.name
            assert digest(pattern(n)) == hashlib.new(name, pattern(n)).hexdigest()
        return
    for mlen, message, expected in rows:
        text = b"" if message == "-" else bytes.fromhex(message)
        assert len(text) == int(mlen)
        assert digest(text) == expected, f"{mlen} bytes"
