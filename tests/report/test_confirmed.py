"""Marks on figures that another machine, signed with another key, confirms or contradicts."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from browser import Browser, Tab
from conftest import ROOT
from synthetic import perturbed

from shootout import cli
from shootout.common import paths
from shootout.common.errors import Trouble
from shootout.report import confirmed, packages, tables
from shootout.report.confirmed import CONFIRMED, CONTRADICTED
from shootout.report.machines import collect
from shootout.results import archive, sign

pytestmark = pytest.mark.skipif(
    not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed"
)
REAL = ROOT / "tests" / "data" / "testbox-20261121-045950.tar.gz"
ZEN3, SKYLAKE = "AuthenticAMD-00a00f11-178bfbff_", "GenuineIntel-000506e3"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data/ of its own, which is empty."""
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")


def made(
    folder: Path, name: str, factor: float = 1.0, key: str = "", cpu: str = ZEN3,
    old: bytes = b"", new: bytes = b"",
) -> Path:  # fmt: skip
    """A small real run as of another machine, times a factor, signed with the key of a name."""
    real = archive.read_members(REAL)
    facts = real["machine"] if cpu == ZEN3 else b"cpu other\n"
    data = perturbed(real["data"], name, cpu, factor)
    assert re.search(old, data)
    file = folder / f"{name}-20261121-000000.tar.gz"
    folder.mkdir(exist_ok=True)
    archive.write(file, {"data": re.sub(old, new, data), "machine": facts})
    if key:
        private = folder / f"key-{key}"
        if not private.exists():
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(private)]
            subprocess.run(words, check=True, timeout=30)
        sign.sign(file, private)
    return file


def found(*files: Path) -> set[str]:
    """The marks on all figures of the files."""
    return {mark for its in confirmed.marks(files).values() for mark in its.values()}


def test_another_machine_confirms(tmp_path: Path) -> None:
    files = made(tmp_path, "one", key="a"), made(tmp_path, "two", 1.02, key="b")
    marks = confirmed.marks(files)
    assert found(*files) == {CONFIRMED} and marks.keys() == set(map(str, files))
    (cell, _), *_ = its = list(marks[str(files[0])])
    assert {c.primitive for c, _ in its} == {"sha256", "blake256"}, "not null"
    # One that is doubtful has no mark: sha256/opt32 in amd64 is unsteady at 8 bytes.
    opt32 = {n for c, n in its if (c.abi, c.implementation) == ("amd64", "opt32")}
    assert 1536 in opt32 and 8 not in opt32 and cell.machine == "one"


@pytest.mark.parametrize(
    ("factor", "mark"),
    [(1.028, CONFIRMED), (1 / 1.028, CONFIRMED), (1.035, CONTRADICTED), (0.96, CONTRADICTED)],
)
def test_it_agrees_within_three_percent(tmp_path: Path, factor: float, mark: str) -> None:
    assert found(made(tmp_path, "one", key="a"), made(tmp_path, "two", factor, key="b")) == {mark}


def test_one_that_agrees_is_enough(tmp_path: Path) -> None:
    files = [made(tmp_path, *it) for it in (("one", 1, "a"), ("two", 1, "b"), ("three", 2, "c"))]
    marks = confirmed.marks(files)
    said = [{*marks[str(file)].values()} for file in files]
    assert said == [{CONFIRMED}, {CONFIRMED}, {CONTRADICTED}]


def test_another_compiler_only_confirms(tmp_path: Path) -> None:
    one, other = made(tmp_path, "one", key="a"), (rb"(?m)( compiler .*)$", rb"\1-newer")
    near = made(tmp_path, "near", key="b", old=other[0], new=other[1])
    far = made(tmp_path, "far", 1.2, key="b", old=other[0], new=other[1])
    assert found(one, near) == {CONFIRMED}
    assert found(one, far) == set()


NOTHING = {
    "the same key": {"key": "a"},
    "unsigned": {},
    "the same machine": {"key": "b", "name": "one"},
    "another microarchitecture": {"key": "b", "cpu": SKYLAKE},
    "an unknown one": {"key": "b", "cpu": "GenuineIntel-00ff0ff0"},
    "ticks": {"key": "b", "old": rb"(?m)^\S+ \S+ \S+ \S+ \S+ \S+ clock .*\n", "new": b""},
    "other sources": {"key": "b", "old": rb"(?m)( source \S+) .{8}", "new": rb"\1 01234567"},
    "no sources": {"key": "b", "old": rb"(?m)^.* source .*\n", "new": b""},
    "flagged": {"key": "b", "old": rb"(?m)^((?:\S+ ){6})(cycles (\d+) .*)$",
                "new": rb"\1\2\n\1flag \3 drift 0.1"},
}  # fmt: skip


@pytest.mark.parametrize("how", NOTHING)
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_what_neither_confirms_nor_contradicts(tmp_path: Path, how: str, factor: float) -> None:
    one = made(tmp_path, "one", key="a")
    other = made(tmp_path / "other", **{"name": "two", "factor": factor, **NOTHING[how]})
    if how == "the same key":
        sign.beside(other).unlink()
        sign.sign(other, tmp_path / "key-a")
    assert found(one, other) == set()


def test_a_damaged_signature_is_none(tmp_path: Path) -> None:
    one, two = made(tmp_path, "one", key="a"), made(tmp_path, "two", key="b")
    sign.beside(two).write_bytes(sign.beside(one).read_bytes())
    assert found(one, two) == set()
    sign.beside(two).write_bytes(b"junk\n")
    assert found(one, two) == set()


