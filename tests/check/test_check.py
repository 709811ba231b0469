"""./do check: hostile files are refused for the right reason, real ones are not."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned
from hostile import FILES, REAL, Hostile

from shootout.check.rules import ERROR, rules
from shootout.check.strict import miscounted
from shootout.collect.checked import Finding, check
from shootout.commands.summary import submission
from shootout.common.errors import Trouble

LISTED = ROOT / "docs" / "check.md"
SUPERCOP = sorted((ROOT / "tests" / "data").glob("supercop-20*.data"))


def made(hostile: Hostile, folder: Path) -> Path:
    file = folder / hostile.name
    file.write_bytes(hostile.make())
    return file


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_for_its_reason(tmp_path: Path, name: str) -> None:
    report = check(made(FILES[name], tmp_path))
    severity = next(rule.severity for rule in rules() if rule.number == FILES[name].rule)
    found = [finding.rule for finding in report.of(severity)]
    assert FILES[name].rule in found, report.findings
    assert report.ok == (severity != ERROR)
    assert len(report.findings) < 40 and all(
        len(f.text) < 400 and f.text.isprintable() for f in report.findings
    )
    assert list(tmp_path.iterdir()) == [tmp_path / FILES[name].name]


@pytest.mark.parametrize(
    ("name", "rule", "other"), [("a_round_twice", 15, 4), ("a_member_twice", 4, 15)]
)
def test_what_is_there_twice_breaks_one_rule(
    tmp_path: Path, name: str, rule: int, other: int
) -> None:
    found = {finding.rule for finding in check(made(FILES[name], tmp_path)).findings}
    assert rule in found and other not in found


def test_every_rule_that_refuses_has_a_hostile_file() -> None:
    # Signatures, and copies of other machines, have tests of their own.
    tried = {hostile.rule for hostile in FILES.values()}
    errors = {rule.number for rule in rules() if rule.severity == ERROR}
    assert errors - tried <= {6, 63}


@pytest.mark.parametrize("file", [REAL, *SUPERCOP], ids=str)
def test_a_real_file_is_sound(file: Path) -> None:
    report = check(file)
    assert report.ok, report.errors
    assert report.kind == ("supercop" if file in SUPERCOP else "shootout")


def test_a_disturbed_length_of_supercops_is_told() -> None:
    report = check(next(file for file in SUPERCOP if "2026" in file.name))
    (finding,) = report.findings
    assert finding.rule == 52 and "skein512512" in finding.text and "3.17" in finding.text


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="cannot be read"):
        check(tmp_path / "none.tar.gz")


def test_the_document_lists_the_rules_of_the_code() -> None:
    listed = re.findall(
        r"^(\d+)\. \*\*(\w+)\*\* \((\w+)\): (.*(?:\n   .*)*)", LISTED.read_text(), re.M
    )
    told = [(int(n), severity, group, " ".join(why.split())) for n, severity, group, why in listed]
    assert sorted(told) == [(r.number, r.severity, r.group, r.reason) for r in rules()]


def test_every_rule_says_why_in_its_own_words() -> None:
    reasons = [rule.reason for rule in rules()]
    assert all(len(reason) > 30 for reason in reasons) and len(set(reasons)) == len(reasons)


def test_the_exit_status_is_a_promise(tmp_path: Path) -> None:
    bad = made(FILES["a_symbolic_link"], tmp_path)
    doubtful = tmp_path / "renamed.tar.gz"
    doubtful.write_bytes(REAL.read_bytes())
    for words, status in (
        ([REAL], 0), ([bad], 1), ([REAL, bad], 1), ([doubtful], 0), ([doubtful, "--strict"], 1),
        ([tmp_path / "none"], 1), ([], 2),
    ):  # fmt: skip
        done = do("check", *map(str, words), home=tmp_path)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr


def test_findings_for_programs(tmp_path: Path) -> None:
    bad = made(FILES["a_symbolic_link"], tmp_path)
    done = do("check", "--json", str(REAL), str(bad), home=tmp_path)
    good, refused = json.loads(done.stdout)
    assert good["ok"] and good["machine"] == "testbox"
    assert not refused["ok"] and refused["findings"][0]["rule"] == 3


def test_many_findings_are_told_in_few_lines(tmp_path: Path) -> None:
    report = check(made(FILES["a_clock_that_makes_everything_fast"], tmp_path))
    assert any("more like this" in finding.text for finding in report.findings)


def test_a_tree_takes_fewer_instructions_where_its_lanes_are_full() -> None:
    """Those of blake3/neon-scalar, which four chunks of 4096 bytes fill."""
    counts = "8 964 64 937 576 7934 1536 22018 4096 19288"
    assert not miscounted("blake3", counts)
    assert miscounted("sha256", counts) and miscounted("blake3", counts.replace("22018", "7000"))


def test_a_run_checks_its_own_result(tmp_path: Path, compiler: str) -> None:
    tree = tmp_path / "crypto_hash"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/ref", tree / "sha256" / "ref")
    words = ("run", "--quick", "--plain", "--machine", "testbox", "--compilers", compiler)
    done = do(*words, home=tmp_path, tree=tree)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = (tmp_path / "data").glob("*.tar.gz")
    grade, page, sent = done.stdout.splitlines()[-3:]
    assert grade.startswith("grade ") and page == f"draw it: ./do page {file}"
    report = check(file)
    busy = replace(report, findings=(Finding(54, "warning", "busy"),))
    quiet = replace(report, findings=(Finding(55, "note", "slow"),))
    by_hand = f"ready to submit: {file} (by hand, not by pull request: docs/submit.md)"
    assert submission(busy) == ["warning 54: busy", by_hand]
    assert submission(quiet) == [f"ready to submit: {file} (docs/submit.md)"]
    strict = do("check", "--strict", str(file), home=tmp_path)
    assert sent == (by_hand if strict.returncode else submission(quiet)[0])
    # The sources may be newer than the release, a virtual machine may hide its model, and a
    # busy machine disturbs so short a run.
    assert {finding.rule for finding in report.findings} <= {24, 25, 41, 42, 52, 54}
    again = do("check", str(file), home=tmp_path)
    assert again.returncode == 0 and ": sound" in again.stdout
