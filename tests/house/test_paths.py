"""A checkout lies where its owner likes: folders with odd names, closed streams, few files."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, okcompilers, pinned

from shootout.commands.streams import may_keep_modules
from shootout.results.reader import read

PARTS = ("do", "scripts", "measure", "java")  # what a run of the checkout needs, and functions
# Every character that make, a shell, a compiler or Python's search path may take for its own.
ODD = {
    "all at once": " a 'b\" $HOME`;#%&(*)[?]<|>~=\\,^{}!@\u00e4\u4e2d",
    "colon": "a:b",
    "no characters": os.fsdecode(b"b\xe4d"),
}

TABLES = f"./do tables {next((ROOT / 'tests' / 'data').glob('testbox*')).relative_to(ROOT)}"


def checkout(top: Path) -> Path:
    """A copy of the checkout with one function of one implementation."""
    top.mkdir(parents=True)
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, top / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, top / part)
    pinned("sha256", top / "crypto_hash" / "sha256")
    copy_of("sha256/ref", top / "crypto_hash" / "sha256" / "ref")
    return top


def run_in(top: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs its ./do as its owner would, who stands in it."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("SHOOTOUT_")}
    return subprocess.run(
        ["./do", *words], cwd=top, env={**env, **more}, capture_output=True, text=True,
        errors="backslashreplace", timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ODD)
def test_a_run_below_a_folder_with_an_odd_name(tmp_path: Path, compiler: str, kind: str) -> None:
    try:
        top = checkout(tmp_path / ODD[kind] / "shootout")
    except OSError as error:  # as file systems of macOS
        pytest.skip(f"no folder can have such a name here: {error}")
    words = ("run", "--quick", "--plain", "--rounds", "1", "--compilers", compiler, "sha256/ref")
    done = run_in(top, *words, SHOOTOUT_OKCOMPILERS=okcompilers(compiler))
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = (top / "data").glob("*.tar.gz")
    result = read(file)
    assert {a.word for a in result.attempts} >= {"try"}
    assert "objsize" in lines_of(file)
    assert ODD[kind].encode(errors="surrogateescape") not in lines_of(file).encode()
    table = run_in(top, "tables")
    assert table.returncode == 0 and "SHA-256" in table.stdout, table.stderr
    checked = run_in(top, "check", str(file))
    assert checked.returncode == 0, checked.stdout


def lines_of(file: Path) -> str:
    """The lines of a result file."""
    return subprocess.run(
        ["tar", "-xzOf", "-", "data"], stdin=file.open("rb"), capture_output=True, text=True,
        check=True,
    ).stdout  # fmt: skip


def test_a_path_that_fits_in_no_line_is_refused_by_name(tmp_path: Path) -> None:
    top = checkout(tmp_path / "a\nb")
    done = run_in(top, "list")
    assert done.returncode == 1 and not done.stdout
    assert "a\\nb" in done.stderr and "Rename" in done.stderr and done.stderr.count("\n") == 1


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """A command of /bin/sh in the checkout; its python is no script, which would hold files too."""
    env = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(["sh", "-c", command], cwd=ROOT, env=env, capture_output=True, text=True)


def test_output_that_is_closed_is_named() -> None:
    done = shell(f"{TABLES} >&-")
    assert done.returncode == 1
    assert done.stderr == "./do: standard output is closed. Lead it to a file, or to /dev/null.\n"


def test_errors_go_to_the_output_if_their_stream_is_closed() -> None:
    done = shell("./do tables nosuch 2>&-")
    assert done.returncode == 2 and "nosuch: no such file" in done.stdout
    assert shell(f"{TABLES} 2>&- >&-").returncode == 1


def test_no_input_is_needed() -> None:
    assert shell(f"{TABLES} <&-").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_output_that_is_full_is_named() -> None:
    done = shell(f"{TABLES} >/dev/full")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "No space left" in done.stderr, done.stderr


@pytest.mark.parametrize("files", [12, 20, 40])
def test_too_few_files_are_named(files: int) -> None:
    done = shell(f"ulimit -n {files}; {TABLES}")
    assert done.returncode and not done.stdout
    assert done.stderr.count("\n") == 1 and "open" in done.stderr, done.stderr


def test_a_low_limit_of_open_files_is_raised() -> None:
    done = shell(f"ulimit -S -n 14; {TABLES}")
    assert done.returncode == 0 and "sha256" in done.stdout, done.stderr


def test_modules_are_kept_where_their_owner_starts_it(tmp_path: Path) -> None:
    """Those that Python compiled lie beside their sources."""
    top = checkout(tmp_path / "shootout")
    assert run_in(top, "--version").returncode == 0
    assert any(top.rglob("cli.*.pyc"))
    if os.geteuid() != 0:
        pytest.skip("only root can give a checkout to somebody else")
    shutil.rmtree(top / "scripts" / "shootout" / "__pycache__")
    os.chown(top, 1, -1)
    assert run_in(top, "--version").returncode == 0
    assert not any(top.rglob("cli.*.pyc"))


def test_no_modules_are_kept_on_a_disk_that_may_become_full(small_disk: Path) -> None:
    assert not may_keep_modules(small_disk)


def test_a_full_disk_is_named_with_the_file_that_has_no_room(small_disk: Path) -> None:
    with contextlib.suppress(OSError), (small_disk / "filler").open("wb") as file:
        while True:
            file.write(bytes(4096))
    done = shell(f"./do export {small_disk / 'new'}")
    assert done.returncode == 1 and f"./do: {small_disk / 'new'}/" in done.stderr, done.stderr
    assert "No space left" in done.stderr and done.stderr.count("\n") == 1
    done = shell(f"SHOOTOUT_DATA={small_disk}/data {TABLES.replace('tables', 'page')}")
    assert done.returncode == 1 and f"{small_disk}/graphs" in done.stderr, done.stderr
    assert "No space left" in done.stderr and done.stderr.count("\n") == 1


def test_no_compiler_is_to_blame_for_a_full_disk(
    small_disk: Path, tmp_path: Path, compiler: str
) -> None:
    """That of build/ is named; that of temporary files is none of theirs."""
    with contextlib.suppress(OSError), (small_disk / "filler").open("wb") as file:
        while True:
            file.write(bytes(4096))
    own = f"SHOOTOUT_OKCOMPILERS={okcompilers(compiler)}"
    done = shell(f"{own} SHOOTOUT_BUILD={small_disk / 'build'} ./do doctor")
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"./do: {small_disk / 'build'}: no space left"), done.stderr
    done = shell(f"{own} TMPDIR={small_disk} SHOOTOUT_BUILD={tmp_path / 'build'} ./do doctor")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["device", "open file"])
def test_no_output_takes_the_place_of_a_device(tmp_path: Path, kind: str) -> None:
    """Whoever may write to /dev would have a page there, and no /dev/null or /dev/stdout."""
    out = tmp_path / "out"
    try:
        if kind == "device":
            os.mknod(out, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        else:
            out.symlink_to("/proc/self/fd/1")
    except PermissionError:
        pytest.skip("only root can make a device")
    done = shell(TABLES.replace("tables", f"page --output {out}"))
    assert done.returncode == 1 and "It is a device" in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and out.is_char_device() == (kind == "device")
    assert out.is_symlink() == (kind != "device") and [*tmp_path.iterdir()] == [out]


FILE = TABLES.split()[-1]
COMMANDS = (
    f"check {FILE}", f"check --json {FILE}", f"tables {FILE}",
    f"compare {FILE} {FILE}", f"history sha256 {FILE}", f"page --output NEW/p.html {FILE}",
    f"collect --no-graphs --into NEW/data {FILE}", "export NEW/all", "--help",
)  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_word_for_output_that_finds_no_room(
    tmp_path: Path, command: str
) -> None:
    for around in ("{} >/dev/full", "ulimit -f 0; {}"):
        new = tmp_path / str(len(around))
        new.mkdir()
        done = shell(around.format("./do " + command.replace("NEW", str(new))))
        assert "Traceback" not in done.stderr and done.returncode in (0, 1), done.stderr
        assert done.returncode == 0 or re.fullmatch(r"\./do: .*\n", done.stderr), done.stderr
