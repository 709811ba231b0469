"""./do history and ./do compare --since: on all of data/, and on runs that differ as we know."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import histories
import pytest
from conftest import ROOT, do

from shootout.cli import main
from shootout.compare.runs import History, collect
from shootout.compare.sides import compare, side
from shootout.machine import naming
from shootout.ranking.ratio import SAME, Ratio
from shootout.report.counts import COUNTED
from shootout.report.tables import records
from shootout.results.reader import read
from shootout.results.records import Result
from shootout.results.stats import LENGTHS

CLEAR, BLURRED = "blake256/avx512-rotate", "blake256/ssse3"  # of many rounds, and of few
DATES = ("20261101", "20261102", "20261103")
DATA = sorted((ROOT / "data").glob("*.tar.gz"))
SMALL = [path for path in DATA if path.stat().st_size < 1_000_000]  # the others take long to read


@cache
def real(path: Path) -> Result:
    return read(path, curves=False)


@cache
def of_data(pattern: str) -> list[History]:
    """The histories of small result files in data/."""
    found, complaints = collect(SMALL, pattern)
    assert not complaints
    return found


# Real runs


def test_every_run_of_data_is_there() -> None:
    """Each stands once, from the oldest to the newest."""
    found = of_data("blake256")
    timed = {
        path.name for path in SMALL if any(b.primitive == "blake256" for b in real(path).blocks)
    }
    assert timed == {run.file for h in found for run in h.runs}
    assert any(len(h.runs) > 2 for h in found)
    for h in found:
        order = [(run.date, run.time) for run in h.runs]
        assert order == sorted(order) and len({run.file for run in h.runs}) == len(h.runs)


def test_figures_are_those_of_the_tables() -> None:
    for path in SMALL:
        told = [r for r in records(real(path)) if r["primitive"] == "blake256" and not r["native"]]
        assert [(r["abi"], r["mlen"], r["implementation"], r["compiler"], r["median"]) for r in told
                if r["counter"] != COUNTED] == [
            (h.key.abi, n, m.cell.implementation, m.cell.compiler, round(m.figure.median, 4))
            for abi in dict.fromkeys(r["abi"] for r in told)
            for h in of_data("blake256")
            for run in h.runs
            if run.file == path.name and h.key.abi == abi
            for n, m in run.best.items()
        ]  # fmt: skip


def test_verdicts_are_those_of_compare() -> None:
    """The same ratios, intervals and words for two neighbouring runs."""
    files, seen = {path.name: path for path in SMALL}, 0
    for h in of_data("blake256"):
        for k in range(1, len(h.runs)):
            a, b = (side("", real(files[r.file]), ["blake256"]) for r in h.runs[k - 1 : k + 1])
            own: dict[object, tuple[Ratio | None, str]] = {
                p.mlen: (p.ratio, p.verdict) for p in compare(a, b) if p.a.cell.abi == h.key.abi
            }
            for mlen in LENGTHS:
                before, found = h.changes.get((mlen, k), (k, None))
                if found and before == k - 1:
                    assert own[mlen] == (found, found.verdict)
                    seen += 1
    assert seen > 20


def test_an_implementation_has_its_own_history() -> None:
    found = of_data("blake256/*")
    assert {h.key.primitive for h in found} == {"blake256"}
    for h in found:
        names = {m.cell.implementation for run in h.runs for m in run.best.values()}
        assert names == {h.key.implementation}
    several = {h.key.implementation for h in found if len(h.runs) > 1}
    assert {"ref", "opt64"} <= several


# Runs that we made


@pytest.fixture(autouse=True)
def nameless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This checkout may have run: its machine has a name then."""
    monkeypatch.setattr(naming, "REMEMBERED", tmp_path / "machine")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """data/ with a real run, the same half a per cent slower, and two of its codes 5 % slower."""
    home = tmp_path_factory.mktemp("history") / "data"
    slow = (CLEAR, BLURRED)
    histories.run(home / f"box-{DATES[0]}-100000.tar.gz")
    histories.run(home / f"box-{DATES[1]}-100000.tar.gz", lambda name: 1.005)
    histories.run(
        home / f"box-{DATES[2]}-100000.tar.gz", lambda name: 1.05 if name in slow else 1.0,
        version="20261122",
    )  # fmt: skip
    return home


def files(made: Path, *numbers: int) -> list[str]:
    return [str(sorted(made.glob("*.tar.gz"))[k]) for k in numbers or (0, 1, 2)]


