"""A terminal of 80 columns: no line of any command is longer, in what people run on real data."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned

from shootout.cli import parsers
from shootout.common import terminal
from shootout.report.sheet import Sheet
from shootout.report.sheet import terminal as lines_of

COLUMNS = "80"
DATA = ROOT / "data"
OURS, THEIRS = "zen3vm-20261121-025025.tar.gz", "pl28pro-amd64-20200511.data"
LATER = "zen3vm-20261121-063651.tar.gz"


def check(done: subprocess.CompletedProcess[str]) -> None:
    """No line is longer, but a word that cannot be folded, such as a path."""
    said = done.stdout + done.stderr
    assert said.strip() and "Traceback" not in said
    for line in said.splitlines():
        assert len(line) <= int(COLUMNS) or len(line.split()) == 1, line


@pytest.mark.parametrize(
    "words",
    [
        ["tables", OURS], ["tables", OURS, "--all"],
        ["tables", OURS, "--unit", "GB/s"], ["tables", THEIRS],
        ["compare", OURS, "*/ref", "*/opt64"], ["compare", OURS, "zen3vm-20261121-063651.tar.gz"],
        ["compare", "--since", "20261121", OURS, LATER, "blake256", "--fail-above", "2"],
        ["history", "blake256", OURS, LATER], ["history", "sha256/ref", THEIRS],
        ["history", "nosuch", OURS],
        ["check", OURS, THEIRS], ["check", "README.md"], ["collect", OURS, THEIRS],
        ["list", "blake256"], ["run", "blake25"], ["rnu"], ["tables", "nosuch" * 20],
        ["run", "--cpu", "999"], ["compare", OURS, "nosuch/ref", "sha256"],
        ["graphs", THEIRS, "--machine", "nosuch"], ["page", "nosuch"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_lines_fit(tmp_path: Path, words: list[str]) -> None:
    named = [str(DATA / word) if (DATA / word).is_file() else word for word in words]
    check(do(*named, home=tmp_path, COLUMNS=COLUMNS))


@pytest.mark.parametrize("command", ["", *parsers()[1]])
def test_help_fits(tmp_path: Path, command: str) -> None:
    check(do(*([command] if command else []), "--help", home=tmp_path, COLUMNS=COLUMNS))


def test_a_run_fits(tmp_path: Path, compiler: str) -> None:
    tree = tmp_path / "tree"
    pinned("blake256", tree / "blake256")
    copy_of("blake256/ref", tree / "blake256" / "ref")
    copy_of("blake256/opt64", tree / "blake256" / "a-long-name-of-an-implementation")
    copy_of("blake256/ref", tree / "blake256" / "wrong", {"0x243": "0x244", "block": "block"})
    (tree / "blake256" / "wrong" / "hash.c").write_text("#error " + "this does not compile " * 9)
    words = ("run", "--quick", "--machine", "box", "--compilers", compiler)
    check(do(*words, home=tmp_path, tree=tree, COLUMNS=COLUMNS))


def test_words_are_folded_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = "  note: " + "word " * 20 + "/a/path/" * 8
    folded = terminal.folded(text)
    assert folded.split() == text.split()
    assert all(len(line) <= 40 for line in folded.splitlines()[:-1])
    assert all(line.startswith(" " * 6) for line in folded.splitlines()[1:])


def test_a_table_tells_what_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = [["function", "compiler", "long ", "4096 "], ["sha256", "gcc -O2", "1.00 ", "2.00?"]]
    sheet = Sheet("a machine", grid * 2, 2, ["a note"], ["4096 ", "compiler"])
    monkeypatch.setenv("COLUMNS", "80")
    whole = "\n".join(lines_of(sheet))
    assert "2.00?" in whole and "left out" not in whole
    widths = []
    for columns in (32, 28, 23, 20, 12):
        monkeypatch.setattr("shootout.report.sheet.terminal_width", lambda n=columns: n)
        lines = lines_of(sheet)
        table = lines[2 : lines.index("", 2)]
        widths.append(max(map(len, table)))
        text = "\n".join(lines)
        assert widths[-1] <= columns, "names stand above figures where nothing else fits"
        for head, figure in (("4096", "2.00?"), ("compiler", "gcc -O2")):
            told = re.search(rf"left out .*\b{head}\b", text)
            assert bool(told) != (figure in text), "a column is there, or the note names it"
    assert widths == sorted(widths, reverse=True)
