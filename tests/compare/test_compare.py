"""./do compare, on real files and on made-up ones; test_ratio.py has its intervals."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.cli import main
from shootout.common import paths
from shootout.common.errors import Usage
from shootout.compare import compare
from shootout.compare.sides import side
from shootout.machine import naming
from shootout.results import stats
from shootout.results.reader import read
from shootout.results.records import Block, Result
from shootout.results.timings import Timing

DATA = ROOT / "tests" / "data"
REAL = DATA / "supercop-2026.data"
NUMBER = r"[ |]+([\d.]+)"
HEAD = ("20261121", "box", "amd64", "20261121")


# Real files, and the command


@pytest.mark.parametrize("year", [2013, 2020, 2026])
def test_a_file_against_itself(year: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = DATA / f"supercop-{year}.data"
    a, b = compare.sides([str(path), str(path)])
    pairs = compare.compare(a, b)
    assert pairs
    assert {pair.verdict for pair in pairs} == {compare.SAME}
    assert all(pair.ratio.value == 1 for pair in pairs if pair.ratio)
    assert main(["compare", str(path), str(path), "--fail-above", "0"]) == 0
    first = capsys.readouterr().out
    main(["compare", str(path), str(path), "--fail-above", "0"])
    assert capsys.readouterr().out == first


def test_a_slower_copy(tmp_path: Path) -> None:
    """A real file whose every sample of B took a tenth longer."""
    result = read(REAL, curves=False)
    slower = replace(
        result,
        blocks=tuple(
            b._replace(
                timings=tuple(
                    t._replace(samples=tuple(s * 11 // 10 for s in t.samples)) for t in b.timings
                ),
            )
            for b in result.blocks
        ),
    )
    pairs = compare.compare(side("a", result), side("b", slower))
    at1536 = next(p for p in pairs if p.mlen == 1536 and p.a.cell.primitive == "sha256")
    assert at1536.verdict == "slower" and at1536.doubtful
    assert at1536.ratio and at1536.ratio.value == pytest.approx(1.1, abs=0.001)
    assert at1536.ratio.above(5)
    assert not at1536.above(5)  # its rounds are passes of one process


def file(path: Path, *cells: tuple[str, str, float], rounds: int = 5) -> str:
    """A result file with these costs per byte of primitives and implementations."""
    lines = []
    for number in range(rounds):
        for primitive, name, cost in cells:
            lines += [
                f"{primitive} implementation crypto_hash/{primitive}/{name} -",
                f"{primitive} cpucycles_implementation amd64-pmc",
                f"{primitive} compiler gcc_-O3_-Wall 12.2.0",
                f"{primitive} round {number + 1}",
            ]
            for mlen in sorted({2048, *stats.papers(primitive)}):
                middle = round((mlen + 64) * cost * (1 + number / 1000))
                lines.append(f"{primitive} cycles {mlen} {middle} +0+1-1+2-2")
    path.write_text("".join(f"{' '.join(HEAD)} crypto_hash {line}\n" for line in lines))
    return str(path)


@pytest.fixture
def old(tmp_path: Path) -> str:
    cells = (("blake256", "ref", 9), ("blake256", "opt64", 6), ("sha256", "ref", 8))
    return file(tmp_path / "old", *cells, ("null", "null", 1))


@pytest.fixture
def new(tmp_path: Path) -> str:
    return file(tmp_path / "new", ("blake256", "opt64", 6.6), ("sha256", "ref", 8))


def test_two_files(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, new]) == 0
    out = capsys.readouterr().out
    line = next(x for x in out.splitlines() if "blake256/opt64 gcc -O3" in x and " 4096 " in x)
    assert line.split()[7:9] == ["4096", "6.11"]
    assert line.split()[10] == "1.100" and line.endswith("slower")
    assert "the ratio is within with 99.5% confidence" in out
    assert "null" not in out
    assert "B is faster 0 times, slower 6 times, no significant difference 6 times" in out


@pytest.mark.parametrize("words", [(), ("--format", "markdown")])
def test_a_ratio_is_that_of_the_figures_beside_it(
    words: Sequence[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of functions, too; the slope of a tree is compared with no other."""
    cells = {"sha256": 2.0, "skein512256": 4.0, "keccakc512": 5.0, "blake3": 0.5}
    path = file(tmp_path / "each", *((name, "ref", cost) for name, cost in cells.items()))
    for one, other in permutations(cells, 2):
        main(["compare", path, one, other, *words])
        rows = re.findall(rf" (long|\d+){3 * NUMBER}[ |]", capsys.readouterr().out)
        slope = {"long"} if "blake3" not in (one, other) else set()
        assert {"4096", "8", *slope} <= {row[0] for row in rows}
        for _, a, b, ratio in rows:
            assert float(ratio) == pytest.approx(float(b) / float(a), rel=0.01)
        main(["compare", path, one, other, "--json"])
        for pair in json.loads(capsys.readouterr().out)["pairs"]:
            assert pair["ratio"] == pytest.approx(
                pair["b"]["cycles"] / pair["a"]["cycles"], rel=3e-3
            )
            if pair["mlen"] == "long":
                assert pair["ratio"] == pytest.approx(cells[other] / cells[one], rel=0.01)


