"""The seven mistakes of an honest owner: each is told by one rule, in one sentence.

That files without them stay sound and without warnings is in test_data.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from hostile.making import LINES, MEMBERS, REAL, block, first
from summing import packed, summed

from shootout.collect.checked import Report, check, told
from shootout.collect.inbox import collect
from shootout.machine import notes
from shootout.registry.releases import HARNESS, RELEASES, releases
from shootout.results.archive import read_members

RELEASED = next(iter(releases(RELEASES)[HARNESS]))  # the real file is from before the first release
FACTS = re.sub(r"harness \S+", f"harness {RELEASED}", MEMBERS["machine"].decode())
OTHER = ROOT / "data" / "genoa-vm-20261124-131322.tar.gz"  # of another processor


def written(lines: list[str] = LINES, facts: str = FACTS, *, sums: bool = True) -> bytes:
    """The real file, by a release, with these lines and facts."""
    data = "\n".join([*(summed(lines) if sums else lines), ""]).encode()
    return packed({**MEMBERS, "data": data, "machine": facts.encode()})


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder without collected files."""
    return tmp_path / "none"


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    """A folder with the real file."""
    collect([REAL], tmp_path / "data")
    notes.read.cache_clear()
    return tmp_path / "data"


def checked(folder: Path, data: Path, content: bytes, name: str = REAL.name) -> Report:
    folder = folder / "sent"
    folder.mkdir()
    (folder / name).write_bytes(content)
    return check(folder / name, data)


def one(report: Report, rule: int) -> str:
    """The only sentence about a file, by this rule. It ends with what to do."""
    assert [finding.rule for finding in report.findings] == [rule], told(report)
    text = report.findings[0].text
    assert re.fullmatch(r"[^;\n]+[;:] [^;\n]+", text), text
    return text


def test_without_a_mistake_no_rule_speaks(tmp_path: Path, alone: Path) -> None:
    assert not checked(tmp_path, alone, written()).findings


# 1


@pytest.mark.parametrize("name", [
    "fastbox-20261121-045950.tar.gz", "testbox-20261122-045950.tar.gz", "testbox.tar.gz",
    "testbox-20261121-045950 (1).tar.gz",
])  # fmt: skip
def test_a_wrong_name(tmp_path: Path, alone: Path, name: str) -> None:
    text = one(checked(tmp_path, alone, written(), name), 14)
    assert "testbox-20261121-TIME" in text and "restore" in text


# 2


def test_a_file_of_an_old_shootout(tmp_path: Path, alone: Path) -> None:
    lines = [re.sub(r"^\S+", "20261120", each) for each in LINES]
    lines = [each for each in lines if each.split(" ")[6] not in ("took", "source")]
    facts = re.sub(r"harness .*\n", "", FACTS)
    text = one(checked(tmp_path, alone, written(lines, facts, sums=False)), 17)
    assert "an older shootout wrote the file, without sums" in text and "run today's ./do" in text


# 3


def test_another_processor_under_a_known_name(tmp_path: Path, collected: Path) -> None:
    members = read_members(OTHER)
    name = OTHER.name[: OTHER.name.index("-2026")]
    lines = [
        re.sub(rf"^(\S+) {name} ", r"\1 testbox ", each)
        for each in members["data"].decode().splitlines()
        if " sum " not in each
    ]
    members = {**members, "data": "\n".join([*summed(lines), ""]).encode()}
    members.pop("curves", None)
    members.pop("MANIFEST", None)
    sent = OTHER.name.replace(name, "testbox")
    text = one(checked(tmp_path, collected, packed(members), sent), 61)
    assert "cpuid is AuthenticAMD-00a10f11" in text and REAL.name in text
    assert "--machine NAME" in text


# 4


def test_a_busy_machine(tmp_path: Path, alone: Path) -> None:
    lines = []
    for each in LINES:
        lines.append(each)
        fields = each.split(" ")
        if fields[6] == "cycles":
            lines.append(" ".join([*fields[:6], "flag", fields[7], "shared 0.700"]))
    text = one(checked(tmp_path, alone, written(lines)), 54)
    assert re.match(r"\d+% of the lines are flagged", text) and "idle" in text


# 5


@pytest.mark.parametrize("what", ["implementation", "harness"])
def test_changed_sources(tmp_path: Path, alone: Path, what: str) -> None:
    lines, facts, changed = list(LINES), FACTS, "harness"
    if what == "harness":
        facts = facts.replace(RELEASED, "0" * 64)
    else:
        place = first("source")
        fields = lines[place].split(" ")
        lines[place] = " ".join([*fields[:-1], "0" * 64])
        changed = fields[7]
    text = one(checked(tmp_path, alone, written(lines, facts)), 24)
    assert changed in text and "run ./do of a release" in text


# 6


def test_a_block_that_was_cut(tmp_path: Path, alone: Path) -> None:
    """The last lengths of the last process are missing."""
    start, end = block(-2)
    place = next(i for i in range(start, end) if " cycles 1536 " in LINES[i])
    last = [each for each in LINES[place:end] if " took " in each]
    text = one(checked(tmp_path, alone, written([*LINES[:place], *last, *LINES[end:]])), 15)
    assert re.match(r"line \d+: a block of 3 lengths", text) and "run ./do again" in text


# 7


def dated(day: str) -> list[str]:
    return [re.sub(r"^(\S+ \S+ \S+) \d{8}", rf"\1 {day}", each) for each in LINES]


@pytest.mark.parametrize("day", ["20991231", "20200101", "19700101"])
def test_a_wrong_date(tmp_path: Path, alone: Path, day: str) -> None:
    """The clock was right when the processes began, or wrong for the whole run."""
    name = REAL.name.replace("20261121", day)
    text = one(checked(tmp_path, alone, written(dated(day)), name), 60)
    assert day in text and "run ./do again" in text


def scaled(text: str, factor: float) -> str:
    return re.sub(r" clock ([\d.]+)", lambda c: f" clock {factor * float(c[1]):.4f}", text)


@pytest.mark.parametrize("change", [
    lambda place: ([scaled(each, 10) for each in LINES], scaled(FACTS, 10)),
    lambda place: (LINES, scaled(FACTS, 1000)),
    lambda place: ([*LINES[:place], scaled(LINES[place], 20), *LINES[place + 1 :]], FACTS),
])  # fmt: skip
def test_a_clock_that_no_core_has(
    tmp_path: Path, alone: Path, change: Callable[[int], tuple[list[str], str]]
) -> None:
    """The counter was misread for the whole run, in its facts, or once."""
    text = one(checked(tmp_path, alone, written(*change(first("clock", block(1)[0])))), 34)
    assert re.search(r"a clock of \S+ MHz on|core cycles per tick", text)


def test_a_clock_misread_beside_a_disturbance(tmp_path: Path, alone: Path) -> None:
    """The system held the core while its clock was read: `drift` is said, the run is sound."""
    place = first("clock", block(1)[0])
    lines = [*LINES[:place], scaled(LINES[place], 20), *LINES[place + 1 :]]
    end = next(i for i in range(place + 1, len(lines)) if " clock " in lines[i])
    flagged = r"((.* )cycles (\d+) .*)"
    lines[place:end] = [re.sub(flagged, r"\1\n\2flag \3 drift 19", x) for x in lines[place:end]]
    lines = "\n".join(lines).split("\n")
    assert not checked(tmp_path, alone, written(lines)).findings
