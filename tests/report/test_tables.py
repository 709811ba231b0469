"""The tables of ./do tables."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.cli import main
from shootout.common import paths
from shootout.common.errors import Usage
from shootout.common.named import cell
from shootout.registry.sets import called
from shootout.report import selection, sheet, tables
from shootout.report.machines import contestants
from shootout.report.page import contents
from shootout.report.table import Table, short_compilers
from shootout.report.tables import TableOptions
from shootout.results.figures import rows_of
from shootout.results.reader import Reader, read
from shootout.results.records import Result, ResultError
from shootout.results.stats import LONG, Length

DATA = ROOT / "tests" / "data"
REAL = DATA / "supercop-2026.data"
HEAD = "20261121 box amd64 20261121 crypto_hash"


def made_up() -> Result:
    """Two implementations under two compilers, the null hash, failures, an emulated cell."""
    lines = []
    for primitive, name, compiler, cost in (
        ("null", "null", "gcc_-O3_-Wall", 1),
        ("blake256", "ref", "gcc_-O3_-Wall", 9),
        ("blake256", "avx2", "gcc_-O3_-Wall", 3),
        ("blake256", "avx2", "gcc_-O2_-Wall", 4),
        ("sha256", "ref", "gcc_-O2_-Wall", 8),
    ):
        lines += [
            f"{primitive} implementation crypto_hash/{primitive}/{name} -",
            f"{primitive} cpucycles_implementation amd64-tsc",
            f"{primitive} compiler {compiler} 12.2.0",
            f"{primitive} round 1",
            f"{primitive} clock 1.5",
        ]
        for mlen in (8, 64, 576, 1536, 2048, 4096):
            ticks = (mlen + 64) * cost * 2
            lines.append(f"{primitive} cycles {mlen} {ticks} +0+0+0+2-2")
        if name == "avx2":
            lines.append(f"{primitive} flag 64 shared 40 of 100")
    failing = "sha256 tryfails crypto_hash/sha256/x|y"
    lines += [f"{failing} gcc_-O3_-Wall error 139", f"{failing} gcc_-O3_-Wall Bus error"]
    lines.append("sha256 emulated crypto_hash/sha256/armeabi arm-gcc_-O2_-Wall")
    reader = Reader("here")
    reader.feed(f"{HEAD} {line}\n".encode() for line in lines)
    return reader.result()


def test_summary() -> None:
    assert tables.summary(made_up()) == (
        "box amd64, 20261121, amd64-tsc converted by 1.500 core cycles per tick\n"
        "\n"
        "function   implementation  compiler   long    4096    1536     576      64        8"
        "   spread\n"
        "SHA-256    ref             gcc -O2   24.00   24.38   25.00   26.67   48.00   216.00"
        "    ±0.1%\n"
        "BLAKE-256  avx2            gcc -O3    9.00    9.14    9.38   10.00   18.00?   81.00"
        "    ±0.1%\n"
        "\n"
        "core cycles per byte, less is faster: medians of the fastest at each length; "
        "spread: half of the distance between the quartiles, at the worst length\n"
        "blake256: avx2 is the fastest, 3.00 times as fast as ref\n"
        "? shared, another thread was busy on the same core: blake256 64\n"
        "grade B: ticks of the counter were converted to core cycles; "
        "it is not known whether SMT was on; "
        "timed in only one round, which cannot show repeatability; "
        "8% of the figures are doubtful; "
        "the core was shared in 7% of the measurements\n"
        "\n"
        "1 of 2 cells failed:\n"
        "    1 Bus error: sha256/x|y (1)\n"
        "Cells verified under an emulator and never timed: 1\n"
    )


def test_each_implementation_with_its_best_compiler() -> None:
    text = tables.summary(made_up(), TableOptions(each=True))
    rows = [line.split()[:4] for line in text.splitlines()[3:7]]
    assert rows == [
        ["sha256", "ref", "gcc", "-O2"],
        ["blake256", "avx2", "gcc", "-O3"],
        ["blake256", "ref", "gcc", "-O3"],
        ["null", "null", "gcc", "-O3"],
    ]


def test_a_brief_table_fits_a_screen_and_a_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 24 lines, with the 7 that a run says besides: its plan, what is right, an empty line,
    notes, the file, where to look, what next. A line for each function and each verdict."""
    monkeypatch.setenv("COLUMNS", "80")
    file = next((ROOT / "data").glob("zen3vm-20261121-19*.tar.gz"))
    result = read(file, curves=False)
    native = tuple(b for b in result.blocks if b.abi == "amd64")
    found = replace(result, blocks=native, attempts=(), instructions={})
    text = tables.summary(found, TableOptions(brief=True))
    whole = tables.summary(found)
    names = {b.primitive for b in native} - {"null"}
    functions = {called(name) for name in names}
    for name in names:
        assert len(re.findall(rf"(?m)^{re.escape(called(name))} ", text)) == 1
        (verdict,) = re.findall(rf"(?m)^{name}: .*", text)
        assert len(verdict) <= 80
    assert "\nnull " not in whole + text and "\nnull: " not in whole
    assert "./do tables" in text and len(functions) == 12 and len(text.splitlines()) <= 36 - 7
    assert max(map(len, text.splitlines())) <= 80
    bare = tables.summary(found, TableOptions(brief=True, verdicts=False))
    assert set(bare.splitlines()) < set(text.splitlines()) and "fastest, " not in bare
    assert figures(text, functions) == figures(whole, functions)


