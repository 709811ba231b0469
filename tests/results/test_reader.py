"""Result files as records: SUPERCOP's of three years, ours, and damaged ones."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.results import archive
from shootout.results.reader import Reader, read
from shootout.results.records import Result, ResultError
from shootout.results.timings import Flag

DATA = ROOT / "tests" / "data"
HEAD = "20261121 box amd64 20261121 crypto_hash blake256"
OURS = """\
try 01/02 ok 7000 99 2596142000 crypto_hash/blake256/avx2 gcc_-O3
same crypto_hash/blake256/avx2 gcc_-O3 gcc_-O2
emulated crypto_hash/blake256/armeabi arm-gcc_-O2
unheard of
implementation crypto_hash/blake256/avx2 -
outputbytes 32
cpuid AuthenticAMD-00a10f11-00-178bfbff_
cpucycles_persecond 2596142000
cpucycles_implementation amd64-tsc
compiler gcc_-O3 12.2.0
round 2
clock 1.5
calls 8 12
cycles 8 100 +0+4-4
cycles 64 200 +0+2-2
flag 64 shared 31 of 100
flag 64 drift
clock 1.25
cycles 4096 9000 +0+10-10
cycles 8 100 +1
flag - overread
implementation crypto_hash/blake256/avx2 -
compiler gcc_-O3 12.2.0
round 3
cycles 8 0 +0+0+0
cycles 64 201 +0+2-2
"""


def ours(text: str = OURS) -> list[bytes]:
    return [f"{HEAD} {line}\n".encode() for line in text.splitlines()]


def fed(lines: list[bytes]) -> Result:
    reader = Reader("here")
    reader.feed(lines)
    return reader.result()


@pytest.mark.parametrize(
    ("year", "implementation", "compiler", "counter", "first"),
    [
        (2013, "sphlib", "gcc_-mcpu=arm1136j-s_-O2_-fomit-frame-pointer_-fno-schedule-insns",
         "cortex", (9184, 3395, 3278)),
        (2020, "openssl-new/asm", "clang_-mcpu=cortex-a53_-mtune=native_-O3_"
         "-fomit-frame-pointer_-fwrapv_-Qunused-arguments_-fPIC_-fPIE", "vct", (1825, 1460, 1533)),
        (2026, "openssl", "clang_-march=native_-Os_-fwrapv_-Qunused-arguments_-fPIC_-fPIE_"
         "-gdwarf-4_-Wall", "amd64-tsc", (1040, 806, 806)),
    ],
)  # fmt: skip
def test_years(
    year: int, implementation: str, compiler: str, counter: str, first: tuple[int, ...]
) -> None:
    block = read(DATA / f"supercop-{year}.data").blocks[0]
    assert block.primitive == "sha256"
    assert (block.implementation, block.compiler) == (implementation, compiler)
    assert (block.counter, block.outputbytes, block.round) == (counter, 32, None)
    assert block.timings[0].mlen == 8
    assert block.timings[0].samples[:3] == first
    assert {len(timing.samples) for timing in block.timings} == {16 if year == 2026 else 15}


def test_attempts_of_supercop() -> None:
    attempts = read(DATA / "supercop-2026.data").attempts
    words = [(a.primitive, a.word, a.status) for a in attempts]
    assert words.count(("keccakc512", "try", "fails")) == 4
    assert words.count(("groestl256", "tryfails", "")) == 4
    ok = next(a for a in attempts if a.status == "ok")
    assert (ok.primitive, ok.implementation, ok.ticks) == ("sha256", "openssl", 2990)
    assert ok.compiler.startswith("gcc_-march=native_")
    assert {a.detail for a in attempts if a.word == "tryfails"} == {
        "error 139",
        "Segmentation fault",
    }


def test_ours() -> None:
    result = fed(ours())
    block, cut, *twins = result.blocks
    assert (block.round, cut.round, block.compiler_version) == (2, 3, "12.2.0")
    assert [(t.mlen, t.samples, t.calls, t.clock) for t in block.timings] == [
        (8, (100, 104, 96), 12, 1.5),
        (64, (200, 202, 198), 1, 1.5),
        (4096, (9000, 9010, 8990), 1, 1.25),
        (8, (101,), 1, 1.25),
    ]
    assert block.flags == (Flag("overread"),)
    assert block.timings[1].flags == (Flag("shared", "31 of 100"), Flag("drift"))
    assert [(t.mlen, t.clock, t.calls) for t in cut.timings] == [(64, None, 1)]  # no zeros
    assert [(t.compiler, t.timings) for t in twins] == [
        ("gcc_-O2", block.timings),
        ("gcc_-O2", cut.timings),
    ]
    assert [(a.word, a.implementation, a.compiler) for a in result.attempts] == [
        ("try", "avx2", "gcc_-O3"),
        ("emulated", "armeabi", "arm-gcc_-O2"),
        ("try", "avx2", "gcc_-O2"),
    ]


def test_only_what_is_wanted() -> None:
    reader = Reader("here", lambda primitive: frozenset({64}))
    reader.feed(ours())
    assert {t.mlen for block in reader.result().blocks for t in block.timings} == {64}


def test_ours_from_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    members = {"data": b"".join(ours()), "machine": b"cpu AMD EPYC\nthreads 2\n", "log": b""}
    archive.write(path, members)
    result = read(path)
    assert result.blocks == fed(ours()).blocks
    assert result.facts == {"cpu": "AMD EPYC", "threads": "2"}


def test_gzip(tmp_path: Path) -> None:
    plain = DATA / "supercop-2020.data"
    packed = tmp_path / "data"  # by content, not by name
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read(packed).blocks == read(plain).blocks


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("clock 0", "line 27: .*clock ratio must be positive"),
        ("clock nan", "clock ratio must be positive"),
        ("cycles 8 100", "no samples"),
        ("cycles 8 1oo +1", "cannot be understood.*correct or remove the line"),
        ("cycles", "cannot be understood"),
        ("implementation crypto_hash/blake256/x -\ncycles 8 1 +1", "line 28: .*no compiler"),
    ],
)
def test_bad_lines(text: str, what: str) -> None:
    with pytest.raises(ResultError, match=what):
        fed(ours(OURS + text + "\n"))


def test_cycles_of_another_primitive() -> None:
    stray = HEAD.replace("blake256", "sha256") + " cycles 8 1 +1\n"
    with pytest.raises(ResultError, match="does not belong to an implementation line"):
        fed([*ours(), stray.encode()])


@pytest.mark.parametrize("garbage", [b"\x00\xff\x13\n", b"\x89PNG\r\n", b"x" * (1 << 20)])
def test_garbage(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "data"
    path.write_bytes(b"".join(ours()) + garbage)
    with pytest.raises(ResultError, match="data: line 27: "):
        read(path)


def test_cut_off_and_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(b"".join(ours())[:-9])
    with pytest.raises(ResultError, match="line 26: is cut off: it has no newline; ask for"):
        read(path)
    result = read(path, keep=True)
    assert "is cut off" in str(result.complaint)
    assert [len(block.timings) for block in result.blocks] == [4, 0, 4, 0]


def test_a_gzip_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "data.gz"
    whole = gzip.compress((DATA / "supercop-2026.data").read_bytes())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ResultError, match="is cut off: the end of its gzip is missing"):
        read(path)
    assert read(path, keep=True).attempts
    path.write_bytes(whole[:40] + b"garbage" + whole[47:])
    with pytest.raises(ResultError):
        read(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="cannot be read: No such file"):
        read(tmp_path / "none")
    with pytest.raises(ResultError, match="cannot be read: Is a directory"):
        read(tmp_path)


def test_nothing_a_stranger_writes_reaches_the_terminal() -> None:
    evil = f"{HEAD} tryfails a gcc \x1b[2J\u202e ä\n".encode()
    assert fed([evil]).attempts[0].detail == "[2J ä"
