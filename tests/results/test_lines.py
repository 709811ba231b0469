"""Lines of every year, real ones where there are."""

from __future__ import annotations

import random

import pytest

from shootout.results.records import Attempt, cause, differences, failures, parse, samples
from shootout.results.stats import stq2

HEAD = "20261121 box amd64 20261121 crypto_hash"


def test_parts() -> None:
    line = parse(f"{HEAD} sha256/timingleaks implementation crypto_hash/sha256/ref - ")
    assert line is not None
    assert line[:6] == ("20261121", "box", "amd64", "20261121", "sha256", "timingleaks")
    assert (line.word, line.rest) == ("implementation", ["crypto_hash/sha256/ref", "-"])
    older = parse(f"{HEAD} sha256 outputbytes 32")
    assert older is not None and (older.primitive, older.security) == ("sha256", "")


@pytest.mark.parametrize("text", ["", "  ", "+ === log", f"{HEAD[:-4]}sign ed25519 try x"])
def test_lines_that_do_not_concern_hash_functions(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("text", ["\x7fELF", f"{HEAD} sha256", "a b c d e f g h"])
def test_no_lines(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8 1460 1825 1460 1533 ", (1825, 1460, 1533)),
        ("0 799 +2123557-19+7", (2124356, 780, 806)),
        ("0 799 -19", (780,)),
        ("4096 3 7", (7,)),
        ("64 5 7 -2", (7, -2)),  # absolute, by a counter that was set back
    ],
)
def test_samples(text: str, expected: tuple[int, ...]) -> None:
    assert samples(text.split()) == expected


@pytest.mark.parametrize("text", ["8 10", "8 10 +1 -2", "8 10 +1+", "8 10 +1+x", "8", "8 x +1"])
def test_samples_that_cannot_be(text: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        samples(text.split())


def test_differences_come_back_as_they_went() -> None:
    source = random.Random(2012)
    for _ in range(500):
        top = source.choice((3, 1000, 10**12))
        taken = tuple(source.randrange(-top, top) for _ in range(source.randint(1, 40)))
        middle = max(0, source.choice((stq2(taken), taken[0], 0)))
        written = differences(middle, taken)
        assert set(written) <= set("+-0123456789")
        assert samples(["8", str(middle), written]) == taken


def attempt(word: str, *, status: str = "", detail: str = "", compiler: str = "gcc") -> Attempt:
    return Attempt("box", "amd64", "sha256", "mine", compiler, word, status, detail)


WARNING = attempt("fromcompiler", detail="hash.c hash.c:3: warning: unused")


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ([WARNING, attempt("try", status="ok")], ""),
        ([attempt("try", status="unknown")], ""),
        ([attempt("emulated")], ""),
        ([WARNING, attempt("try", status="fails")], "wrong checksum"),
        ([attempt("tryfails", detail="error 139")], "error 139"),
        (
            [
                attempt("tryfails", detail="wrong digest (ascending, 65 bytes)"),
                attempt("try", status="fails"),
            ],
            "wrong digest",
        ),
        ([attempt("tryfails", detail="loops"), attempt("emulated")], "loops"),
        (
            [attempt("tryfails", detail="error 139"), attempt("tryfails", detail="Bus error")],
            "Bus error",
        ),
        (
            [WARNING, attempt("fromcompiler", detail="hash.c hash.c:9:1: error: no AVX")],
            "does not compile: no AVX",
        ),
        (
            [attempt("fromcompiler", detail="try.c undefined reference")],
            "does not compile: try.c undefined reference",
        ),
    ],
)
def test_cause(attempts: list[Attempt], expected: str) -> None:
    assert cause(attempts) == expected


def test_failures_by_cause_the_most_frequent_first() -> None:
    found = failures(
        [
            attempt("try", status="fails", compiler="a"),
            attempt("tryfails", detail="error 1", compiler="b"),
            attempt("tryfails", detail="error 1", compiler="c"),
            attempt("try", status="ok", compiler="d"),
        ]
    )
    assert {why: [a.compiler for a in cells] for why, cells in found.items()} == {
        "error 1": ["b", "c"],
        "wrong checksum": ["a"],
    }
    assert next(iter(found)) == "error 1"