def figures(text: str, functions: set[str]) -> set[tuple[str, ...]]:
    """Each function of a table with its figures, marks and spread."""
    lines = [line.split() for line in text.splitlines()]
    assert sum(line[:1] == ["function"] for line in lines) == 1
    rows = [line for line in lines if len(line) > 6 and line[0] in functions]
    shown = re.compile(r"±?\d+\.\d")
    return {(name, *filter(shown.match, rest)) for name, *rest in rows}


def test_doubts_about_each_implementation_name_it() -> None:
    """No length is there twice: two implementations of a function may have doubts at the same."""
    text = tables.summary(made_up(), TableOptions(each=True))
    assert "? shared, another thread was busy on the same core: blake256/avx2 64\n" in text


@pytest.mark.parametrize(("cost", "spread"), [(1, ">100%"), (9000, "\u00b10.1%")])
def test_what_costs_next_to_nothing_has_no_percentage(cost: int, spread: str) -> None:
    reader = Reader("here")
    lines = ["implementation crypto_hash/null/null -", "cpucycles_implementation amd64-tsc"]
    lines += ["compiler gcc_-O3 12.2.0", "round 1"]
    lines += [f"cycles {n} {cost} -1+0+2+9+9" for n in (8, 64, 576, 1536, 2048, 4096)]
    reader.feed(f"{HEAD} null {line}\n".encode() for line in lines)
    text = tables.summary(reader.result(), TableOptions(each=True))
    assert re.search(rf"null .* {re.escape(spread)}\n", text), text
    assert "no timings" in tables.summary(reader.result()), "no table without a function"


def test_markdown() -> None:
    text = tables.summary(made_up(), TableOptions(form="markdown"))
    assert text.startswith("### box amd64, 20261121, ")
    assert "| function | implementation | compiler | long | 4096 |" in text
    assert "| :-- | :-- | :-- | --: | --: |" in text
    assert "| BLAKE-256 | avx2 | gcc -O3 | 9.00 | 9.14 | 9.38 | 10.00 | 18.00? | 81.00 |" in text
    assert text.endswith("never timed: 1\n```\n")


def test_csv(tmp_path: Path) -> None:
    text = tables.render([made_up()], TableOptions(form="csv"))
    (told,) = re.findall(r"```csv\n(.*)\n", (ROOT / "docs" / "results.md").read_text())
    assert told == text.splitlines()[0]
    (file := tmp_path / "f.csv").write_text(text)
    found = pytest.importorskip("duckdb").sql(f"SELECT median + 0 FROM '{file}'").fetchall()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [median for (median,) in found] == [float(row["median"]) for row in rows]
    assert [row["mlen"] for row in rows[:6]] == ["long", "4096", "1536", "576", "64", "8"]
    (row,) = (row for row in rows if row["primitive"] == "blake256" and row["mlen"] == "64")
    assert (row["median"], row["doubts"]) == ("18.0", "shared")
    assert (row["compiler"], row["unit"]) == ("gcc_-O3_-Wall", "core cycles/byte")


