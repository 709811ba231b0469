"""What a file costs those who read it grows with its bytes, whatever is in it.

Each kind of hostile/costly.py is read by the code of commands in a process of its own; what takes
long is read in a smaller size, too. If the cost grew with the square, the larger would take 256
times as long.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT
from hostile import costly

from shootout.collect.checked import check, told
from shootout.collect.examine import confined
from shootout.common.errors import Trouble
from shootout.compare import compare, history, runs
from shootout.report import machines, tables
from shootout.report.page import contents, page
from shootout.results import gunzip
from shootout.results.sections import Budget

SMALL, TIMES = 32_000, 16  # bytes of the smaller file; how much larger the other one is
ROOM = 3  # how much more than that the larger one may take
LEAST = 0.015  # seconds; less is not measured precisely
SECONDS, MEGABYTES = 10, 512  # of a command, for a file below a megabyte (docs/check.md)
DRAWING = 1.0 * len(costly.known())  # of ./do graphs, 0.53 on a core whose other thread was busy
REAL = costly.DATA / "supercop-2026.data"
DEAR: dict[str, Callable[[], bytes]] = {
    "functions_of_the_tree": lambda: costly.plain(costly.functions_of_the_tree(800)),
    "short_curves": lambda: costly.plain(costly.short_curves_of_many_machines(150)),
    "curves_in_columns": lambda: costly.curves_in_columns(80),
}


def of_check(file: Path) -> None:
    told(check(file))


def of_tables(file: Path) -> None:
    form = "json" if file.suffix == ".gz" else "terminal"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        tables.tables([file], tables.TableOptions(form, each=True), sys.stdout)


def of_graphs(file: Path) -> None:
    machines.summarise(file)


def of_page(file: Path) -> None:
    found, _ = contents.summarise(file)
    page.render(contents.ordered(found))


def of_compare(file: Path) -> None:
    a, b = compare.sides([str(file), str(REAL)])
    compare.sheet(a, b, compare.compare(a, b))


def of_history(file: Path) -> None:
    for each in runs.collect([file], "*")[0]:
        list(history.sheets(each))


COMMANDS = (of_check, of_tables, of_graphs, of_page, of_compare, of_history)


@functools.cache
def small() -> ProcessPoolExecutor:
    """A process that has run no test: a fork of this one would begin with its memory."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


def costs(file: Path, commands: int = len(COMMANDS)) -> dict[str, float]:
    """Seconds of processor time that each of so many takes, and megabytes of memory."""
    read = functools.partial(measure, file, commands)
    return small().submit(confined, read, 600, 4 << 30).result()


def measure(file: Path, commands: int) -> dict[str, float]:
    found = {}
    for command in COMMANDS[:commands]:
        start = time.process_time()
        with contextlib.suppress(Trouble):
            command(file)
        found[command.__name__] = time.process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {**found, "megabytes": most / 1024}


