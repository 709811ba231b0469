"""The foundations of ./do check: floors, sums, hashes of sources, counters."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, copy_of
from hostile.making import LINES, MEMBERS, REAL
from summing import packed, summed

from shootout.collect.checked import check
from shootout.machine.counter import Counters
from shootout.registry import floors, releases
from shootout.registry.stage import stage
from shootout.registry.tree import Implementation, Primitive
from shootout.results import published
from shootout.results.archive import read_members
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.stats import LONG
from shootout.run import sources

SUM = re.compile(r"(?:^| )sum \d+ [0-9a-f]{8}$")


def test_no_published_figure_is_below_a_floor() -> None:
    for figure in published.load():
        assert figure.median > floors.floor_of(figure.primitive, "unknown"), figure
    without = {figure.primitive for figure in published.load()} - floors.read_floors()[0].keys()
    assert without <= {"jh256", "jh512", "sha3224", "sha3384"}


def test_no_real_figure_is_near_a_floor() -> None:
    for file in [REAL, *(ROOT / "tests" / "data").glob("supercop-20*.data")]:
        for row in rows_of(read(file).blocks):
            floor = floors.floor_of(row.primitive, row.implementation)
            for mlen, figure in row.figures.items():
                assert row.primitive == "null" or mlen == LONG or figure.median > 1.5 * floor


def test_floors_are_what_their_reasons_say() -> None:
    for line in floors.FLOORS.read_text().splitlines():
        found = re.match(r"\S+ +\S+ +([\d.]+) +# ([\d x+/()]+)$", line)
        if found:
            value = eval(found[2].replace("x", "*"), {})
            assert float(found[1]) <= value < float(found[1]) * 1.07 + 0.001, line


def test_portable_code_has_a_higher_floor() -> None:
    assert floors.floor_of("sha256", "ref") > floors.floor_of("sha256", "no-such-thing")
    assert floors.floor_of("sha256", "../sha256/ref") == floors.floor_of("sha256", "no-such-thing")
    assert 0 < floors.floor_of("no-such-hash", "ref") < 0.1


@pytest.mark.parametrize(("primitive", "higher", "lower"), [
    ("sha256", "avx2", "shani"), ("sha256", "sse41", "arm-sha"),
    ("groestl256", "ssse3", "vaes"), ("groestl256", "opt64", "vaes"),
    ("groestl512", "sse2", "avx2"), ("groestl512", "avx2", "avx512-vbmi"),
    ("round3jh256", "ssse3", "avx2"), ("round3jh512", "avx", "opt64"),
    ("keccakc512", "sse2", "avx512"), ("keccakc1024", "avx2", "neon"),
    ("blake256", "ssse3", "opt32"), ("blake512", "sse41-2", "neon"),
])  # fmt: skip
def test_a_floor_is_of_an_instruction_set(primitive: str, higher: str, lower: str) -> None:
    """Whether the folder is here, with its `architectures`, or only its name is known."""
    unknown = floors.floor_of(primitive, "no-such-thing")
    assert floors.floor_of(primitive, higher) > floors.floor_of(primitive, lower) >= unknown


def test_words_come_from_the_folder_before_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "sha256" / "avx2"
    assert floors.used("sha256", "avx2", tmp_path) == {"avx2"}
    folder.mkdir(parents=True)
    (folder / "api.h").touch()
    (folder / "architectures").write_text("amd64 ssse3 sha\n")
    floors.used.cache_clear()
    assert floors.used("sha256", "avx2", tmp_path) == {"ssse3", "sha"}


def test_sums_are_below_every_section() -> None:
    lines = summed(LINES)
    assert "\n".join([*lines, ""]).encode() == MEMBERS["data"]
    blocks = sum(" implementation " in line for line in LINES)
    assert sum(" sum " in line for line in lines) == blocks + 1
    assert summed([]) == []


def test_a_digest_of_sources_is_of_names_and_contents() -> None:
    files = {"a.c": b"1", "b.c": b"2"}
    assert sources.digest(files) == sources.digest(dict(reversed(files.items())))
    assert sources.digest(files) != sources.digest({"a.c": b"2", "b.c": b"1"})
    assert sources.digest(files) != sources.digest({"a.c": b"1"})


def test_a_folder_and_what_is_compiled_of_it_have_one_digest(tmp_path: Path) -> None:
    folder = tmp_path / "crypto_hash" / "sha256" / "ref"
    copy_of("sha256/ref", folder)
    mine = Implementation(Primitive("sha256", folder.parent), "ref", folder)
    stage(mine, tmp_path / "stage")
    staged = {file.name: file.read_bytes() for file in (tmp_path / "stage").iterdir()}
    assert sources._own(staged, "sha256") == sources.of_implementation(mine)


def test_a_run_of_no_release_is_marked_modified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "releases"
    monkeypatch.setattr(releases, "RELEASES", file)
    facts = dict(line.split(" ", 1) for line in MEMBERS["machine"].decode().splitlines())
    told = {line.split()[7]: line.split()[8] for line in LINES if " source " in line}
    names = [("harness", facts["harness"]), *told.items()]

    def lines(names: Sequence[tuple[str, str]]) -> str:
        return "".join(f"20261121 {name} {found}\n" for name, found in names)

    def numbers() -> set[int]:
        return {finding.rule for finding in check(REAL).findings}

    assert not numbers() & {24, 25}, "where no release is known, none is missed"
    file.write_text(lines(names))
    assert not numbers() & {24, 25}
    file.write_text(lines(names[:2]))
    assert 25 in numbers() and 24 not in numbers()
    changed = [(name, "0" * 64) for name, _ in names]
    file.write_text(lines(changed))
    assert 24 in numbers() and check(REAL).ok


def test_a_counters_fact_is_read_as_it_was_printed() -> None:
    text = "x86-tsc step 24.5 cost 27.6 persecond 2445432013 converted clock 1.3261 pace 6.088"
    found = Counters.of_fact(text)
    assert found and found.fact() == text and found.best.grain == 24.5
    exact = Counters.of_fact(text.replace("converted", "core cycles").replace("27.6", "270"))
    assert exact and exact.best.exact and exact.best.grain == 270


@pytest.mark.parametrize(("old", "new"), [
    ("step 24.5", "step 0"), ("step 24.5", "step nan"), ("step 24.5", "step 1e9"),
    ("step 24.5", "step x"), ("cost 27.6", "cost -1"), ("clock 1.3261", "clock 1.3.2"),
    ("converted", "guessed"), ("pace 6.088", "pace"), ("persecond 2445", "persecond 2445000000"),
])  # fmt: skip
def test_a_fact_that_tells_no_counter(old: str, new: str) -> None:
    text = "x86-tsc step 24.5 cost 27.6 persecond 2445432013 converted clock 1.3261 pace 6.088"
    assert old in text and Counters.of_fact(text.replace(old, new)) is None


def test_a_curve_of_other_code_is_told(tmp_path: Path) -> None:
    """The names of two implementations are exchanged among the curves."""
    file = ROOT / "data" / "graniterapids2-vm-20261123-092624.tar.gz"
    members = {name: text for name, text in read_members(file).items() if name != "MANIFEST"}
    names = {b"bblake256/ref": b"bblake256/avx512", b"bblake256/avx512": b"bblake256/ref"}
    swapped = re.sub(
        rb"(?<=crypto_hash/)bblake256/(ref|avx512)(?= )", lambda found: names[found[0]],
        members["curves"],
    )  # fmt: skip
    lines = [each for each in swapped.decode().splitlines() if not SUM.search(each)]
    curves = "\n".join([*summed(lines), ""]).encode()
    (tmp_path / file.name).write_bytes(packed({**members, "curves": curves}))
    report = check(tmp_path / file.name, tmp_path)
    texts = [finding.text for finding in report.findings if finding.rule == 47]
    assert report.ok and texts and "bblake256" in texts[0] and "the curve takes" in texts[0], report


def test_a_letter_that_was_changed_is_found(tmp_path: Path) -> None:
    """Whatever an editor or a disk did to a line, its sum tells."""
    chance = random.Random(4)
    text = MEMBERS["data"]
    for _ in range(20):
        place = chance.randrange(len(text) - 1)
        letter = bytes([text[place] ^ 1 << chance.randrange(7)])
        changed = text[:place] + letter + text[place + 1 :]
        (tmp_path / REAL.name).write_bytes(packed({**MEMBERS, "data": changed}))
        assert not check(tmp_path / REAL.name).ok, (place, letter)