def test_json() -> None:
    content = json.loads(tables.render([made_up()], TableOptions(form="json")))
    first = content["figures"][0]
    names = ("primitive", "mlen", "rounds", "samples")
    assert [first[name] for name in names] == ["sha256", "long", 1, 5]
    (failure,) = content["failures"]
    assert (failure["cause"], failure["implementation"]) == ("Bus error", "x|y")


@pytest.mark.parametrize("path", sorted((ROOT / "data").glob("zen3vm*.tar.gz"))[-1:])
def test_every_form_has_the_same_fastest_figures(path: Path) -> None:
    """The least median at each length, among all rows: in terminal, Markdown, CSV and JSON."""
    result = replace(read(path, curves=False), attempts=())
    options = TableOptions(java=False)
    found = {
        (r["abi"], r["primitive"], r["mlen"]): r["median"] for r in tables.records(result, options)
    }
    least: dict[tuple[str, str, Length], float] = {}
    for row in rows_of(result.blocks):
        for mlen, median in row.figures.medians.items():
            key = (row.abi, row.primitive, mlen)
            inconsistent = mlen == LONG and row.figures.inconsistent
            if key in found and not inconsistent and median > 0:
                least[key] = min(least.get(key, median), median)
    for key, median in least.items():
        assert found[key] == pytest.approx(median, abs=1e-4)
    text = tables.summary(result, options)
    assert re.search(r"\nBLAKE-256 +avx ", text)
    for key, median in found.items():
        if key[0] == "amd64" and key[1] != "null":
            assert f" {median:.2f}" in text
    markdown = tables.summary(result, replace(options, form="markdown"))
    numbers = [re.findall(r"\d+\.\d\d\b", each.partition("core cycles per byte")[0])[1:]
               for each in (text, markdown)]  # fmt: skip
    assert sorted(numbers[0]) == sorted(numbers[1])


def test_no_figure_is_printed_that_is_not_positive() -> None:
    """A slope between disturbed lengths, and null's, may be zero or less."""
    lines = []
    for name, long in (("good", 4096), ("bad", 2000), ("flat", 2048)):
        lines += [
            f"sha256 implementation crypto_hash/sha256/{name} -",
            "sha256 cpucycles_implementation amd64-pmc",
            "sha256 compiler gcc_-O3 12.2.0",
            "sha256 round 1",
            "sha256 cycles 2048 2048 +0+1-1",
            f"sha256 cycles 4096 {long} +0+1-1",
        ]
    reader = Reader("here")
    reader.feed(f"{HEAD} {line}\n".encode() for line in lines)
    result = reader.result()
    for form in tables.FORMS:
        text = tables.render([result], TableOptions(form=form, each=True))
        assert not re.search(r"[^-+\w]-\d|[^.\d]0\.00\b", text), form
    records = tables.records(result)
    assert [(r["implementation"], r["mlen"]) for r in records] == [("good", "long"), ("bad", 4096)]


def test_verdicts_in_json() -> None:
    content = json.loads(tables.render([made_up()], TableOptions(form="json")))
    (told,) = (v for v in content["verdicts"] if v["mlen"] == 1536)
    names = ("primitive", "fastest", "implementation", "verdict", "ratio", "rounds")
    assert [told[name] for name in names] == ["blake256", "avx2", "ref", "slower", 3.0, 1]
    assert told["low"] < 3 < told["high"]


def test_real_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert tables.tables([DATA / f"supercop-{year}.data" for year in (2013, 2020, 2026)]) == 0
    out = capsys.readouterr().out
    assert (
        "TSC ticks per byte, not core cycles, less is faster: medians of the fastest at each length"
        in out
    )
    assert "karthikpi aarch64, 20200512, vct not converted" in out
    assert "\nticks per byte, not core cycles, less is faster: " in out
    assert "\ncore cycles per byte, less is faster: " in out  # of 2013, by the core's own counter
    assert "? inconsistent, the cost per byte contradicts" in out and ": skein512512 long\n" in out
    assert "4 wrong checksum: keccakc512/gil/singlefile (4)" in out
    assert "Segmentation fault: groestl256/aesni (2)" in out


def test_a_damaged_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data"
    path.write_bytes(REAL.read_bytes()[:-100])
    assert tables.tables([path]) == 1
    captured = capsys.readouterr()
    assert "sha256" in captured.out
    assert captured.err.startswith(
        f"{path}: line 66: is cut off: it has no newline; ask for the file again"
    )