def test_without_ssh_keygen_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = made(tmp_path, "one", key="a"), made(tmp_path, "two", key="b")
    before = confirmed.state(files)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found(*files) == set() and confirmed.state(files) != before
    assert capsys.readouterr().err.count("ssh-keygen is not installed") == 1


def test_each_signature_is_checked_once_and_none_of_unsigned_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, verify = [], sign.verify

    def counting(file: Path) -> sign.Signature:
        checked.append(file)
        return verify(file)

    monkeypatch.setattr(sign, "verify", counting)
    one, bare = made(tmp_path, "one", key="a"), made(tmp_path, "bare")
    witness = made(tmp_path / "data", "two", key="b")
    assert found(bare) == set() and not checked, "no file of data/ is looked at for it"
    assert found(one, bare) == {CONFIRMED} and checked == [one, witness], "from data/"


def table(file: Path, *words: str) -> str:
    out, form = io.StringIO(), words[0] if words else "terminal"
    assert tables.tables([file], tables.TableOptions(form, "all" in words), out) == 0
    return out.getvalue()


def test_tables_show_it(tmp_path: Path) -> None:
    one = made(tmp_path, "one", key="a")
    before = [table(one, form) for form in tables.FORMS]
    two = made(tmp_path / "data", "two", 1.01, key="b")
    text = table(one)
    assert re.search(r"SHA-256 +opt32 .* =9\.33 +=9\.52 .* 86\.38\?", text)
    assert text.count("= confirmed: another machine of this micro") == 2, "once for each table"
    assert "! contradicted" not in text and "| =9.52 |" in table(one, "markdown")
    records = json.loads(table(one, "json"))["figures"]
    assert {r.get("confirmation") for r in records} == {None, CONFIRMED}
    rows = list(csv.DictReader(io.StringIO(table(one, "csv", "all"))))
    assert {r["confirmation"] for r in rows} == {"", CONFIRMED}
    two.unlink()
    sign.beside(two).unlink()
    made(tmp_path / "data", "two", 1.5, key="b")
    assert "!9.52" in table(one) and "! contradicted: another" in table(one)
    sign.beside(one).unlink()
    assert [table(one, form) for form in tables.FORMS] == before, "as if nobody had signed"


def test_graphs_show_it(tmp_path: Path) -> None:
    try:
        packages.ready()
    except Trouble as error:
        pytest.skip(str(error))
    from shootout.report.bands import bands
    from shootout.report.graphs import function, shootout
    from shootout.report.graphs.drawing import SHAPES

    files = made(tmp_path, "one", key="a"), made(tmp_path, "two", 1.01, key="b")
    files += (made(tmp_path, "three", 1.3, key="c"),)
    found, _ = collect(files)
    shown = bands([c for c in found if c.abi == "amd64"])
    machines = [c for each in shown.values() for c in each]
    said = "\n".join(shootout.notes(machines, 1536))
    assert "= confirmed: another" in said and "! contradicted: another" in said
    many = [replace(c, name=f"{c.name}{k}") for c in machines for k in range(30)]
    few = {"BLAKE =13.76", "SHA-2 =9.82"}
    for crowd, signs in (
        (machines[:1], few), (machines, {"B=", "H=", "B!", "H!"}), (many, {"=", "!"}),
    ):  # fmt: skip
        page = shootout.picture(bands(crowd), 1536, [said])
        items = page.figure.artists
        marks = {sign for item in items if hasattr(item, "get_marker")
                 for sign, shape in SHAPES.items() if item.get_marker() is shape}  # fmt: skip
        assert signs <= {item.get_text() for item in items if hasattr(item, "get_text")} | marks
    (sheet,) = function.sheets(function.rows(machines, "sha256", 1536))
    page = function.picture(sheet, "sha256", 1536, "")
    texts = [item.get_text() for item in page.figure.artists if hasattr(item, "get_text")]
    assert any(text.startswith("=9.82 gcc") for text in texts)
    assert any(text.startswith("= confirmed: another") for text in texts)


def test_the_page_shows_it(tmp_path: Path, browser: Browser) -> None:
    files = made(tmp_path, "one", key="a"), made(tmp_path, "two", 1.01, key="b")
    files += (made(tmp_path, "three", 1.3, key="c"),)
    output = tmp_path / "page.html"
    assert cli.main(["page", *map(str, files), "--output", str(output)]) == 0
    tab = Tab(browser, output, hash="#1536")
    letters = tab.run("[...document.querySelectorAll('#plot .letter')].map((t) => t.textContent)")
    assert {"H=", "H!", "B=", "B!"} <= set(letters)
    note = tab.run("document.querySelector('#elsewhere').textContent")
    assert "= confirmed: another" in note and "! contradicted: another" in note
    label = "document.querySelector('.mark').getAttribute('aria-label')"
    assert tab.run(label).endswith((", confirmed", ", contradicted"))
    cells = tab.run("[...document.querySelectorAll('#table td')].map((t) => t.textContent)")
    assert any(cell.startswith(("=", "!")) for cell in cells)
    assert re.search(
        "[=!] (confirmed|contradicted): ",
        tab.run("document.querySelector('#table-notes').textContent"),
    )
    tab.run("document.querySelector('.mark').focus()")
    assert re.search(r"[=!]\n?(confirmed|contradicted): another machine", tab.card())
    assert tab.noise() == []
