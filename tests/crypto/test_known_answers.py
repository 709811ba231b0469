"""Every implementation against known answers: NIST's of the final round, the authors' for SHA-3 and
SHAKE, ours at the edges of blocks and padding, and hashlib's for SHA-2.

Those at edges agree with hashlib for MD5, SHA-1, SHA-2, SHA-3, SHAKE, BLAKE2 and SM3, with the
authors' Python (XKCP/K12, d2692cb) for TurboSHAKE128 and K12, with our own from RFC 9861 for the
256 ones, and with the authors' code for BLAKE3 (1.8.6) and Ascon (ascon-c, 446347f). The authors'
answers are ShortMsgKAT_*.txt of XKCP (6ce53d0), cut to the output of the function, those of RFC
9861 and RFC 7693, test_vectors.json of BLAKE3 and LWC_HASH_KAT_128_256.txt of ascon-c. Beside
NIST's are those of RFC 1321, FIPS 180 and GB/T 32905.
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import KEPT, ROOT
from looping import by_function
from sisters import AMD64
from trying import NATIVE, compiled, lacking, missing, objects, options

from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

DATA = ROOT / "tests" / "data"
HERE = [i for i in AMD64 if not lacking(i)]
Hash = Callable[[bytes], str]
QUICK = ("-O0", "-fPIC")  # test_extensions.py compiles so what is another's, as all is here


def table(file: str) -> dict[str, list[list[str]]]:
    """The rows of a table by their first field, a primitive."""
    rows: dict[str, list[list[str]]] = {}
    for line in (DATA / file).read_text().splitlines()[1:]:
        primitive, *rest = line.split("\t")
        rows.setdefault(primitive, []).append(rest)
    return rows


EDGES = table("known-answers.tsv")
NIST = table("nist-vectors.tsv")
AUTHORS = table("authors-vectors.tsv")


def pattern(n: int) -> bytes:
    """The message of the known answers."""
    return bytes((167 * i + 13) % 256 for i in range(n))


def given(message: str, mlen: int) -> bytes:
    """A message: in hexadecimal, `-` for the empty one, or `ptn`, the pattern of RFC 9861."""
    if message == "ptn":
        return bytes(i % 251 for i in range(mlen))
    return b"" if message == "-" else bytes.fromhex(message)


def compiled_here(i: Implementation) -> list[str]:
    """Its objects, not optimized: other tests do that. The extensions that it names suffice."""
    return objects([*NATIVE, *options(i), *QUICK], i)


@cache
def library(name: str) -> Any:
    """A shared library of a function's implementations that this machine runs."""
    file = Path(tempfile.mkdtemp(dir=KEPT.name)) / "library.so"
    made = [each for i in HERE if i.primitive.name == name for each in compiled_here(i)]
    compiled(["gcc", "-shared", "-o", str(file)], file.parent, *made)
    return ctypes.CDLL(str(file))


def loaded(i: Implementation) -> Any:
    """Its function, from that library."""
    return getattr(library(i.primitive.name), namespace(i))


def function_of(i: Implementation) -> Hash:
    """The implementation as a function of bytes."""
    function = loaded(i)
    function.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulonglong]

    def digest(message: bytes) -> str:
        out = ctypes.create_string_buffer(i.output_bytes())
        assert function(out, message, len(message)) == 0
        return out.raw.hex()

    return digest


def answers(name: str) -> Iterator[tuple[str, bytes, str]]:
    """Whose they are, messages and digests. The authors' messages are the bytes 0, 1, 2 and so on,
    modulo a number."""
    for mlen, expected in EDGES[name]:
        yield "edges", pattern(int(mlen)), expected
    for modulus, mlen, expected in AUTHORS.get(name, ()):
        yield "authors", bytes(k % int(modulus) for k in range(int(mlen))), expected
    for mlen, message, expected in NIST.get(name, ()):
        text = given(message, int(mlen))
        assert len(text) == int(mlen)
        yield "nist", text, expected
    for n in (0, 1, 1000, 12345) if name in hashlib.algorithms_available else ():
        yield "hashlib", pattern(n), hashlib.new(name, pattern(n)).hexdigest()


def check_symbols(i: Implementation) -> None:
    """Only names of its namespace are global."""
    command = ["nm", "-g", "--defined-only", *compiled_here(i)]
    seen = subprocess.run(command, capture_output=True, text=True, check=True)
    symbols = [line.split()[-1] for line in seen.stdout.splitlines() if len(line.split()) == 3]
    own = namespace(i)
    assert own in symbols
    assert all(s.startswith(own) for s in symbols), symbols


@by_function(AMD64)
def test_known_answers(i: Implementation, _: Path) -> None:
    """Also the symbols of code that this machine does not run."""
    check_symbols(i)
    if lacking(i):
        pytest.skip(f"compiled only: {missing(i)}")
    digest = function_of(i)
    for whose, message, expected in answers(i.primitive.name):
        assert digest(message) == expected, f"{whose}: {len(message)} bytes"


def test_there_are_answers() -> None:
    assert {i.primitive.name for i in AMD64} == set(EDGES)
    assert EDGES.keys() >= AUTHORS.keys() and EDGES.keys() >= NIST.keys() and AUTHORS and NIST