def test_no_timings() -> None:
    assert tables.summary(Result("here", complaint=ResultError("here", "is empty"))) == (
        "here: no timings\n"
    )


def test_what_a_run_left_out_is_said() -> None:
    lines = [
        "sha256 implementation crypto_hash/sha256/ref -",
        "sha256 compiler gcc -",
        *["sha256 cycles 1536 9000 +0"] * 3,
        "sha256 cycles 1536 9900 +0",
        "sha256 flag 1536 stolen",
    ]
    reader = Reader("here")
    reader.feed(f"{HEAD} {line}\n".encode() for line in lines)
    text = tables.summary(reader.result())
    assert "excluded rounds were flagged: stolen\n" in text
    assert "5.86 " in text and "?" not in text


def test_short_compilers() -> None:
    assert short_compilers(["gcc_-O3_-fwrapv", "gcc_-O2_-fwrapv_-mavx2", "clang_-Os_-fwrapv"]) == {
        "gcc_-O3_-fwrapv": "gcc -O3",
        "gcc_-O2_-fwrapv_-mavx2": "gcc -O2 -mavx2",
        "clang_-Os_-fwrapv": "clang -Os",
    }


@pytest.mark.parametrize(("counter", "unit"), [
    ("amd64-tsc", "TSC ticks"), ("amd64cpuinfo", "TSC ticks"), ("amd64-pmc", "core cycles"),
    ("default-perfevent", "core cycles"), ("cortex", "core cycles"), ("cortex_vct", "ticks"),
    ("arm64-vct", "ticks"), ("ppc-timebase", "ticks"), ("riscv64-cycle", "core cycles"),
    ("something", "ticks"),
])  # fmt: skip
def test_units(counter: str, unit: str) -> None:
    found, warning = Table("box", "amd64", counter, False, ()).unit()
    assert found == unit
    assert bool(warning) == (unit != "core cycles")


HOT = {"boost": "on", "smt": "on"}
HOSTILE = "a_b\\{}$&#%^~<|>\"--?`'\u00f8"


def machine(counter: str, *, converted: bool = False, facts: dict[str, str] = HOT) -> Table:
    return Table("box", "amd64", counter, converted, (), facts)


THREADS = "threads: a sibling thread that is switched on shares the core"
BOOST = "boost: the clock may run away from the counter"


@pytest.mark.parametrize(
    ("table", "remarks"),
    [
        (machine("amd64-tsc"), [BOOST, THREADS]),
        (machine("amd64-pmc"), [THREADS]),  # a core's own counter keeps its pace
        (machine("amd64-tsc", facts={"boost": "off", "smt": "off"}), []),
        (machine("amd64-tsc", facts={}), []),  # SUPERCOP's files have none
        (
            machine("amd64-tsc", facts={"boost": "unknown", "smt": "on"}),
            [THREADS, "not known of this machine: boost"],
        ),
        (
            replace(machine("amd64-tsc", converted=True), lines="2 of 8 compiler lines"),
            [
                "timed with 2 of 8 compiler lines",
                "boost on, threads on; but the clock was timed beside every sample, "
                "so these are core cycles",
            ],
        ),
    ],
)
def test_states_that_do_harm(table: Table, remarks: list[str]) -> None:
    assert table.remarks() == remarks


def test_markdown_keeps_markup_out() -> None:
    found = sheet.markdown(sheet.Sheet("<b>*x*", [["a|b"], ["[c](d)"]], 1))
    assert found[0] == r"### \<b>\*x\*"
    assert found[2:5] == [r"| a\|b |", "| :-- |", r"| \[c](d) |"]


@pytest.mark.parametrize(("arguments", "complaint"), [(["--format", "word"], "must be one of ")])
def test_wrong_usage(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["tables", str(REAL), *arguments])
    except SystemExit as error:  # argparse's own
        status = int(error.code or 0)
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert complaint in captured.err


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", str(REAL), "--format", "csv", "--all"]) == 0
    assert capsys.readouterr().out.startswith("machine,abi,primitive,")


