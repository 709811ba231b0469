"""./do store and ./do query: the figures of the tables, once each, whole at any moment."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, do, environment

from lab.store import needed
from lab.store.parquet import FORM, store
from lab.store.query import opened
from shootout.cli import main
from shootout.common.errors import Trouble
from shootout.registry.sets import of_vm
from shootout.report import machines, tables
from shootout.report.counts import COUNTED
from shootout.results import stats
from shootout.results.reader import read

pytestmark = pytest.mark.apart  # DuckDB starts threads, and other tests fork their process
duckdb = pytest.importorskip("duckdb", reason="duckdb: not installed (needs Python 3.11)")
pytest.importorskip("pyarrow", reason="pyarrow: not installed (needs Python 3.11)")

DATA = ROOT / "data"
SUPERCOPS = sorted(DATA.glob("*.data"))
OURS = DATA / "genoa-vm-20261127-193218.tar.gz"  # small, with emulated ABIs and functions of today
# Several machines with their VMs, and a history
REAL = ("graniterapids2-vm-20261122-174342", "milan-vm-20261124-061920")
REAL += ("zen3vm-20261121-025025", "zen3vm-20261121-033227")
EVERY = [OURS, *(DATA / f"{name}.tar.gz" for name in REAL), *SUPERCOPS, *DATA.glob("*.data.gz")]
COUNTS = ("samples", "rounds")
PLAIN = ("machine", "abi", "primitive", "implementation", "compiler", "unit", "counter", "native")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of files of each machine and kind."""
    home = tmp_path_factory.mktemp("store") / "store"
    assert store(EVERY, home, jobs=2) == 0
    return home


def ask(home: Path, question: str) -> list[dict[str, Any]]:
    """The answer, a dictionary for each row."""
    with opened(home) as connection:
        answer = connection.execute(question)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row)) for row in answer.fetchall()]


def ran(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """./do with these words, in a Python that has the packages."""
    return do(*words, home=home, PYTHON=sys.executable)


def told(record: dict[str, Any]) -> tuple[Any, ...]:
    """A record of ./do tables --format json, as far as it is a figure."""
    return (
        *(record[key] for key in PLAIN), record["mlen"], record["doubts"], record["left_out"],
        record["grade"], *(record[key] for key in COUNTS),
        *(record[q] for q in ("q1", "median", "q3")), record["file"],
    )  # fmt: skip


def row_told(row: dict[str, Any]) -> tuple[Any, ...]:
    """The same of a row of the store."""
    return (
        *(row[key] for key in PLAIN), row["length"] or "long", " ".join(row["doubts"]),
        " ".join(row["left_out"]), row["grade"], *(row[f"used_{key}"] for key in COUNTS),
        *(round(row[q], 4) for q in ("q1", "median", "q3")), row["file"],
    )  # fmt: skip


def every(path: Path) -> set[tuple[Any, ...]]:
    """The figures that ./do tables --all prints of a file."""
    found = tables.records(read(path, curves=False), tables.TableOptions(each=True))
    return {told({**record, "file": path.name}) for record in found}


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.name)
def test_the_figures_are_those_of_the_tables(whole: Path, path: Path) -> None:
    """All of them; the store has those of slower compilers, too, and the length below 4096."""
    rows = ask(whole, f"FROM figures WHERE file = '{path.name}'")
    have, want = set(map(row_told, rows)), every(path)
    assert want and want <= have
    assert len(rows) == len(have)


@pytest.mark.parametrize("path", [OURS, *SUPERCOPS], ids=lambda path: path.name)
def test_the_fastest_are_those_of_the_tables(whole: Path, path: Path) -> None:
    rows = ask(whole, f"""FROM fastest JOIN figures USING (machine, microarchitecture, abi,
        primitive, length, implementation, compiler, median, native, unit)
        WHERE figures.file = '{path.name}'""")  # fmt: skip
    lengths = {row["length"] for row in rows}
    have = {(r["abi"], r["primitive"], r["length"] or "long", r["native"], r["implementation"],
             round(r["median"], 4)) for r in rows}  # fmt: skip
    want = {
        (r["abi"], r["primitive"], r["mlen"], r["native"], r["implementation"], r["median"])
        for r in tables.records(read(path, curves=False))
        if r["counter"] != COUNTED and r["primitive"] != "null"
    }
    assert lengths >= {4096, 1536} and want <= have and "null" not in {name for _, name, *_ in have}
    assert all(of_vm(row["abi"]) for row in rows if row["native"])


def test_a_function_of_today_has_its_further_lengths(whole: Path) -> None:
    rows = ask(whole, f"FROM figures WHERE file = '{OURS.name}' AND primitive = 'blake3'")
    assert {row["length"] for row in rows} == {0, 1 << 20, 65536, *stats.BYTES}
    fastest = ask(whole, f"""FROM fastest WHERE machine = '{rows[0]["machine"]}'
        AND primitive = 'blake3' AND length = 0""")  # fmt: skip
    drawn = {c.abi: c.figure("blake3", stats.LONG) for c in machines.collect([OURS])[0]}
    want = {abi: figure.median for abi, figure in drawn.items() if figure}
    assert want and {row["abi"]: row["median"] for row in fastest} == want


