"""./do and ./do collect draw everything that shows data/, and nothing twice from the same."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, environment, pinned
from inbox import runs_of

from shootout.report import drawn
from shootout.results import cache

pytest.importorskip("matplotlib")
PAGES = ("long", "4096", "1536", "576", "64", "8")
EXPECTED = {"shootout.pdf", "shootout.html", "sha256.pdf", "literature.pdf",
            *(f"shootout-{page}.svg" for page in PAGES)}  # fmt: skip


def do(home: Path, *words: str, tree: Path | None = None) -> subprocess.CompletedProcess[str]:
    """./do, which draws what is collected, too."""
    env = environment(*words, home=home, tree=tree)
    return subprocess.run([ROOT / "do", *words], env=env, capture_output=True, text=True)


def times(folder: Path) -> dict[str, int]:
    """When each file of a folder was written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}


def changed(before: dict[str, int], folder: Path) -> set[str]:
    return {name for name, time in times(folder).items() if before.get(name) != time}


@pytest.fixture
def collected(quick_run: Path, tmp_path: Path) -> Path:
    """The graphs after a file was collected."""
    done = do(tmp_path, "collect", str(runs_of(quick_run, tmp_path)("box")))
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path / "graphs"


def test_collect_redraws_what_has_changed(collected: Path, quick_run: Path, tmp_path: Path) -> None:
    assert set(times(collected)) >= EXPECTED
    before = times(collected)
    again = do(tmp_path, "collect", str(tmp_path / "inbox"))
    assert again.stdout.endswith("1 duplicate\n") and not changed(before, collected)
    file = runs_of(quick_run, tmp_path)("other")
    assert do(tmp_path, "collect", str(file)).returncode == 0
    assert changed(before, collected) >= EXPECTED
    assert "other" in (collected / "shootout.html").read_text()


def test_what_was_removed_or_changed_is_drawn_again(collected: Path, tmp_path: Path) -> None:
    old = {name: (collected / name).read_bytes() for name in ("sha256.pdf", "shootout-8.svg")}
    (collected / "sha256.pdf").unlink()
    (collected / "shootout-8.svg").write_text("changed by hand")
    assert do(tmp_path, "graphs").returncode == 0
    assert old == {name: (collected / name).read_bytes() for name in old}
    before = times(collected)
    assert "are of these already" in do(tmp_path, "graphs").stdout
    assert "is of these files already" in do(tmp_path, "page").stdout
    assert not changed(before, collected)
    page = collected / "shootout.html"
    text = page.read_bytes()
    assert do(tmp_path, "page", "--unit", "ns").returncode == 0
    assert page.read_bytes() != text
    assert do(tmp_path, "page").returncode == 0
    assert page.read_bytes() == text


def test_a_look_at_a_file_leaves_the_published_pictures(collected: Path, tmp_path: Path) -> None:
    before, (file,) = times(collected), (tmp_path / "data").glob("*.tar.gz")
    assert do(tmp_path, "graphs", str(file), "--only", "shootout").returncode == 0
    assert do(tmp_path, "page", str(file)).returncode == 0
    assert {"shootout.pdf", "shootout.html"} <= set(times(collected / "mine"))
    assert not changed(before, collected)


def test_collecting_elsewhere_draws_nothing(quick_run: Path, tmp_path: Path) -> None:
    into = ("--into", str(tmp_path / "aside"))
    assert do(tmp_path, "collect", *into, str(quick_run)).returncode == 0
    assert not (tmp_path / "graphs").exists()


def test_the_owners_pictures_stand_beside_the_tracked_ones(tmp_path: Path, compiler: str) -> None:
    tree = tmp_path / "tree"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/opt32", tree / "sha256" / "opt32")
    words = ("--quick", "--plain", "--rounds", "1", "--machine", "box", "--compilers", compiler)
    ran = do(tmp_path, *words, tree=tree)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    mine = tmp_path / "graphs" / "mine"
    assert set(times(mine)) >= EXPECTED and not times(mine.parent)
    grade, page, sent = ran.stdout.splitlines()[-3:]
    assert grade.startswith("grade ") and sent.startswith("ready to submit: ")
    assert page.startswith(f"look at {mine}/shootout.html, {mine}/*.pdf (")
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git, or no clone: nothing is ignored")
    ignored = subprocess.run(["git", "check-ignore", "-q", "graphs/mine/shootout.pdf"], cwd=ROOT)
    assert ignored.returncode == 0


def test_another_code_has_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report").mkdir()
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    keys = []
    for name, text in (("graph.py", "a = 1\n"), ("graph.py", "a = 2\n"), ("style.css", "")):
        (tmp_path / "report" / name).write_text(text)
        cache.code.cache_clear()
        keys.append(drawn.key("the same data"))
    cache.code.cache_clear()
    assert len({*keys}) == 3


@pytest.mark.parametrize("text", ["", "{}", '{"pictures": 3}', "\0"])
def test_a_damaged_record_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(drawn, "BUILD", tmp_path / "build")
    picture = tmp_path / "one.pdf"
    picture.write_text("a picture")
    record = drawn.Drawn(tmp_path)
    record.note("one", "key", [picture])
    assert drawn.Drawn(tmp_path).still("one", "key") == [picture]
    assert drawn.Drawn(tmp_path).still("one", "other") == []
    record.file.write_text(text)
    assert drawn.Drawn(tmp_path).still("one", "key") == []