def test_by_default_the_newest_in_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = DATA / "testbox-20261121-045950.tar.gz"
    monkeypatch.setattr(paths, "DATA", tmp_path)
    monkeypatch.setattr(paths, "TRIALS", tmp_path / "trials")
    with pytest.raises(Usage, match="no result files in"):
        selection.result_files()
    for name in ("supercop-2013.data", "supercop-2026.data"):
        shutil.copyfile(DATA / name, tmp_path / name)
    (tmp_path / "supercop-2013.data.check").touch()
    shutil.copyfile(ours, tmp_path / ours.name)
    names = [ours.name, "supercop-2013.data", "supercop-2026.data"]
    assert [path.name for path in selection.result_files()] == names
    assert main(["tables"]) == 0
    first = capsys.readouterr()
    assert f"has no result yet: ./do makes one; the newest here: {tmp_path / names[0]}" in first.err
    assert main(["tables", str(tmp_path / names[0])]) == 0
    whole = capsys.readouterr().out
    assert len(first.out.splitlines()) <= 22 < len(whole.splitlines()), "one screen"


def impossible() -> bytes:
    """The lines of a run in C and in Java, in which 4096 bytes cost less than 2048."""
    return "".join(
        f"20261121 box {abi} 20261121 crypto_hash sha256 {line}\n"
        for abi, compiler in (("amd64", "gcc_-O2 12"), ("jvm64", "java 17"))
        for line in (
            "implementation crypto_hash/sha256/odd -", f"compiler {compiler}",
            "cycles 64 640 +0+0", "cycles 2048 90000 +0+0", "cycles 4096 80000 +0+0",
        )
    ).encode()  # fmt: skip


@pytest.mark.parametrize("java", [False, True])
@pytest.mark.parametrize("form", ["terminal", "markdown", "csv", "json"])
def test_no_figure_below_zero_is_shown(java: bool, form: str, tmp_path: Path) -> None:
    file = tmp_path / "run.data"
    file.write_bytes(impossible())
    result = read(file)
    assert all(row.figures[LONG].median < 0 for row in rows_of(result.blocks))
    shown = tables.render([result], TableOptions(form, each=True, java=java))
    assert "10.00" in shown or "10.0" in shown
    assert not re.search(r"(?<![\w.{:-])-\s?[0-9]+\.", shown)
    for c in contestants(result, file):
        assert set(c.fastest["sha256"]) == {4096, 64}
        assert set(c.entries["sha256"]["odd"].best) == {4096, 64}
    machines, _ = contents.summarise(file)
    assert [set(m.functions["sha256"].best["odd"]) for m in machines] == [{4096, 64}] * 2


def test_no_quartile_is_below_zero() -> None:
    """Half of the differences between the two lengths are."""
    head = "20261121 box amd64 20261121 crypto_hash sha256"
    reader = Reader("here")
    reader.feed(
        f"{head} {line}\n".encode()
        for line in (
            "implementation crypto_hash/sha256/odd -", "compiler gcc 9",
            "cycles 2048 700 +9000+9000+0+0", "cycles 4096 800 +0+0+9000+9000",
        )
    )  # fmt: skip
    (row,) = rows_of(reader.result().blocks)
    long = row.figures[LONG]
    assert long.q1 == 0 < long.q3


def test_java_is_apart() -> None:
    result = made_up()
    java = replace(result, blocks=tuple(b._replace(abi="jvm64") for b in result.blocks))
    both = replace(result, blocks=(*java.blocks, *result.blocks))

    def abis(each: Result, java: bool | None = None) -> list[str]:
        text = tables.render([each], TableOptions(form="csv", java=java))
        return list(dict.fromkeys(row["abi"] for row in csv.DictReader(io.StringIO(text))))

    assert abis(both, java=False) == ["amd64"]
    assert abis(both, java=True) == ["jvm64"]
    assert abis(both) == ["amd64", "jvm64"], "the table of ./do has both, Java below"
    assert abis(java, java=False) == ["jvm64"], "there is nothing else"
    assert abis(result, java=True) == []


@pytest.mark.parametrize("text", ["=cmd|'/c-calc'!A1", "@SUM(1+1)", "-1+1", "+1", "\t=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    """A spreadsheet would work it out, whoever wrote the file."""
    assert cell(text) == f"'{text}"
    assert (cell(-0.5), cell("gcc -O2"), cell(None)) == (-0.5, "gcc -O2", None)