def test_five_per_cent_are_found_and_half_of_one_is_noise(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", BLURRED, *files(made), "--json"]) == 0
    (h,) = json.loads(capsys.readouterr().out)["histories"]
    first, second, third = h["runs"]
    assert [run["date"] for run in h["runs"]] == list(DATES)
    assert all(f["verdict"] is None and f["ratio"] is None for f in first["figures"])
    for f in second["figures"]:
        assert f["verdict"] == SAME and f["low"] < 1.005 < f["high"]
    for f in third["figures"]:
        assert f["verdict"] == "slower" and f["ratio"] == pytest.approx(1.05 / 1.005, abs=0.003)
        assert f["before"] == second["file"]


def test_what_is_printed(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", BLURRED, *files(made)]) == 0
    figures, differing = capsys.readouterr().out.split("runs that differ")
    assert [line for line in figures.splitlines() if line.startswith("20261103 10:00  20261122")]
    assert f"faster 0 times, slower 6 times, {SAME} 6 times" in figures
    lines = [line.split() for line in differing.splitlines() if line.endswith("slower")]
    assert len(lines) == 12, "to the run before, and to the first"
    assert {tuple(line[1:5]) for line in lines} == {
        (DATES[k], "10:00", DATES[2], "10:00") for k in (0, 1)
    }
    assert "the ratio is within with 99.5% confidence" in differing
    assert main(["history", BLURRED, *files(made), "--format", "markdown"]) == 0
    assert "### History of blake256/ssse3 on box amd64" in capsys.readouterr().out
    assert main(["history", BLURRED, *files(made, 0)]) == 0
    assert "one run: nothing to compare it with" in capsys.readouterr().out


def test_runs_in_unlike_units_have_no_verdict(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = str(histories.run(tmp_path / "box-20261104-100000.tar.gz", clock=False))
    assert main(["history", "blake256", *files(made, 0), ticks]) == 0
    told = capsys.readouterr().out
    assert "History of blake256 on box amd64, unlike units" in told
    assert "no verdict between runs in unlike units: 20261101 10:00 in core cycles, " in told
    assert "runs that differ" not in told
    assert since([*files(made, 0), ticks], "20261121") == 2
    assert "unlike units: amd64 was timed in core cycles then, in TSC ticks now" in (
        capsys.readouterr().err
    )


def test_a_name_that_is_anothers_is_another_machine(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in files(made):
        shutil.copy(file, tmp_path)
    third = tmp_path / Path(files(made, 2)[0]).name
    third.with_name(f"{third.name}.check").write_text('{"disputed": true}')
    named = [str(path) for path in sorted(tmp_path.glob("*.tar.gz"))]
    assert main(["history", "blake256", *named, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["histories"]
    assert [(h["machine"], len(h["runs"])) for h in found] == [("box", 2), ("box?", 1)]
    assert since(named, "20261121", "--machine", "box") == 0
    assert DATES[2] not in capsys.readouterr().out


def test_a_damaged_file_is_told(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "box-20261104-100000.tar.gz"
    cut.write_bytes(Path(files(made, 0)[0]).read_bytes()[:-500])
    assert main(["history", "blake256", *files(made), str(cut)]) == 1
    told = capsys.readouterr()
    assert "20261104" in told.err and "20261103 10:00" in told.out
    assert main(["history", "blake25", *files(made)]) == 2
    assert "no blake25 was timed in 3 result files" in capsys.readouterr().err
    assert main(["history", "blake256", *files(made), "--machine", "bax"]) == 2
    assert "no machine matches 'bax'; there are box" in capsys.readouterr().err


# ./do compare --since


def since(named: list[str], version: str, *more: str) -> int:
    """The exit status of ./do compare --since."""
    return main(["compare", "--since", version, "--fail-above", "2%", *named, *more])


def lines(told: str) -> set[tuple[str, str]]:
    """The implementations and lengths that have a line because they became slower."""
    found = re.findall(r"(?m)^slower by more than 2 %: (\S+) amd64, (\w+)", told)
    assert len(found) == len(set(found))
    return set(found)


def test_a_slower_implementation_ends_with_status_1(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert since(files(made), "20261121") == 1
    told = capsys.readouterr().out
    assert {(CLEAR, str(n)) for n in LENGTHS} <= lines(told)
    assert {name for name, _ in lines(told)} == {CLEAR, BLURRED}, "no other became slower"
    assert since(files(made), "20261121", BLURRED) == 1
    assert len(lines(capsys.readouterr().out)) > 3, "fewer pairs leave less to chance"
    assert main(["compare", "--since", "20261121", *files(made)]) == 0, "nobody asked to fail"


def test_noise_ends_with_status_0(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert since(files(made, 0, 1), "20261121") == 0
    assert lines(capsys.readouterr().out) == set()
    assert since(files(made), "20261121", "sha512") == 0, "it was as fast"


def test_json_tells_what_is_above(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert since(files(made), "20261121", "--json") == 1
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    above = {(p["b"]["primitive"], p["b"]["implementation"]) for p in pairs if p["above"]}
    assert {"/".join(each) for each in above} == {CLEAR, BLURRED}
    for p in pairs:
        one, other = p["a"], p["b"]
        assert one["implementation"] == other["implementation"]
        assert (one["date"], other["date"]) == (DATES[1], DATES[2])


def test_the_version_is_its_newest_run_that_has_the_code(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run of a part does not hide the whole one before it."""
    part = histories.run(
        tmp_path / "box-20261102-120000.tar.gz", lambda name: 0.5, kept=lambda n: n == CLEAR
    )
    assert since([*files(made, 0, 2), str(part)], "20261121", "--json") == 1
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    dates = {(p["a"]["implementation"], p["a"]["date"]) for p in pairs}
    name = CLEAR.partition("/")[2]
    assert {date for each, date in dates if each == name} == {DATES[1]}
    assert {date for each, date in dates if each != name} == {DATES[0]}


def test_the_newest_run_may_be_a_trial_but_never_the_version(made: Path, tmp_path: Path) -> None:
    """As an implementor's build server does it, in a checkout of its own."""
    trials = tmp_path / "build" / "trials"
    (tmp_path / "data").mkdir()
    shutil.copy(files(made, 0)[0], tmp_path / "data")
    histories.run(trials / "box-20261105-100000.tar.gz", lambda name: 0.9)
    histories.run(
        trials / "box-20261106-100000.tar.gz", lambda name: 1.0, kept=lambda n: n == CLEAR
    )
    words = ("compare", "--since", "20261121", "--fail-above", "2%")
    done = do(*words, home=tmp_path)
    assert done.returncode == 0, "the same as the version, and slower than a trial"
    assert "20261106" in done.stdout and "20261105" not in done.stdout
    histories.run(trials / "box-20261107-100000.tar.gz", lambda name: 1.05)
    (tmp_path / "build" / "machine").write_text("box\n")
    done = do(*words, home=tmp_path)
    assert done.returncode == 1 and lines(done.stdout)
    (tmp_path / "build" / "machine").write_text("other\n")
    done = do(*words, home=tmp_path)
    assert done.returncode == 2 and "no run of other in" in done.stderr
    assert do(*words, "--machine", "box", home=tmp_path).returncode == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["--since", "20261120"],
            "no run of box with version 20261120 before its newest, box-2026",
        ),
        (["--since", "20261122"], "older runs are of 20261121"),
        (["--since", "20261121", "blake256/nosuch"], "no blake256/nosuch was timed there; it has "),
        (["--since", "20261121", "--machine", "nosuch"], "no run of nosuch in these files; there "),
        (["--since", "20261121", "--fail-above", "2%%"], "'2%%' is not a percentage of 0 or more"),
        (["--since", "v1"], "'v1' is not a version"),
        (["--machine", "box"], "--machine goes with --since only"),
    ],
)
def test_wrong_usage(
    words: list[str], complaint: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["compare", *words, *files(made)])
    except SystemExit as stop:
        status = int(str(stop.code))
    assert status == 2 and complaint in capsys.readouterr().err


def test_two_compilers_are_no_change(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (Path(name) for name in files(made, 0, 2))
    result = read(old, curves=False)
    renamed = tuple(b._replace(compiler=f"{b.compiler}_-g") for b in result.blocks)
    a, b = side("a", replace(result, blocks=renamed)), side("b", read(new, curves=False))
    assert compare(a, b) and not compare(a, b, each=True)


def test_collect_keeps_older_runs(tmp_path: Path) -> None:
    """A newer run is added: both stay, byte for byte, and stand in the history."""
    older, newer = (tmp_path / f"pl28pro-amd64-{date}.data" for date in ("20200511", "20200611"))
    shutil.copy(ROOT / "data" / older.name, older)

    def longer(found: re.Match[str]) -> str:
        return found[1] + " ".join(str(round(int(n) * 1.01)) for n in found[2].split())

    text = re.sub(r"(?m)^((?:\S+ ){6}cycles \d+ )(.*)$", longer, older.read_text())
    newer.write_text(text.replace(" 20200511 ", " 20200611 "))
    into = tmp_path / "data"
    for file in (older, newer):
        done = do("collect", str(file), "--into", str(into), home=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    for file in (older, newer):
        assert (into / file.name).read_bytes() == file.read_bytes()
    done = do("history", "sha256", "--json", home=tmp_path)
    (found,) = json.loads(done.stdout)["histories"]
    assert [run["file"] for run in found["runs"]] == [older.name, newer.name]
