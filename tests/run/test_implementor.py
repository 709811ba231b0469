"""Whoever writes an implementation: where it is wrong, why it does not compile, where it stands."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Shared, copy_of, do, pinned

from shootout.commands import summary
from shootout.run.verdicts import first_error

WRONG = 119  # bytes; the only length at which the digest is wrong
AT_ONCE = ("--quick", "--plain", "--machine", "testbox")


class Ran(NamedTuple):
    """What ./do said, and the result files that it left, by folder."""

    stdout: str
    stderr: str
    files: Mapping[str, list[str]]


@pytest.fixture(scope="module")
def runs(shared: Shared, compiler: str) -> list[Ran]:
    """Three runs of code that is being written: by itself, beside others and saved, all alone."""
    home = shared.folder("implementor")
    return [Ran(*each) for each in shared.data("implementor-runs", lambda: run(home, compiler))]


def run(home: Path, compiler: str) -> list[tuple[str, str, Mapping[str, list[str]]]]:
    tree, found = home / "crypto_hash", []
    pinned("sha256", tree / "sha256")
    copy_of("sha256/ref", tree / "sha256" / "ref")
    begin = "unsigned long long inlen)\n{\n"
    for name, text in (
        ("mine", "    (void)0;\n"),
        ("wrong", f"    if (inlen == {WRONG})\n        return *out = 1, 0;\n"),
        ("broken", "    const char *s = 0;\n    undeclared = 1;\n"),
    ):
        copy_of("sha256/opt64", tree / "sha256" / name, {begin: begin + text})
    for names in (("mine", "wrong", "broken"), ("--save", "mine", "ref"), ("wrong",)):
        if names == ("wrong",):
            for other in ("mine", "ref", "broken"):
                shutil.rmtree(tree / "sha256" / other)
        words = [name if name.startswith("-") else f"sha256/{name}" for name in names]
        done = do("run", *words, *AT_ONCE, "--compilers", compiler, home=home, tree=tree)
        places = {"data": home / "data", "trials": home / "build" / "trials"}
        files = {key: list(map(str, place.glob("*.tar.gz"))) for key, place in places.items()}
        found.append((done.stdout, done.stderr, files))
    return found


def test_a_wrong_digest_names_its_first_length(runs: list[Ran]) -> None:
    """The judge, sha256/ref, is built unasked; lengths are those to 4096 and 16 beyond."""
    for said in (runs[0].stdout, runs[0].stderr):
        assert f"first wrong length {WRONG}, 1 of 4113 lengths" in said
        assert "sha256/ref" not in said


def test_without_a_judge_the_reason_is_given(runs: list[Ran]) -> None:
    assert "no right implementation of sha256 here tells the length" in runs[2].stderr


def test_failures_are_told_before_anything_is_timed(runs: list[Ran]) -> None:
    before = runs[0].stderr.partition("time all")[0]
    for name in ("broken", "wrong"):
        assert re.search(rf"^failed: sha256/{name} \(\w+, .*\)", before, re.M), before


def test_the_first_error_is_whole(runs: list[Ran]) -> None:
    """As the compiler printed it: function, line, the code itself, the place in it."""
    said = runs[0].stderr.partition("does not compile")[2].partition("failed:")[0]
    assert re.search(r"^    hash\.c:\d+:\d+: error: .*undeclared", said, re.M), said
    assert "undeclared = 1;" in said and "^" in said


def test_it_sees_where_it_stands(runs: list[Ran]) -> None:
    assert re.search(r"^sha256\s+mine\s", runs[0].stdout, re.M)
    assert "sha256/mine: nothing to compare it with; try ./do run sha256\n" in runs[0].stdout
    for name in ("mine", "ref"):
        (line,) = set(re.findall(rf"^sha256/{name}: .*", runs[1].stdout, re.M))
        assert re.search(r"fastest, (some )?\d|times \w+, the fastest|not told|level with", line)


def test_a_trial_is_no_result(runs: list[Ran]) -> None:
    (trial,) = runs[0].files["trials"]
    answer, grade, _, last = runs[0].stdout.splitlines()[-4:]
    assert answer.startswith("sha256/mine: nothing to compare") and grade.startswith("grade ")
    assert last == f"a trial, not among the results (--save puts one there): {trial}"
    assert [len(each.files["data"]) for each in runs] == [0, 1, 1]
    assert [len(each.files["trials"]) for each in runs] == [1, 1, 1]


# The first error of a compiler's output, by hand


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        (
            "a.c:1:5: warning: unused\na.c: In function 'f':\na.c:3:1: error: one\n  3 | x\n"
            "    ^\na.c:3:1: note: more\na.c:9:1: error: two",
            [1, 2, 3, 4, 5],
        ),
        (
            "In file included from a.c:1:\n                 from b.c:2:\nb.h:1:1: fatal error: no",
            [0, 1, 2],
        ),
        ("<command-line>: error: called\nb.c:56:9: note: in expansion of\n 56 | f()", [0, 1, 2]),
        ("ld: a.o: undefined reference to `g'\ncollect2: error: ld returned 1", [0, 1]),
        ("A.java:3: error: ';' expected\n  int i\n       ^\n1 error", [0, 1, 2, 3]),
    ],
    ids=["gcc", "included", "macro", "linker", "javac"],
)  # fmt: skip
def test_the_first_error(output: str, lines: list[int]) -> None:
    every = output.splitlines()
    assert first_error(every) == [every[i] for i in lines]


def test_at_the_end_only_what_has_changed_is_told_again() -> None:
    title = "box amd64, 20261122, x86-tsc converted by {} core cycles per tick\n\n"
    table = title + "sha256 ref 1.00 \u00b10.5%\n\ngrade {}: the clock moved\n    by 1%\n"
    other = "box x86, 20261122, x86-tsc not converted\n\ngrade C: ticks\n"
    told = table.format("1.3", "B") + other
    assert summary._anew(table.format("1.3 to 1.4", "B"), told) == ""
    assert summary._anew(table.format("1.3", "C"), told) == ""
    assert summary._anew(other, told) == ""
    assert summary._anew(table.format("1.3", "B").replace("1.00", "1.01"), told) == ""
    for other in ("1.01?", "1.04"):
        more = table.format("1.3", "B").replace("1.00", other)
        assert summary._anew(more, told) == more