@pytest.mark.parametrize(("percent", "status", "worse"), [("5", 1, 6), ("10", 0, 0), ("0", 1, 6)])
def test_fail_above(
    old: str, new: str, percent: str, status: int, worse: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", old, new, "--fail-above", percent]) == status
    said = f"significantly slower by more than {percent} %: {worse} of 12\n"
    assert said in capsys.readouterr().out
    assert main(["compare", new, old, "--fail-above", percent]) == 0  # B is faster there


def test_patterns_of_two_files(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, new, "sha256"]) == 0
    out = capsys.readouterr().out
    assert out.count(" sha256/ref ") == 2 * 6 and "blake256" not in out


@pytest.mark.parametrize(
    "words",
    [
        ("blake256/ref", "blake256/opt64"),
        ("crypto_hash/blake256/ref/", "*/opt64"),
        ("sha256", "blake256/opt64"),  # one function each: they may differ
    ],
)
def test_two_implementations(
    old: str, words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", old, *words, "--format", "markdown"]) == 0
    out = capsys.readouterr().out
    assert "| blake256/opt64 gcc -O3 | 1536 |" in out and out.count("| faster |") == 6
    assert f"A: {words[0]}: box amd64" in out.replace("\\", "")


def test_without_a_file_it_is_the_newest_of_this_machine(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = {"DATA": tmp_path / "data", "TRIALS": tmp_path / "trials"}
    for name, folder in folders.items():
        folder.mkdir()
        monkeypatch.setattr(paths, name, folder)
    monkeypatch.setattr(naming, "REMEMBERED", tmp_path / "machine")
    shown = ["compare", "blake256/ref", "blake256/opt64", "--format", "markdown"]
    assert main(shown) == 2
    assert "blake256/ref: no such file" in capsys.readouterr().err
    (tmp_path / "machine").write_text("box\n")
    for folder, name in (
        ("DATA", "box-20261121-000000"), ("TRIALS", "box-20261122-000000"),
        ("DATA", "box-2-20261123-000000"), ("DATA", "other-20261124-000000"),
    ):  # fmt: skip
        shutil.copyfile(old, folders[folder] / f"{name}.tar.gz")
    assert main(shown) == 0
    printed = capsys.readouterr()
    assert "trials/box-20261122-000000.tar.gz" in printed.err
    assert main(["compare", old, *shown[1:]]) == 0
    assert capsys.readouterr().out == printed.out
    assert main(["tables"]) == 0
    assert "trials/box-20261122-000000.tar.gz" in capsys.readouterr().err


def test_what_only_one_has_is_said(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, "*/opt64", "*/ref"]) == 0
    assert "only in B: box amd64 sha256\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["OLD"], "compare takes two result files, not 1; name two result files, or one and two "),
        (["OLD", "nosuch"], "nosuch: no such file; name two"),
        (["OLD", "blake256", "no.data"], "no.data: no such file; name two"),
        (["no.tar.gz", "blake256"], "no.tar.gz: no such file; name two"),
        (["OLD", "blake256/ref", "blake256/avx2"], "no blake256/avx2 was timed there; it has "),
        (["OLD", "OLD", "OLD"], "compare takes two result files, not 3"),
    ],
)
def test_wrong_usage(
    words: list[str], complaint: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *(old if word == "OLD" else word for word in words)]) == 2
    assert complaint in capsys.readouterr().err


