"""A machine's name belongs to who had it first: other files under it are told and shown apart."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from conftest import do
from hostile import REAL
from hostile.making import LINES, MEMBERS
from summing import packed, summed

from shootout.collect.checked import Report, check
from shootout.collect.inbox import collect
from shootout.machine import notes
from shootout.report.machines import collect as contestants
from shootout.report.page.contents import collect as of_page
from shootout.results.reader import read

LATER = "testbox-20261122-120000.tar.gz"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with one collected file."""
    folder = tmp_path / "data"
    collect([REAL], folder)
    forget()
    return folder


ANOTHER = ("cpu .*", "cpu Another")


def forget() -> None:
    """What a process knows of a folder is what was there when it began."""
    notes.read.cache_clear()


def later(machine: str = "testbox", scale: float = 1.0, facts: tuple[str, str] = ("", "")) -> bytes:
    """The real run a day later: under a name, with other clocks, other facts."""

    def clock(found: re.Match[str]) -> str:
        return f" clock {scale * float(found[1]):.5f}"

    lines = []
    for line in LINES:
        line = re.sub(r"^(\S+) \S+ (\S+) \d{8}", rf"\1 {machine} \2 20261122", line)
        lines.append(re.sub(r" clock (\S+)$", clock, line))
    text = MEMBERS["machine"].decode()
    text = re.sub(facts[0], facts[1], text) if facts[0] else text
    text = re.sub(r" clock (\S+)", clock, text)
    data = "\n".join([*summed(lines), ""]).encode()
    return packed({**MEMBERS, "data": data, "machine": text.encode()})


def found(folder: Path, data: Path, content: bytes, name: str = LATER) -> Report:
    file = folder / name
    file.write_bytes(content)
    return check(file, data)


def numbers(report: Report) -> set[int]:
    return {finding.rule for finding in report.findings}


def test_a_later_run_of_the_owner_is_no_dispute(tmp_path: Path, data: Path) -> None:
    report = found(tmp_path, data, later())
    assert not {61, 62, 63} & numbers(report) and not report.disputed


def test_another_machine_under_a_known_name_is_told(tmp_path: Path, data: Path) -> None:
    report = found(tmp_path, data, later(facts=ANOTHER))
    assert 61 in numbers(report) and report.disputed


@pytest.mark.parametrize("change", [("cpus .*", "cpus 64"), ("smt .*", "smt off")])
def test_an_owner_may_do_what_docs_submit_asks_for(
    tmp_path: Path, data: Path, change: tuple[str, str]
) -> None:
    """SMT switched off halves the CPUs; a machine is no stranger to itself for that."""
    report = found(tmp_path, data, later(facts=change))
    assert 61 not in numbers(report) and not report.disputed


@pytest.mark.parametrize("scale", [1.0, 0.9])
def test_samples_of_another_machine_are_a_copy(tmp_path: Path, data: Path, scale: float) -> None:
    content = later("other", scale)
    assert 63 in numbers(found(tmp_path, data, content, "other-20261122-120000.tar.gz"))
    its = REAL.with_name("supercop-2026.data")
    collect([its], data)
    copy = re.sub(rb"(?m)^(\S+) \S+", rb"\1 other", its.read_bytes())
    assert 63 in numbers(found(tmp_path, data, copy, "other.data"))


def test_a_dispute_never_shows_as_the_owner(tmp_path: Path, data: Path) -> None:
    """Not in tables, graphs or the page, although the disputed file is newer."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / LATER).write_bytes(later(scale=0.8, facts=ANOTHER))
    assert collect([inbox], data)["accepted"] == 1
    kept = data / LATER
    assert json.loads((data / f"{LATER}.check").read_text())["disputed"] is True
    assert {block.machine for block in read(kept).blocks} == {"testbox?"}
    paths = [data / REAL.name, kept]
    graphs, _ = contestants(paths)
    page, _ = of_page(paths)
    shown = {(c.name, c.date) for c in graphs}
    assert shown == {("testbox", "20261121"), ("testbox?", "20261122")}
    assert {m.contestant.name for m in page} == {"testbox", "testbox?"}
    done = do("tables", str(kept), home=tmp_path)
    assert "testbox?" in done.stdout
    collect([], data)  # again: the first file stays the owner's
    assert json.loads((data / f"{LATER}.check").read_text())["disputed"] is True
    assert not json.loads((data / f"{REAL.name}.check").read_text())["disputed"]


def test_the_publisher_may_say_that_a_file_is_the_owners(tmp_path: Path, data: Path) -> None:
    (data / "machines").write_text(f"testbox   it has more cores now: @{LATER}\n")
    forget()
    content = later(facts=ANOTHER)
    assert 61 in numbers(found(tmp_path, data, content))  # anybody can choose this name
    assert 61 not in numbers(found(data, data, content))


def test_the_owner_signs(tmp_path: Path, data: Path) -> None:
    if not shutil.which("ssh-keygen"):
        pytest.skip("needs ssh-keygen")
    from subprocess import run

    for key in ("one", "two"):
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / key], check=True)

    def signed(file: Path, key: str) -> None:
        words = ["ssh-keygen", "-q", "-Y", "sign", "-n", "shootout-result@1", "-f", tmp_path / key]
        run([*words, file], check=True, capture_output=True)

    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(REAL, own / REAL.name)
    signed(own / REAL.name, "one")
    other = tmp_path / "signed"
    collect([own], other)
    for key, rule in (("", True), ("two", True), ("one", False)):
        forget()
        folder = tmp_path / f"by-{key}"
        folder.mkdir()
        (folder / LATER).write_bytes(later())
        if key:
            signed(folder / LATER, key)
        assert (62 in numbers(check(folder / LATER, other))) == rule, key
