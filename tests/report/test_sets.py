"""Sets of functions: what ./do times with and without --set, and where results show it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned

from shootout.common.errors import Usage
from shootout.registry.families import PAPER
from shootout.registry.sets import chosen
from shootout.registry.tree import select
from shootout.report.page import page
from shootout.results.reader import read

SETS = {"sha256": "paper", "sha224": "sisters", "blake256": "alternates", "groestl256": ""}
QUICK = ("--quick", "--plain", "--machine", "testbox", "--compilers")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A function of each of three sets, and one that names none."""
    top = tmp_path_factory.mktemp("tree") / "crypto_hash"
    for primitive, name in SETS.items():
        pinned(primitive, top / primitive)
        copy_of(f"{primitive}/opt64", top / primitive / "opt64")
        if name:
            (top / primitive / "set").write_text(f"{name}\n")
    return top


def timed(home: Path) -> set[str]:
    """The primitives of the newest result file."""
    *_, file = sorted((home / "data").glob("*.tar.gz"), key=lambda f: f.stat().st_mtime_ns)
    return {b.primitive for b in read(file).blocks}


def test_without_a_word_the_default_is_timed_and_drawn(
    tree: Path, tmp_path: Path, compiler: str
) -> None:
    ran = do(*QUICK, compiler, home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stderr
    assert "2 functions, 2 implementations, " in ran.stderr
    assert timed(tmp_path) == {"sha256", "groestl256", "null"}
    drawn = {f.name for f in (tmp_path / "graphs").rglob("*.pdf")}
    assert {"shootout.pdf", "sha256.pdf", "groestl256.pdf"} <= drawn
    assert not {f for f in drawn if f.startswith(("alternates", "sisters", "sha224", "blake"))}


def test_a_run_times_a_set(tree: Path, tmp_path: Path, compiler: str) -> None:
    ran = do("run", "--set", "alternates", *QUICK, compiler, home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stderr
    assert timed(tmp_path) == {"blake256", "null"}


@pytest.mark.parametrize(("patterns", "group", "expected"), [
    ([], "paper", {"sha256", "groestl256"}),
    (["sha224", "blake256/opt64"], "", {"sha224", "blake256"}),
    (["sha*"], "sisters", {"sha224"}),
    ([], "all", set(SETS)),
])  # fmt: skip
def test_patterns_and_sets(patterns: list[str], group: str, expected: set[str], tree: Path) -> None:
    assert {i.primitive.name for i in select(patterns, tree, group=group)} == expected


def test_results_show_a_set_each(tree: Path, tmp_path: Path, compiler: str) -> None:
    ran = do("run", "--set", "all", *QUICK, compiler, home=tmp_path, tree=tree)
    assert ran.returncode == 0, ran.stderr
    assert timed(tmp_path) == {*SETS, "null"}
    heads = [s for s in ran.stdout.splitlines() if s.startswith("testbox amd64")]
    # Reports go by this checkout's sets, where blake256 is of the paper.
    assert [", sisters, " in head for head in heads] == [False, True]
    shown = do("tables", "--set", "sisters", home=tmp_path)
    assert "\nSHA-224 " in shown.stdout and "\nSHA-256 " not in shown.stdout
    none = do("tables", "--set", "nosuchset", home=tmp_path)
    assert none.returncode == 2 and "nosuchset: no such set; there are paper" in none.stderr
    for name, file in (("paper", "shootout.html"), ("sisters", "sisters-shootout.html")):
        made = do("page", "--set", name, home=tmp_path)
        assert made.returncode == 0, made.stderr
        text = (tmp_path / "graphs" / file).read_text()
        assert '"sha224":' in text and '"groestl256":' in text, "they stand side by side"
        beside = ["paper", "sisters"][name == "paper"]
        assert f'"{beside}"]' in text.split('"lengths"')[0], "those of the other set are marked"


def test_a_set_asks_for_longer_messages(tmp_path: Path, compiler: str) -> None:
    ran = do("run", "shake128/opt64", *QUICK, compiler, home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    # On a busy machine the table is printed again behind the curves, which changed its grade.
    *_, head = [line.split() for line in ran.stdout.splitlines() if line.startswith("function ")]
    assert head[3:] == [
        "1048576", "65536", "4096", "1536", "576", "64", "8", "spread", "output",
        "security",
    ]  # fmt: skip
    *_, row = [line.split() for line in ran.stdout.splitlines() if line.startswith("shake128 ")]
    assert row[-2:] == ["1344", "128"] and "-" not in row
    assert "shake128: FIPS 202" in ran.stdout
    (trial,) = tmp_path.rglob("testbox-*.tar.gz")
    target = tmp_path / "page.html"
    made = do("page", str(trial), "--set", "today", "--output", str(target), home=tmp_path)
    assert made.returncode == 0, made.stderr
    assert '"shake128":[1344,128,"FIPS 202' in target.read_text()


@pytest.mark.parametrize(("words", "said"), [
    (("--set", "nosuchset"), "--set nosuchset: no such set; there are paper, alternates"),
    (("--set", "alternates", "sha256"), "sha256: no such primitive or implementation in the set"),
], ids=["unknown", "of another set"])  # fmt: skip
def test_what_is_in_no_set(words: tuple[str, ...], said: str, tree: Path, tmp_path: Path) -> None:
    failed = do("run", *words, home=tmp_path, tree=tree)
    assert failed.returncode == 2
    assert said in failed.stderr and "Traceback" not in failed.stderr


def test_the_list_names_sets(tree: Path, tmp_path: Path) -> None:
    listed = do("list", home=tmp_path, tree=tree)
    heads = [line for line in listed.stdout.splitlines() if line.startswith(tuple(SETS))]
    assert sorted(heads) == sorted(f"{p}, of the set {s}" if s else p for p, s in SETS.items())


def test_no_sets_at_all(tmp_path: Path) -> None:
    """In a tree of SUPERCOP everything is timed."""
    for name in ("one", "two"):
        shutil.copytree(ROOT / "crypto_hash/sha256/ref", tmp_path / name / "ref")
    assert {i.primitive.name for i in select([], tmp_path)} == {"one", "two"}
    assert chosen(tmp_path / "one", "paper") and not chosen(tmp_path / "one", "alternates")
    with pytest.raises(Usage, match="no such set; there are default, all"):
        select([], tmp_path, group="alternates")


def test_the_set_paper_has_the_twelve() -> None:
    expected = "sha256 sha512 blake256 blake512 groestl256 groestl512 round3jh256 round3jh512"
    assert list(PAPER.primitives) == [
        *expected.split(), "keccakc512", "keccakc1024", "skein512256", "skein512512",
    ]  # fmt: skip
    assert PAPER.bits == ("256", "512")
    assert [f.name for f in PAPER.families] == [
        "BLAKE", "Gr\u00f8stl", "JH", "Keccak", "Skein", "SHA-2",
    ]  # fmt: skip


def test_a_page_is_one_set(tmp_path: Path) -> None:
    with pytest.raises(Usage, match="that is one page, and --set all has"):
        page.pages([], name="all", output=tmp_path / "page.html")
