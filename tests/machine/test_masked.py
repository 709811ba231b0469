"""CPUs that show another's numbers, on recorded facts of real ones.

tests/cpus has a file for each: what it is, the source, and the facts as in a result file.
Those named synthetic have other numbers put into a real dump.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from hostile.making import MEMBERS, REAL
from summing import packed, summed

from shootout.collect.checked import Report, check
from shootout.common.errors import Trouble
from shootout.machine import notes
from shootout.machine.microarchitecture import (
    CACHES,
    FEATURES,
    HIDDEN,
    NAME,
    Identity,
    cpu_of,
    identify,
    order,
)
from shootout.report.exclusions import words_of
from shootout.report.machines import contestants, summarise
from shootout.results.reader import read

FILES = sorted((ROOT / "tests" / "cpus").iterdir())
FACTS = {f.name: dict(line.split(" ", 1) for line in f.read_text().splitlines()) for f in FILES}
HONEST = [name for name, facts in FACTS.items() if facts["is"] in order()]
VM = "granite-rapids-vm"


def found(facts: dict[str, str], word: str = "") -> Identity:
    return identify(cpu_of(word or facts["cpuid"], facts))


@pytest.mark.parametrize("name", FACTS)
def test_a_recorded_cpu_gets_its_name(name: str) -> None:
    facts = FACTS[name]
    assert str(found(facts)) == facts["is"]
    assert facts["source"] and ("SYNTHETIC" in facts["source"]) == name.startswith("synthetic")


def test_there_are_enough_of_them() -> None:
    assert len(HONEST) >= 10
    assert len([name for name in FACTS if name.startswith("synthetic")]) >= 2


@pytest.mark.parametrize("name", HONEST)
def test_other_numbers_give_no_other_name_but_the_one_they_claim(name: str) -> None:
    """Each CPU with the numbers of each other: told by its core, unknown, or not noticed."""
    facts = FACTS[name]
    noticed = set()
    for other in HONEST:
        identity = found(facts, FACTS[other]["cpuid"])
        if identity.claims:
            noticed.add(identity.name)
            assert identity.against
            assert identity.name in (facts["is"], f"unknown, says {identity.claims}")
        elif FACTS[other]["is"] == facts["is"]:
            assert identity.name == facts["is"]
    assert noticed or not facts["cpuid"].startswith(("Genuine", "Authentic"))


@pytest.mark.parametrize("name", HONEST)
def test_a_feature_that_is_hidden_proves_nothing(name: str) -> None:
    facts = FACTS[name]
    few = {**facts, FEATURES: "fpu lm hypervisor", CACHES: "unknown"}
    assert not found(few).claims
    assert not found({"is": "", "cpuid": facts["cpuid"], NAME: facts["is"]}).claims


@pytest.mark.parametrize(
    ("name", "caches"),
    [("skylake-x", "L1d=32K L1i=32K L2=4096K L3=16384K"), ("zen3", "L1d=64K L1i=64K L2=512K")],
)
def test_caches_that_a_hypervisor_invents(name: str, caches: str) -> None:
    facts = {**FACTS[name], CACHES: caches}
    assert found(facts).claims, "no such core has these caches"
    guest = {**facts, FEATURES: facts[FEATURES] + " hypervisor"}
    assert str(found(guest)) == facts["is"]


# Result files


def claiming(folder: Path, name: str, claim: str, keys: tuple[str, ...]) -> Path:
    """A result file with the processor and some facts of a recorded CPU."""
    facts = FACTS[name]
    text = MEMBERS["machine"].decode()
    old = next(line.split()[1] for line in text.splitlines() if line.startswith("cpuid "))
    lines = [line for line in text.splitlines() if not line.startswith(("cpuid ", f"{NAME} "))]
    lines += [f"cpuid {facts['cpuid']}", f"{NAME} {claim}", *(f"{k} {facts[k]}" for k in keys)]
    data = MEMBERS["data"].replace(old.encode(), facts["cpuid"].encode())
    file = folder / REAL.name
    machine = "\n".join([*lines, ""]).encode()
    file.write_bytes(packed({**MEMBERS, "machine": machine, "data": summed_again(data)}))
    return file


def summed_again(data: bytes) -> bytes:
    """The lines with new sums, since the processor is in them."""
    lines = [line for line in data.decode().splitlines() if " sum " not in line]
    return "\n".join([*summed(lines), ""]).encode()


def rules_of(report: Report) -> set[int]:
    return {finding.rule for finding in report.findings}


@pytest.mark.parametrize(("name", "claim", "rules"), [
    (VM, f"Redwood Cove{HIDDEN}", {42}), (VM, "Redwood Cove", {31, 42}),
    (VM, "Cypress Cove", {31, 42}), (VM, "unknown, says Cypress Cove", {31, 42}),
    ("rocket-lake", "Cypress Cove", set()), ("rocket-lake", f"Redwood Cove{HIDDEN}", {31}),
    ("emulated-x64", "unknown, says Bulldozer", {41}), ("emulated-x64", "Bulldozer", {31, 41}),
])  # fmt: skip
def test_check_notices(tmp_path: Path, name: str, claim: str, rules: set[int]) -> None:
    report = check(claiming(tmp_path, name, claim, (FEATURES, CACHES)), tmp_path)
    assert rules_of(report) & {31, 41, 42} == rules
    assert report.ok == (31 not in rules)
    assert report.microarchitecture == FACTS[name]["is"].replace(HIDDEN, "")


def test_a_note_tells_what_an_older_file_does_not(tmp_path: Path) -> None:
    """Its facts stay as they are; the name that is shown follows from the note."""
    file = claiming(tmp_path, VM, "Cypress Cove", ())
    before = check(file, tmp_path)
    assert not rules_of(before) & {31, 41, 42} and before.microarchitecture == "Cypress Cove"
    assert {c.microarchitecture for c in contestants(read(file), file)} == {"Cypress Cove"}

    folder = tmp_path / "noted"
    folder.mkdir()
    (folder / notes.FILE).write_text(
        "# a comment\n\nother  a board\ntestbox  A guest: +amx_tile, +avx512_fp16, +L1i=64K.\n"
    )
    file = file.rename(folder / file.name)
    after = check(file, folder)
    assert after.ok and rules_of(after) - rules_of(before) == {42}
    assert after.microarchitecture == "Redwood Cove"
    shown = contestants(read(file), file)
    assert {(c.microarchitecture, "model hidden" in c.states) for c in shown} == {
        ("Redwood Cove", True)
    }


def test_the_run_on_granite_rapids_is_shown_as_such() -> None:
    (file,) = (ROOT / "data").glob("graniterapids-vm-*.tar.gz")
    assert read(file, curves=False).facts[NAME] == "Cypress Cove", "facts stay as recorded"
    shown = summarise(file).contestants
    assert {(c.microarchitecture, "model hidden" in c.states) for c in shown} == {
        ("Redwood Cove", True)
    }
    assert all(words_of(c)[-1] == "model hidden" for c in shown)


def test_a_note_does_not_outweigh_recorded_features(tmp_path: Path) -> None:
    (tmp_path / notes.FILE).write_text("testbox  +amx_tile +avx512_fp16 +L1i=64K\n")
    file = claiming(tmp_path, "rocket-lake", "Cypress Cove", (FEATURES, CACHES))
    assert not rules_of(check(file, tmp_path)) & {31, 41, 42}


@pytest.mark.parametrize("line", ["box", "box a note", "  a note", "one  a\none  b"])
def test_malformed_notes(tmp_path: Path, line: str) -> None:
    (tmp_path / notes.FILE).write_text(f"{line}\n")
    with pytest.raises(Trouble, match=r"machines, line \d: "):
        notes.read(tmp_path)


def test_notes_name_machines_and_features_of_the_table() -> None:
    words = " ".join(facts[FEATURES] for facts in FACTS.values()).split()
    for machine in notes.read(ROOT / "data"):
        assert list((ROOT / "data").glob(f"{machine}-*")), machine
        for word in notes.features(ROOT / "data", machine):
            stated = word in ("cycles", "apart") or "=" in word
            assert word in words or stated, f"{machine}: no CPU has a feature {word}"
