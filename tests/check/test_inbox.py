"""A publisher's inbox: one bad thing in it is one line, and the rest goes on."""

from __future__ import annotations

import contextlib
import io
import mmap
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import copy_of, do, pinned
from hostile import REAL, costly
from inbox import collected, nothing_left

from shootout.collect import examine
from shootout.collect.checked import check
from shootout.collect.examine import Exceeded, confined
from shootout.collect.inbox import collect
from shootout.common.errors import Trouble, Usage
from shootout.common.named import escaped
from shootout.report import machines, tables
from shootout.report.drawn import of_files
from shootout.report.graphs.graphs import GraphOptions, draw
from shootout.report.page import contents
from shootout.results import sign


def a_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # its path may be too long for a socket
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


THINGS: dict[str, Callable[[Path], object]] = {
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "socket": a_socket,
    "dangling link": lambda path: path.symlink_to("nowhere"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "link to a device": lambda path: path.symlink_to("/dev/zero"),
    "link to a folder": lambda path: path.symlink_to(path.parent.parent / "none", True),
}
NAMES = (
    "escapes\x1b[31m\x1b]0;x\a.tar.gz", "two\nlines: sound.tar.gz", "back\b\b\b.tar.gz",
    "\u202egnp.tar.gz", "\u2066x.tar.gz", "\x85\x9b31m.tar.gz", "\udcff\udc80.tar.gz",
    "\u2028.tar.gz", "-rf.tar.gz", "a b$(x)`y`;'\".tar.gz",
)  # fmt: skip


@pytest.mark.parametrize("thing", THINGS)
def test_a_thing_in_place_of_a_file(tmp_path: Path, thing: str) -> None:
    """check and tables say what it is, collect refuses it, and all read the file behind it."""
    bad, good = tmp_path / "bad-20261121-000000.tar.gz", tmp_path / REAL.name
    THINGS[thing](bad)
    shutil.copy(REAL, good)
    assert of_files([bad]) == [(str(bad), "")]  # which graphs and page look at first
    out = ["--output", str(tmp_path / "testbox.html")]
    for command in ("check", "tables", "collect", "page"):
        more = {"collect": ["--no-graphs"], "page": out}.get(command, [])
        given = (tmp_path, bad) if command == "collect" and thing != "folder" else (bad, good)
        done = do(command, *map(str, given), *more, home=tmp_path)
        assert done.returncode in ((0, 1, 2) if thing.endswith("folder") else (1,)), done.stderr
        assert "Traceback" not in done.stderr
        if command != "collect" or not thing.endswith("folder"):
            assert "testbox" in done.stdout
            assert "bad-20261121" in done.stdout + done.stderr


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder in a folder, more often than Python calls functions within each other."""
    home, here = tmp_path / "deep", Path.cwd()
    home.mkdir()
    os.chdir(home)
    try:
        for _ in range(2 * sys.getrecursionlimit() + 99):
            Path("a").mkdir()
            os.chdir("a")  # the whole path becomes too long for any call
    finally:
        os.chdir(here)
    yield home
    subprocess.run(["rm", "-rf", str(home)], check=True)  # shutil.rmtree could not


def test_folders_may_lie_deep_within_each_other(tmp_path: Path, deep: Path) -> None:
    shutil.copy(REAL, tmp_path / REAL.name)
    done = do("collect", str(tmp_path), home=tmp_path)
    assert f"accepted: {tmp_path / REAL.name}" in done.stdout, done.stderr
    assert "refused: " in done.stdout and "File name too long" in done.stdout
    pinned("sha256", tree := tmp_path / "crypto_hash" / "sha256")
    copy_of("sha256/ref", tree / "ref")
    deep.rename(tree / "deep")
    try:
        listed = do("list", home=tmp_path, tree=tree.parent)
        assert "1 implementations" in listed.stdout and listed.returncode == 0, listed.stderr
    finally:
        (tree / "deep").rename(deep)


@pytest.mark.parametrize("thing", [*THINGS, "list", "text", "deep", "long"])
@pytest.mark.parametrize("name", [f"{REAL.name}.check", "machines"])
def test_a_thing_in_place_of_what_stands_beside(tmp_path: Path, thing: str, name: str) -> None:
    """What collect and owners keep there: tables and check go on, or say what is in their way."""
    shutil.copy(REAL, tmp_path / REAL.name)
    text = {"list": "[]", "text": "x", "deep": "[" * 10**5, "long": "x" * (1 << 25)}.get(thing)
    if text is None:
        THINGS[thing](tmp_path / name)
    else:
        (tmp_path / name).write_text(text)
    file, out = tmp_path / REAL.name, io.StringIO()
    assert check(file).machine == "testbox"
    drawn, (shown, complaint) = machines.summarise(file), contents.summarise(file)
    assert drawn.contestants or "machines" in drawn.complaint
    assert shown or "machines" in complaint
    with contextlib.suppress(Trouble):  # of the owners' notes
        assert check(file, tmp_path).machine == "testbox"
        assert tables.tables([file], tables.TableOptions(), out) == 0
        assert "testbox" in out.getvalue()


@pytest.mark.parametrize("thing", [*THINGS, "empty file", "text", "junk behind it"])
def test_a_thing_in_place_of_a_signature(tmp_path: Path, thing: str) -> None:
    """check and collect agree: error 6, and the other files are collected."""
    inbox, rest = tmp_path / "inbox", tmp_path / "rest"
    inbox.mkdir()
    rest.mkdir()
    file = inbox / REAL.name
    shutil.copy(REAL, file)
    shutil.copy(costly.DATA / "supercop-2026.data", rest / "zen4vm-amd64-20261120.data")
    beside = sign.beside(file)
    if thing in THINGS:
        THINGS[thing](beside)
    else:
        end = b"AAAA\n-----END SSH SIGNATURE-----\n\x1b[31m"
        beside.write_bytes({"empty file": b"", "text": b"x"}.get(thing, sign.HEAD + end))
    report = check(file)
    assert [finding.rule for finding in report.errors] == [6]
    done = do("collect", "--no-graphs", str(inbox), str(rest), home=tmp_path)
    assert done.returncode == 1 and "error 6" in done.stdout, done.stdout + done.stderr
    assert "1 accepted, 1 refused" in done.stdout
    assert set(collected(tmp_path / "data")) == {"zen4vm-amd64-20261120.data"}
    assert nothing_left(tmp_path / "data")


def test_names_reach_a_terminal_as_text(tmp_path: Path) -> None:
    files = [tmp_path / "in" / name for name in NAMES]
    files[0].parent.mkdir()
    for file in files:
        shutil.copy(REAL, file)
    junk = tmp_path / "in" / "junk\x1b[2J\n.data"
    junk.write_text("nothing\n")
    for words in (
        ("check", *files, junk), ("check", "--json", *files),
        ("tables", *files, junk), ("collect", "--no-graphs", *files, junk),
        ("check", tmp_path / "none\x1b[31m"), ("tables", tmp_path / "none\x1b[31m"),
        ("compare", files[0], files[1]), ("sign", tmp_path / "none\x1b[31m"),
        ("page", junk), ("page", files[0], "--output", tmp_path / "p\x1b.html"),
    ):  # fmt: skip
        done = do(*map(str, words), home=tmp_path)
        said = done.stdout + done.stderr
        assert "Traceback" not in said
        odd = {c for c in said if not (c.isprintable() or c == "\n")}
        assert not odd, (words[0], odd)
        assert "\nlines: sound" not in said


@pytest.mark.parametrize("name", NAMES)
def test_an_escaped_name_is_printable(name: str) -> None:
    assert escaped(name).isprintable()
    assert escaped("plain-1.tar.gz") == "plain-1.tar.gz"


@pytest.mark.parametrize(
    ("size", "why"), [(0, "takes more than 1 seconds"), (2 << 30, "needs too much memory")]
)
def test_a_file_that_takes_too_much(
    size: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    costs, other = tmp_path / REAL.name, tmp_path / "zen4vm-amd64-20261120.data"
    shutil.copy(REAL, costs)
    shutil.copy(costly.DATA / "supercop-2026.data", other)

    def checked(file: Path, *rest: object, **more: object) -> object:
        while file.name == REAL.name:
            bytearray(size)  # which ends in an error, or goes on for ever
        return check(file)

    monkeypatch.setattr(examine, "check", checked)
    monkeypatch.setattr(examine, "SECONDS", 1 if not size else examine.SECONDS)
    assert collect([costs, other], tmp_path / "data") == {"accepted": 1, "refused": 1}
    assert why in capsys.readouterr().out


class TestConfined:
    def test_a_result_and_an_error(self) -> None:
        assert confined(lambda: [1, 2], 10, 1 << 30) == [1, 2]
        with pytest.raises(ZeroDivisionError):
            confined(lambda: 1 / 0, 10, 1 << 30)

    def test_one_that_sleeps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shootout.collect.examine.PATIENCE", 0.2)
        with pytest.raises(Exceeded, match="more than 1 seconds"):
            confined(lambda: time.sleep(60), 1, 1 << 30)

    def test_a_process_that_has_more_than_its_share(self) -> None:
        with mmap.mmap(-1, 3 << 30):
            assert confined(lambda: 1, 10, 1 << 30) == 1
            with pytest.raises(Exceeded, match="too much memory"):
                confined(lambda: bytearray(2 << 30), 10, 1 << 30)

    def test_one_that_ends_its_process(self) -> None:
        with pytest.raises(Exceeded, match="ended its process"):
            confined(lambda: os._exit(3), 10, 1 << 30)


class TestNamesInGraphs:
    """Nothing in a file chooses a file name among the graphs."""

    def drawn(self, folder: Path, primitives: tuple[str, ...], *only: str) -> set[str]:
        lines = [line for p in primitives for line in costly.block(costly.six(), primitive=p)]
        file = folder / "box-amd64-20261121.data"
        file.write_bytes(costly.plain(lines))
        draw(GraphOptions((file,), only=only, output=folder / "graphs"))
        return {path.name for path in (folder / "graphs").iterdir()}

    def test_names_of_graphs_and_unknown_ones(self, tmp_path: Path) -> None:
        odd = ("shootout", "curves", "literature", "instructions", "sisters", "nosuch", "NUL")
        both = self.drawn(tmp_path, ("blake256", *odd))
        (tmp_path / "alone").mkdir()
        assert both == self.drawn(tmp_path / "alone", ("blake256",))
        assert {"blake256.pdf", "shootout.pdf"} <= both

    def test_one_that_is_asked_for(self, tmp_path: Path) -> None:
        assert self.drawn(tmp_path, ("nosuch",), "nosuch") == {"nosuch.pdf"}

    def test_a_name_that_leaves_the_folder(self, tmp_path: Path) -> None:
        (tmp_path / "up").mkdir()
        for name in ("../x", "..", "a/../../x", "-rf", "*", "x y", "C:\\x"):
            lines = [line.replace(" blake256 ", f" {name} ") for line in costly.block(costly.six())]
            file = tmp_path / "up" / "box-amd64-20261121.data"
            file.write_bytes(costly.plain(lines))
            assert not check(file).ok
            with pytest.raises(Usage, match="nothing to draw"):
                draw(GraphOptions((file,), only=(name,), output=tmp_path / "up" / "graphs"))
        assert not list(tmp_path.rglob("*.pdf"))


def test_what_an_inbox_has_besides_files_is_told(tmp_path: Path) -> None:
    """Folders that nobody can read, signatures alone, links: a line, and the rest goes on."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    shutil.copy(REAL, inbox)
    (inbox / "alone-20261121-000000.tar.gz.sig").write_text("x")
    (inbox / "loop").symlink_to(".")
    (inbox / "again.tar.gz").symlink_to(REAL.name)
    (inbox / "note").touch()
    here = Path.cwd()
    try:
        os.chdir(inbox)
        for _ in range(20):  # deeper than a path may be long
            Path(250 * "d").mkdir()
            os.chdir(250 * "d")
    finally:
        os.chdir(here)
    done = do("collect", "--no-graphs", str(inbox), home=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 accepted, 1 refused" in done.stdout
    for words in (
        "File name too long", "data.gz (1): note", "skipped links (2)",
        "skipped signatures without their files (1)",
    ):  # fmt: skip
        assert words in done.stdout, done.stdout