def test_every_sample_is_there(whole: Path) -> None:
    """With the clock, the flags and the round of each; a figure can be computed again."""
    result = read(OURS, curves=False)
    (row,) = ask(whole, f"""FROM figures WHERE file = '{OURS.name}' AND length = 1536
        ORDER BY number LIMIT 1""")  # fmt: skip
    name = [row[key] for key in ("abi", "primitive", "implementation", "compiler")]
    blocks = [b for b in result.blocks if list(b.cell[1:]) == name]
    timings = [t for b in blocks for t in b.timings if t.mlen == 1536]
    assert row["samples"] == [list(t.samples) for t in timings]
    assert row["clock"] == [t.clock for t in timings]
    assert row["round"] == [b.round for b in blocks]
    flat = ask(whole, f"""SELECT round, clock, samples FROM rounds WHERE sha256 = '{row["sha256"]}'
        AND number = {row["number"]}""")  # fmt: skip
    assert flat == [
        {"round": b.round, "clock": t.clock, "samples": list(t.samples)}
        for b, t in zip(blocks, timings)
    ]


def test_machines_and_history(whole: Path) -> None:
    lines = ask(whole, "FROM machines")
    found = {(row["machine"], row["abi"]): row for row in lines}
    runs = ask(whole, "SELECT machine, abi, count(*) AS n FROM runs WHERE figures > 0 GROUP BY ALL")
    assert found and {(r["machine"], r["abi"]): r["n"] for r in runs} == {
        place: row["runs"] for place, row in found.items()
    }
    lines = ask(whole, """FROM history WHERE machine = 'zen3vm' AND abi = 'amd64'
        AND primitive = 'sha256' AND implementation = 'ref' AND length = 1536
        ORDER BY date, file""")  # fmt: skip
    assert len(lines) > 1 and lines[0]["change"] is None
    for old, new in zip(lines, lines[1:]):
        assert new["change"] == pytest.approx(new["median"] / old["median"] - 1)


def test_a_file_is_stored_once(tmp_path: Path) -> None:
    """Known by its bytes, whatever its name; files that are named later are added."""
    home, copy = tmp_path / "store", tmp_path / ("copy-" + OURS.name)
    shutil.copy(OURS, copy)
    for files in ([OURS], [copy, SUPERCOPS[0]]):
        assert store(files, home) == 0
    assert sorted(row["file"] for row in ask(home, "SELECT DISTINCT file FROM runs")) == sorted(
        [OURS.name, SUPERCOPS[0].name]
    )


def test_the_store_of_data_has_nothing_else(tmp_path: Path) -> None:
    """What data/ has no more goes, as do columns of another form, and no file that is not ours."""
    (tmp_path / "data").mkdir()
    home, data = tmp_path / "build" / "store", tmp_path / "data" / SUPERCOPS[0].name
    shutil.copy(SUPERCOPS[0], data)
    assert store([SUPERCOPS[1]], home) == 0
    (old,) = home.iterdir()
    (home / "mine.parquet").write_text("mine")
    (home / old.name.replace(FORM, ".3.parquet")).write_text("old")
    for told in ("1 stored, 0 stored before, 0 refused, 2 dropped", "0 stored, 1 stored before"):
        done = ran(tmp_path, "store")
        assert done.returncode == 0 and told in done.stdout, done
    assert not old.exists() and (home / "mine.parquet").exists() and len([*home.iterdir()]) == 2
    done = ran(tmp_path, "query", "SELECT file FROM runs", "--format", "csv")
    assert set(done.stdout.split()) == {"file", data.name}


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    cut = tmp_path / OURS.name
    cut.write_bytes(OURS.read_bytes()[:-1000])
    words = ("store", str(cut), str(tmp_path / "none.data"))
    done = ran(tmp_path, *words)
    assert done.returncode == 1 and "0 stored, 0 stored before, 2 refused" in done.stdout
    assert str(cut) in done.stdout and "none.data" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_damaged_store_is_named(tmp_path: Path) -> None:
    home = tmp_path / "store"
    assert store([SUPERCOPS[0]], home) == 0
    (part,) = home.iterdir()
    part.write_bytes(part.read_bytes()[:100])
    done = ran(tmp_path, "query", "FROM runs", "--store", str(home))
    assert done.returncode == 2 and part.name in done.stderr and "Traceback" not in done.stderr


def test_what_a_file_says_is_printable(whole: Path, tmp_path: Path) -> None:
    question = r"SELECT E'=a\x1b[31m' AS x"
    for form, wanted in (("terminal", r"=a\e[31m"), ("csv", "'=a\x1b[31m")):
        done = ran(tmp_path, "query", question, "--store", str(whole), "--format", form)
        assert done.returncode == 0 and wanted in done.stdout


