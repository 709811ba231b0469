"""An implementation begun with another's code, timed beside what this machine knows; a figure
timed again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Shared, copy_of, do, pinned

from shootout.build.cells import Cell
from shootout.build.compilers import Compiler
from shootout.commands.reproduce import best, wanted
from shootout.machine import naming, target
from shootout.machine.cpu import Cpu
from shootout.ranking import beside
from shootout.registry.tree import implementations, primitives
from shootout.results.reader import read

SLOWER = "    for (volatile int i = 0; i < 30000; ++i) {}\n"
BODY = "unsigned long long inlen)\n{\n"
AT_ONCE = ("--quick", "--plain", "--machine", "testbox")


@pytest.fixture(scope="module")
def told(shared: Shared, compiler: str) -> Mapping[str, Any]:
    """What commands said, one after another: a run of two, ./do new, a run of the new alone,
    then its figure and that of a changed implementation again."""
    home = shared.folder("new")
    found: Mapping[str, Any] = shared.data("new-told", lambda: _say(home, compiler))
    return found


def _say(home: Path, compiler: str) -> dict[str, Any]:
    tree = home / "crypto_hash"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/ref", tree / "sha256" / "ref")
    copy_of("sha256/opt64", tree / "sha256" / "opt64")
    only = ("--compilers", compiler)

    def run(*words: str) -> tuple[int, str, str]:
        done = do(*words, home=home, tree=tree)
        return done.returncode, done.stdout, done.stderr

    def changed(name: str) -> None:
        for file in (tree / "sha256" / name).glob("*.c"):
            text = file.read_text()
            file.write_text(text.replace(BODY, BODY + SLOWER))

    said = {"both": run("run", "sha256/*", *AT_ONCE, *only)}
    (kept,) = (home / "data").glob("*.tar.gz")
    said["new"] = run("new", "sha256/mine", "--from", "opt64")
    said["files"] = sorted(f.name for f in (tree / "sha256" / "mine").iterdir())
    changed("mine")
    said["mine"] = run("run", "sha256/mine", *AT_ONCE, *only)
    again = ("reproduce", str(kept), "sha256/ref", "1536", "--plain")
    said["again"] = run(*again)
    changed("ref")
    said["changed"] = run(*again)
    shutil.rmtree(tree / "sha256" / "ref")
    said["gone"] = run(*again)
    copy_of("sha256/ref", tree / "sha256" / "ref")
    done = do("run", "sha256/mine", *AT_ONCE, *only, home=home / "fresh", tree=tree)
    said["fresh"] = done.returncode, done.stdout, done.stderr
    said["kept"] = [len(list((home / "data").glob("*.gz")))]
    return said


def test_new_copies_what_it_names(told: Mapping[str, Any]) -> None:
    status, stdout, _ = told["new"]
    assert status == 0 and "./do run sha256/mine --quick" in stdout
    assert {"api.h", "from"} <= set(told["files"]) and "tuned" not in told["files"]


def test_it_runs_beside_the_fastest_and_its_origin(told: Mapping[str, Any]) -> None:
    """Both are opt64 here, so ref is not timed."""
    status, stdout, stderr = told["mine"]
    assert status == 0, stderr
    assert "beside sha256/mine: opt64\n" in stderr
    line = re.findall(r"^sha256/mine: .*", stdout, re.M)[-1]
    assert re.search(r"[\d.]+ times opt64, the fastest", line), line
    assert not re.search(r"^SHA-256 +ref ", stdout, re.M)


def test_in_a_fresh_clone_its_origin_is_timed_along(told: Mapping[str, Any]) -> None:
    status, stdout, stderr = told["fresh"]
    assert status == 0 and "beside sha256/mine: opt64\n" in stderr, stderr
    assert re.search(r"^sha256/mine: [\d.]+ times opt64, the fastest", stdout, re.M), stdout


def test_data_tell_the_fastest_of_this_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naming, "own_files", lambda: [])
    # The newest run of the Zen 4 has other functions.
    for core, found in (("Zen 3", True), ("Zen 4", True), ("no such core", False)):
        monkeypatch.setattr(beside, "microarchitecture", lambda _, core=core: core)
        rows = next(beside._timed("blake256"), [])
        assert bool(rows) == found and {row.primitive for row in rows} <= {"blake256"}


def test_first_figures_are_of_the_code_that_was_fastest_in_data() -> None:
    lines = [Compiler((name, "-O3"), "amd64", "1") for name in ("gcc", "clang")]
    of_two = [p for p in primitives() if p.name in ("sha256", "md5")]
    some = {(p.name, i.name): i for p in of_two for i in implementations(p)}
    cells = [Cell(i, c) for i in some.values() for c in lines if i.name in ("ref", "opt64")]
    its = next(i for i in beside.likely(cells) if i[0].primitive == "sha256")
    assert its[0] == Cell(some["sha256", "opt64"], lines[0]) and len({*its}) == len(its)
    assert beside.likely(cells[:0]) == []


def test_a_figure_is_timed_again(told: Mapping[str, Any]) -> None:
    """Noise may come between; what both figures depend on is the same."""
    status, stdout, stderr = told["again"]
    assert re.search(r"^file: [\d.]+ .* per byte", stdout, re.M), stderr
    assert re.search(r"^here: [\d.]+ .* per byte", stdout, re.M)
    assert "sources:" not in stdout and "compiler:" not in stdout
    assert (status == 0) == ("they agree" in stdout)


def test_a_figure_is_of_the_own_abi_first() -> None:
    result = read(min((ROOT / "data").glob("milan-vm-*.tar.gz")), curves=False)
    rows = wanted(result, "blake256/sse2", 1536, "", "")
    assert {best(rows, 1536, [abi, "x86", "amd64"]).abi for abi in ("x86", "arm64")} == {"x86"}
    assert best(rows, 1536, ["amd64", "x86"]).abi == "amd64"


def test_a_machine_has_the_same_name_in_every_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = set()
    for identity, clone in (("a" * 32, "one"), ("a" * 32, "two"), ("b" * 32, "three")):
        monkeypatch.setattr(target, "read", {Path("/etc/machine-id"): identity}.get)
        monkeypatch.setattr(target, "own", lambda: Cpu("unknown", "unknown", ()))
        names.add(naming.name(None, tmp_path / clone))
    assert len(names) == 2 and all(re.fullmatch("machine-[0-9a-f]{4}", name) for name in names)


def test_changed_code_is_named(told: Mapping[str, Any]) -> None:
    status, stdout, _ = told["changed"]
    assert status == 0
    assert re.search(r"^sources: [0-9a-f]{12} in the file, [0-9a-f]{12} here$", stdout, re.M)
    assert "they differ, and so does what is named above" in stdout


def test_code_that_is_gone_is_said(told: Mapping[str, Any]) -> None:
    assert told["gone"][0] == 2
    assert "sha256/ref: no such primitive or implementation in crypto_hash" in told["gone"][2]


def test_only_released_code_is_a_result(told: Mapping[str, Any]) -> None:
    assert told["kept"] == [1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sha256",), "a function and a name are wanted"),
        (("sha999/mine",), "no such function"),
        (("sha256/../mine",), "a name has 1 to 64"),
        (("sha256/mine", "--from", "opt65"), "did you mean opt64"),
        (("sha256/ref",), "exists already"),
    ],
)
def test_bad_names_are_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    tree = tmp_path / "crypto_hash"
    for name in ("ref", "opt64"):
        copy_of(f"sha256/{name}", tree / "sha256" / name)
    before = sorted(tmp_path.rglob("*"))
    done = do("new", *words, home=tmp_path, tree=tree)
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert sorted(tmp_path.rglob("*")) == before