def test_nothing_in_common(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "x86"
    other.write_text(Path(old).read_text().replace(" amd64 ", " x86 "))
    assert main(["compare", old, str(other), "sha256"]) == 2
    said = "nothing to compare: only in A: box amd64 sha256; only in B: box x86 sha256"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("percent", ["-1", "nan", "inf", "much"])
def test_wrong_percentages(percent: str, old: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["compare", old, old, f"--fail-above={percent}"])
    assert stop.value.code == 2
    assert f"'{percent}' is not a percentage of 0 or more" in capsys.readouterr().err


def test_a_damaged_file(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut"
    shutil.copy(old, cut)
    cut.write_bytes(cut.read_bytes()[:-3])
    assert main(["compare", old, str(cut)]) == 1
    assert "is cut off" in capsys.readouterr().err


def test_doubts_and_unlike_units(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    sha = read(Path(old), curves=False)
    ticks = replace(sha, blocks=tuple(b._replace(counter="amd64-tsc") for b in sha.blocks))
    a, b = side("a", sha), side("b", ticks)
    answer = compare.sheet(a, b, compare.compare(a, b))
    assert answer.title == "B compared with A, unlike units"


def test_a_speed_that_is_none(tmp_path: Path) -> None:
    timings = [
        (Timing(2048, (cycles,)), Timing(4096, (800,)), Timing(64, (9,)))
        for cycles in (400, 400, 900)
    ]
    rounds = [
        Block(*HEAD, "sha256", "", "mine", compiler="gcc_-O3", round=i, timings=each)
        for i, each in enumerate(timings)
    ]
    a = side("here", Result("here", tuple(rounds)))
    pairs = compare.compare(a, a)
    (long,) = (pair for pair in pairs if pair.mlen == stats.LONG)
    assert (long.ratio, long.verdict, long.above(0)) == (None, compare.SAME, False)
    assert any("no ratio" in note for note in compare.sheet(a, a, pairs).notes)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_few_rounds_tell_what_is_far_apart(
    rounds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = ("sha256", "ref", 10), ("sha256", "opt64", 5.4)
    path = file(tmp_path / "few", *cells, rounds=rounds)
    assert main(["compare", path, "sha256/ref", "sha256/opt64"]) == 0
    assert "B is faster 6 times" in capsys.readouterr().out


DATA_OF_TODAY = sorted((ROOT / "data").glob("*.tar.gz"))


@pytest.mark.parametrize("path", DATA_OF_TODAY[-1:], ids=lambda p: p.name)
def test_no_pair_of_a_real_file_is_left_open_that_is_far_apart(path: Path) -> None:
    """Losers have three rounds, some of them flagged; an undisturbed one is enough."""
    result = read(path, curves=False)
    pairs = compare.compare(*(side(p, result, [p]) for p in ("*/ref", "*/opt64")))
    far = [p for p in pairs if p.ratio and not p.ratio.disturbed and p.ratio.value < 0.8]
    assert len(far) > len(pairs) / 3
    assert {p.verdict for p in far} == {"faster"}


def test_nothing_was_timed() -> None:
    with pytest.raises(Usage, match="here: no hash function was timed there; it has no timings"):
        side("here", Result("here"))
