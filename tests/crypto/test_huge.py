"""Messages of zeros beyond 2^32 bits and beyond 2^32 bytes, where counters carry.

`SHOOTOUT_SLOW=1 make test TESTS=tests/crypto/test_huge.py` takes some minutes. The digests in
tests/data/huge.tsv are hashlib's for SHA-2, SHA-3, SHAKE and BLAKE2, and the authors' code's for
BLAKE3 and Ascon-Hash256; the others were found alike by implementations of ours and of two other
authors. Those of BBLAKE-256 are BLAKE-256's of its halves.
"""

from __future__ import annotations

import ctypes
import mmap
import os

import pytest
from conftest import ROOT
from test_known_answers import HERE, loaded

from shootout.registry.tree import Implementation

if "SHOOTOUT_SLOW" not in os.environ:
    pytest.skip("slow: SHOOTOUT_SLOW=1 runs it", allow_module_level=True)

ROWS = [line.split("\t") for line in (ROOT / "tests/data/huge.tsv").read_text().splitlines()[1:]]
CELLS = [
    (i, int(mlen), expected)
    for primitive, mlen, expected in ROWS
    for i in HERE
    if i.primitive.name == primitive and i.name not in ("ref", "opt32")
]


def digest(i: Implementation, mlen: int) -> str:
    """Zeros that are never written, so all of their pages are one."""
    function = loaded(i)
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulonglong]
    out = ctypes.create_string_buffer(i.output_bytes())
    with mmap.mmap(-1, mlen, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as zeros:
        start = ctypes.c_char.from_buffer(zeros)
        assert function(out, ctypes.addressof(start), mlen) == 0
        del start
    return out.raw.hex()


@pytest.mark.parametrize(("i", "mlen", "expected"), CELLS, ids=lambda x: getattr(x, "path", ""))
def test_counters_carry(i: Implementation, mlen: int, expected: str) -> None:
    assert digest(i, mlen) == expected