def sizes(make: Callable[[int], bytes]) -> tuple[int, int]:
    """How often a kind repeats its thing in a file of SMALL bytes, and in a larger one."""
    more = len(make(400)) - len(make(200))
    small = max(1, SMALL * 200 // max(more, 1))
    return small, TIMES * small


def run(words: list[str], home: Path) -> tuple[float, float]:
    """Seconds of processor time of a command and its processes, and the most megabytes of one."""
    own = {"SHOOTOUT_DATA": str(home / "data"), "SHOOTOUT_BUILD": str(home / "build")}
    command = [sys.executable, str(ROOT / "scripts"), *words]
    spend = functools.partial(spent, command, {**os.environ, **own})
    return small().submit(confined, spend, 600, 4 << 30).result()


def spent(command: list[str], env: dict[str, str]) -> tuple[float, float]:
    ran = subprocess.run(command, capture_output=True, text=True, env=env)
    assert ran.returncode in (0, 1, 2) and "Traceback" not in ran.stderr, ran
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


@pytest.mark.parametrize("name", DEAR)
def test_no_command_takes_long(tmp_path: Path, name: str) -> None:
    """Each of them, on a file just below a megabyte, of kinds of which much is drawn."""
    form = "box-20261121-000000.tar.gz" if name.endswith("columns") else "box-amd64-20261121.data"
    file, out = tmp_path / form, str(tmp_path / "out")
    file.write_bytes(DEAR[name]())
    assert file.stat().st_size < 1_000_000
    for words in (
        ["check"], ["tables"], ["collect", "--no-graphs"], ["graphs", "--output", out],
        ["page", "--output", f"{out}.html"], ["compare", str(REAL)], ["history", "blake256"],
    ):  # fmt: skip
        seconds, megabytes = run([*words, str(file)], tmp_path)
        most = DRAWING if words[0] == "graphs" else SECONDS
        assert seconds < most and megabytes < MEGABYTES, words


@pytest.mark.parametrize("form", costly.FORMS)
@pytest.mark.parametrize("name", costly.KINDS)
def test_costs_grow_with_the_file(tmp_path: Path, name: str, form: str) -> None:
    def plain(n: int) -> bytes:
        return costly.plain(costly.KINDS[name](n))

    small, large = sizes(plain)
    # A file of ours: the reader gives the others the same of both forms.
    commands, most = 2 if form.endswith(".gz") else len(COMMANDS), ROOM * TIMES
    found = costs(costly.write(tmp_path, name, form, large), commands)
    assert found.pop("megabytes") < MEGABYTES
    if max(found.values()) > most * LEAST:
        less = costs(costly.write(tmp_path, name, form, small), commands)
        slow = {c: (less[c], n) for c, n in found.items() if n > most * max(less[c], LEAST)}
        assert not slow, f"seconds for a file, and for one {TIMES} times as large: {slow}"


def test_columns_stand_for_no_more_than_their_file_pays_for(tmp_path: Path) -> None:
    """A curve in columns, 8 kB of them for 60,000 lengths with seven flags each."""
    file = tmp_path / "box-20261121-000000.tar.gz"
    found = {}
    for n in (4_000, 60_000):
        file.write_bytes(costly.columns(n))
        found[n] = costs(file)
    assert found[60_000]["megabytes"] < MEGABYTES
    for command in COMMANDS:
        name = command.__name__
        assert found[60_000][name] < ROOM * 15 * max(found[4_000][name], LEAST), found


@pytest.mark.parametrize("line", [b"+\n", b"\n", b"x\n", b"\0", b"1 2 3\n", b"\x80\n"], ids=repr)
def test_a_bomb_costs_little(tmp_path: Path, line: bytes) -> None:
    file = tmp_path / "box.data.gz"
    file.write_bytes(costly.bomb(line, 3 * gunzip.FREE))
    assert not check(file).ok
    bomb = costs(file)
    assert bomb["megabytes"] < MEGABYTES
    assert sum(bomb[command.__name__] for command in COMMANDS) < 40, bomb


def test_a_budget_is_spent_once() -> None:
    budget = Budget(1000)
    budget.read(b"20261121 box amd64\n" * 1000)
    left = budget.left
    budget.spend(left)
    with pytest.raises(ValueError, match="more lines, numbers and names"):
        budget.spend(1)


def test_real_files_spend_half_of_their_budgets() -> None:
    """A run on a machine that disturbs nothing may shrink to half of what others do."""
    folder = costly.DATA.parents[1] / "data"
    for file in (*folder.glob("*.tar.gz"), *folder.glob("*.data*"), *costly.DATA.glob("*.data")):
        if file.name.endswith(".check"):
            continue
        budget = Budget.of(file)
        whole = budget.left
        for piece in gunzip.pieces(file):
            budget.read(piece)
        assert budget.left > whole / 2, file


def test_numbers_of_a_record_are_finite(tmp_path: Path) -> None:
    """The largest numbers that a line may have make figures that JSON can hold."""
    lines = costly.block(
        [f"clock {'9' * 12}.999999", *(f"cycles {n} {'9' * 15} +{'9' * 15}-1" for n in costly.SIX)]
    )
    file = tmp_path / "box-amd64-20261121.data"
    file.write_bytes(costly.plain(lines))
    out = io.StringIO()
    assert tables.tables([file], tables.TableOptions("json"), out) == 0
    assert json.loads(out.getvalue(), parse_constant=pytest.fail)["figures"]
