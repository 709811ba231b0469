"""Medians found by NumPy are those found one by one, to the last bit."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.results import curve, sections, stats
from shootout.results.columns import parted
from shootout.results.middles import Middles, middles
from shootout.results.reader import Reader, read
from shootout.results.records import Block, by_cell, differences

numpy = pytest.importorskip("numpy", reason="NumPy is not installed")
SMALL = sorted((ROOT / "data").glob("*.tar.gz"), key=lambda file: file.stat().st_size)[:2]
HEAD = "20261121 box amd64 20261121 crypto_hash sha256 "


def both(
    monkeypatch: pytest.MonkeyPatch, cells: Sequence[Sequence[Block]]
) -> tuple[list[Middles], list[Middles]]:
    monkeypatch.setitem(sys.modules, "numpy", numpy)
    quick = list(middles(cells))
    monkeypatch.delitem(sys.modules, "numpy")
    return quick, list(middles(cells))


def exact(found: Middles) -> object:
    """What can be compared: also whether zeros have the same sign, and numbers the same type."""
    return {mlen: repr(each) for mlen, each in found.seconds.items()}, found.doubtful


@pytest.mark.parametrize("file", SMALL, ids=lambda file: file.name)
def test_of_a_run(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = list(by_cell(read(file).blocks).values())
    quick, plain = both(monkeypatch, cells)
    assert list(map(exact, quick)) == list(map(exact, plain))
    assert sum(len(each.seconds) for each in plain) > len(cells)


def block(source: random.Random, number: int, *, clock: bool, many: bool) -> str:
    """The lines of a block of six lengths or many, half of them flagged, few with a clock."""
    lines = [
        "implementation crypto_hash/sha256/ref -", "outputbytes 32", "cpuid x",
        "cpucycles_persecond 2000000000", "cpucycles_implementation amd64-tsc",
        "compiler gcc_-O2 12.2.0", f"round {number}",
    ]  # fmt: skip
    for mlen in range(1, 90) if many else (8, 64, 576, 1536, 2048, 4096):
        if clock and (mlen == 1 or source.random() < 0.4):
            lines.append(f"clock {source.uniform(0.5, 2):.5f}")
        some = [source.choice([1, 493, 507, 10**14]) for _ in range(source.randint(1, 20))]
        middle = stats.stq2(some)
        lines.append(f"cycles {mlen} {middle} {differences(middle, some)}")
        if source.random() < 0.5:
            lines.append(f"flag {mlen} shared 0.9")
    if source.random() < 0.2:
        lines.append("flag - switched 3")
    return "".join(f"{HEAD}{line}\n" for line in lines)


@pytest.mark.parametrize("seed", range(12))
def test_of_disturbed_rounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengths that are flagged in all rounds or in some, without a clock in all or in some."""
    source = random.Random(seed)
    text = "".join(block(source, n, clock=seed > 2, many=seed % 4 == 3) for n in range(1, 5))
    reader = Reader("made")
    reader.feed([text.encode()])
    cells = [list(reader.result().blocks)[:n] for n in range(1, 5)]
    quick, plain = both(monkeypatch, cells)
    assert list(map(exact, quick)) == list(map(exact, plain))
    assert plain[0].seconds


@pytest.mark.parametrize("n", [*range(1, 40), 255])
def test_one_rule_serves_samples_and_arrays(n: int) -> None:
    """Sums are made in one order, which no version of Python or NumPy changes."""
    source = random.Random(n)
    samples = sorted([source.uniform(0, 1e6) for _ in range(n)])
    columns = numpy.array([samples, samples]).T
    assert stats.center(columns, n).tolist() == [stats.middle(samples)] * 2


def test_curves_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns, as curves are kept, with flagged lengths."""
    source = random.Random(5)
    lines = "".join(block(source, n, clock=True, many=n < 4) for n in range(1, 6)).encode()
    data, curves = parted(lines)
    assert b"\nlengths " in curves
    reader = Reader("made")
    reader.feed([data])
    reader.feed([curves], curves=True)
    cells = list(by_cell(reader.result().blocks).values())
    parts = [[b for b in blocks if b.curve] for blocks in cells]
    quick, plain = both(monkeypatch, parts)
    assert list(map(exact, quick)) == list(map(exact, plain))
    assert len(plain[0].seconds) > 80 and plain[0].doubtful
    monkeypatch.setitem(sys.modules, "numpy", numpy)
    made = list(curve.curves(cells))
    monkeypatch.delitem(sys.modules, "numpy")
    assert made == list(curve.curves(cells))


@pytest.mark.parametrize("text", [b"", b"+-  1\n", bytes(range(256)) * 3])
def test_of_signs_and_blanks(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", numpy)
    quick = sections.numbers(text)
    monkeypatch.delitem(sys.modules, "numpy")
    assert quick == sections.numbers(text) == sum(text.count(sign) for sign in (b"+", b"-", b" "))