def test_no_store_yet(tmp_path: Path) -> None:
    done = ran(tmp_path, "query", "FROM figures")
    assert done.returncode == 2 and "make it with ./do store" in done.stderr
    done = ran(tmp_path, "store")
    assert done.returncode == 2 and "no result files in data/" in done.stderr


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("FROM figure", "figures"),
        ("SELEC 1", "syntax error"),
        ("COPY figures TO 'x.csv'", "ask one question"),
        ("SELECT 1; SELECT 2", "ask one question"),
        ("", "ask one question"),
        ("SET enable_external_access = true", "ask one question"),
        ("EXPLAIN ANALYZE COPY figures TO 'x.csv'", "ask one question"),
        ("FROM read_text('/etc/passwd')", "Permission Error"),
    ],
)
def test_what_is_no_question(
    whole: Path, capsys: pytest.CaptureFixture[str], question: str, said: str
) -> None:
    """One line says why, and nothing is written or read elsewhere."""
    assert main(["query", question, "--store", str(whole)]) == 2
    printed = capsys.readouterr()
    assert said in printed.err and printed.err.count("\n") == 1 and not printed.out
    assert not Path("x.csv").exists()


def test_files_beside_the_store_are_read_if_asked(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text("machine,price\nzen3vm,7\n")
    question = f"""SELECT DISTINCT machine, price FROM machines
        JOIN read_csv('{tmp_path}/prices.csv') USING (machine)"""
    words = ("query", question, "--store", str(whole), "--format", "json")
    assert ran(tmp_path, *words).returncode == 2
    done = ran(tmp_path, *words, "--allow", str(tmp_path))
    assert json.loads(done.stdout) == [{"machine": "zen3vm", "price": 7}]


def test_the_forms_of_an_answer(whole: Path, tmp_path: Path) -> None:
    question = "SELECT primitive, doubts, median, date FROM fastest ORDER BY ALL LIMIT 50"
    base = ("query", question, "--store", str(whole))
    want = ask(whole, question)

    def said(*more: str) -> str:
        done = ran(tmp_path, *base, *more)
        assert done.returncode == 0 and not done.stderr
        return done.stdout

    told = json.loads(said("--format", "json"))
    assert told == [{**row, "date": row["date"].isoformat()} for row in want]
    rows = list(csv.DictReader(io.StringIO(said("--format", "csv"))))
    assert [float(row["median"]) for row in rows] == [row["median"] for row in want]
    assert [json.loads(row["doubts"]) for row in rows] == [row["doubts"] for row in want]
    lines = said("--rows", "8").splitlines()
    assert max(map(len, lines)) <= 80 and "50 rows (8 shown)" in lines[-1]
    file = tmp_path / "answer.json"
    assert said("--format", "json", "--output", str(file)) == ""
    assert json.loads(file.read_text()) == told


def test_a_python_that_is_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(needed, "NEEDED", (4, 0))
    with pytest.raises(Trouble, match=r"needs Python 4\.0 or later.* PYTHON=python4\.0 \./do"):
        store([OURS], tmp_path / "store")


def shown(home: Path) -> list[tuple[Any, ...]]:
    """The files of a store and the figures that each has, as another engine finds them."""
    if not list(home.glob("*.parquet")):
        return []
    question = """SELECT max(file), sum(figures), count(*) FILTER (number > 0)
        FROM read_parquet(?) GROUP BY sha256"""
    return duckdb.connect().execute(question, [f"{home}/*.parquet"]).fetchall()


@contextlib.contextmanager
def working(words: Sequence[str], home: Path) -> Iterator[subprocess.Popen[str]]:
    """./do in a process of its own, which is killed at the end."""
    env = {**environment(*words, home=home), "PYTHON": sys.executable}
    process = subprocess.Popen(
        [str(ROOT / "do"), *words], env=env, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_kill_at_any_time(tmp_path: Path) -> None:
    """What was in the store stays, what is seen is whole, and the next command ends the work."""
    home = tmp_path / "store"
    files = [OURS, *SUPERCOPS]
    words = ("store", *map(str, files), "--jobs", "2", "--store", str(home))
    seen: set[str] = set()
    for number in range(4):
        with working(words, tmp_path) as process:
            end = time.monotonic() + 0.3 * (number + 1)
            while time.monotonic() < end and process.poll() is None:
                for name, figures, rows in shown(home):
                    assert figures == rows
                    seen.add(name)
                time.sleep(0.02)
        assert {name for name, *_ in shown(home)} >= seen
    done = ran(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert {name for name, *_ in shown(home)} == {file.name for file in files}
    assert all(figures == rows for _, figures, rows in shown(home))
    assert all(path.name.endswith(FORM) for path in home.iterdir())
