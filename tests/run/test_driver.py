"""The driver as its users meet it: whole runs, interrupted runs, machines that lack something."""

from __future__ import annotations

import ast
import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, environment, pinned
from trying import need, need_compiler

from shootout.registry.tree import implementations, primitives
from shootout.results.figures import rows_of
from shootout.results.reader import read

ROUNDS = ("--quick", "--plain", "--machine", "testbox")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small crypto_hash."""
    top = tmp_path_factory.mktemp("tree") / "crypto_hash"
    for primitive in ("sha256", "blake256"):
        pinned(primitive, top / primitive)
        for name in ("ref", "opt64"):
            copy_of(f"{primitive}/{name}", top / primitive / name)
    return top


def start(home: Path, tree: Path, compiler: str) -> subprocess.Popen[str]:
    """./do in the background, its messages in a pipe."""
    words = ("run", *ROUNDS, "--rounds", "20", "--compilers", compiler)
    return subprocess.Popen(
        [str(ROOT / "do"), *words], env=environment(*words, home=home, tree=tree),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        # Whoever runs the tests in the background has SIGINT ignored; a user has not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


def wait_for(text: str, running: subprocess.Popen[str]) -> None:
    """Reads what a running ./do says until a line has the text."""
    assert running.stdout
    for line in running.stdout:
        if text in line:
            return
    pytest.fail(f"ended without saying {text!r}")


def wait_for_measurements(least: int, journal: Path) -> None:
    """Until a running ./do has written so many: a quiet machine is through within a second."""
    for _ in range(3000):
        if journal.is_file() and len(journal.read_bytes().splitlines()) > least:
            return
        time.sleep(0.01)
    pytest.fail(f"{journal}: not {least} measurements in 30 s")


def path_without(folder: Path, *names: str) -> str:
    """A PATH with every program of this machine but some."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(":")):
        for program in Path(place).glob("*") if place else ():
            link = folder / program.name
            if not any(re.fullmatch(n, program.name) for n in names):
                link.unlink(missing_ok=True)
                link.symlink_to(program)
    return str(folder)


def test_a_run_and_what_a_second_one_keeps(tmp_path: Path, tree: Path, compiler: str) -> None:
    everything = {"SHOOTOUT_OKCOMPILERS": str(ROOT / "okcompilers")}
    first = do("run", *ROUNDS, "--compilers", compiler, home=tmp_path, tree=tree, **everything)
    assert first.returncode == 0, first.stderr
    (file,) = (tmp_path / "data").iterdir()
    assert re.fullmatch(r"testbox-\d{8}-\d{6}\.tar\.gz", file.name)
    assert re.search(r"^grade [A-D]: \w", first.stdout, re.M)
    blocks = read(file).blocks
    assert {b.primitive for b in blocks} == {"sha256", "blake256", "null"}
    assert {b.machine for b in blocks} == {"testbox"}
    assert all(t.clock for b in blocks for t in b.timings)
    time.sleep(1.1)  # the second file has another name
    more = ("--compilers", compiler, "--lengths", "5000,64")
    second = do("run", *ROUNDS, *more, home=tmp_path, tree=tree)
    assert "built 0 programs, kept 5 from before" in second.stderr
    _, file = sorted((tmp_path / "data").iterdir())
    assert all(5000 in row.figures for row in rows_of(read(file, curves=False).blocks))
    assert re.search(r"long +5000 ", second.stdout) and "ready to submit" in second.stdout


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill -9"])
def test_an_interrupted_run_goes_on(
    tmp_path: Path, tree: Path, compiler: str, how: signal.Signals
) -> None:
    running = start(tmp_path, tree, compiler)
    wait_for("time all: 0/", running)
    wait_for_measurements(5, tmp_path / "build/run/journal")
    running.send_signal(how)
    said = running.communicate(timeout=60)[0]
    if how == signal.SIGINT:
        assert running.returncode == 130
        assert re.search(r"./do run .*--rounds 20 .*continues", said) and "Traceback" not in said
    assert not list((tmp_path / "data").glob("*"))
    words = ("run", *ROUNDS, "--rounds", "20", "--compilers", compiler)
    again = do(*words, home=tmp_path, tree=tree)
    assert again.returncode == 0, again.stdout + again.stderr
    kept = re.search(r"^of (\d+) measurements of before (\d+) are used$", again.stderr, re.M)
    assert kept and int(kept[1]) == int(kept[2]) >= 5, "all were of this very run"
    (file,) = (tmp_path / "data").iterdir()
    rounds = [(b.implementation, b.primitive, b.round) for b in read(file).blocks]
    assert len(rounds) == len(set(rounds)), "nothing was measured twice"


def test_an_interrupt_leaves_a_file_of_what_is_whole(tmp_path: Path, tree: Path) -> None:
    need_compiler("gcc", "-m32")
    both = "^gcc (-m32 )?-march=native -mtune=native -O2 "
    running = start(tmp_path, tree, both)
    wait_for("C, x86: right", running)
    running.send_signal(signal.SIGINT)
    said = running.communicate(timeout=60)[0]
    assert running.returncode == 130 and "saved, with all that is whole: " in said, said
    (part,) = (tmp_path / "data").iterdir()
    assert {b.abi for b in read(part).blocks} == {"amd64"}
    assert do("check", str(part), home=tmp_path).returncode == 0
    time.sleep(1.1)  # the second file has another name
    again = do("run", *ROUNDS, "--rounds", "20", "--compilers", both, home=tmp_path, tree=tree)
    assert again.returncode == 0, again.stdout + again.stderr
    (whole,) = (tmp_path / "data").iterdir()
    assert whole != part and {b.abi for b in read(whole).blocks} == {"amd64", "x86"}


def test_what_is_only_verified_is_no_failure(tmp_path: Path, tree: Path) -> None:
    need("qemu-arm")
    need_compiler("arm-linux-gnueabi-gcc")
    ran = do(
        "run", "--save", "sha256", *ROUNDS,
        "--compilers", "^arm-linux-gnueabi-gcc -march=armv6 -O2",
        home=tmp_path, tree=tree,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "verified under emulation, not timed: 2 programs" in ran.stdout
    assert "nothing can be timed here, so no file was written" in ran.stdout


def test_code_that_leaves_the_registers_of_mmx_in_use(tmp_path: Path) -> None:
    """In 32-bit mode doubles are then NaN. It is timed all the same: SUPERCOP has such code."""
    need_compiler("gcc", "-m32")
    top = tmp_path / "crypto_hash"
    pinned("sha256", top / "sha256")
    leave = '__asm__ volatile("pxor %mm0, %mm0"); return 0;'
    copy_of("sha256/ref", top / "sha256" / "mmx", {"return 0;": leave})
    words = ("run", "--save", "sha256", *ROUNDS, "--compilers", "^gcc -m32 .*-O2")
    ran = do(*words, home=tmp_path, tree=top)
    assert ran.returncode == 0, ran.stderr
    (file,) = (tmp_path / "data").iterdir()
    assert all(t.clock for b in read(file).blocks for t in b.timings)


def test_a_table_waits_for_no_other_abi(tmp_path: Path) -> None:
    need_compiler("gcc", "-m32")
    top = tmp_path / "crypto_hash"
    pinned("sha256", top / "sha256")
    copy_of("sha256/opt32", top / "sha256" / "opt32")
    own = "^gcc (-m32 )?-march=native .*-O2"
    ran = do("run", "sha256", *ROUNDS, "--compilers", own, home=tmp_path, tree=top)
    assert ran.returncode == 0, ran.stderr
    places = [m.start() for m in re.finditer("build: 0/|C, amd64: right|C, x86: right", ran.stderr)]
    words = [ran.stderr[place:].split()[0] for place in places]
    assert words == ["build:", "C,", "build:", "C,"], ran.stderr
    assert "C, amd64: right 1" in ran.stderr[: places[2]]
    assert 0 < ran.stdout.find("\nSHA-256 ") < ran.stdout.find(" x86, ")


def test_two_runs_at_once(tmp_path: Path, tree: Path, compiler: str) -> None:
    running = start(tmp_path, tree, compiler)
    wait_for("build: 0/", running)
    second = do("run", *ROUNDS, "--compilers", compiler, home=tmp_path, tree=tree)
    running.kill()
    assert second.returncode == 1 and "another ./do is at work" in second.stderr


def test_a_full_disk_while_building(small_disk: Path, tree: Path, compiler: str) -> None:
    (small_disk / "fill").write_bytes(bytes(2_800_000))
    failed = do("run", *ROUNDS, "--compilers", compiler, home=small_disk, tree=tree)
    assert failed.returncode == 1
    assert "No space left" in failed.stderr or "no space left" in failed.stderr, failed.stderr
    assert "Traceback" not in failed.stderr
    (small_disk / "fill").unlink()
    again = do("run", *ROUNDS, "--compilers", compiler, home=small_disk, tree=tree)
    assert again.returncode == 0, again.stdout + again.stderr


def test_samples_are_kept_until_they_can_be_written(
    small_disk: Path, tree: Path, tmp_path: Path, compiler: str
) -> None:
    """Where a file is that should be a folder, and on a full disk."""
    with contextlib.suppress(OSError):
        (small_disk / "fill").write_bytes(bytes(4 * 1024 * 1024))
    (tmp_path / "data").write_text("a file where a folder should be")
    words = ("run", "--save", "sha256", *ROUNDS, "--compilers", compiler)
    there = {"SHOOTOUT_DATA": str(small_disk / "data")}
    for more in ({}, there):
        failed = do(*words, home=tmp_path, tree=tree, **more)
        assert failed.returncode == 1
        assert "All samples are kept" in failed.stderr and "Traceback" not in failed.stderr
    assert not list((small_disk / "data").glob("*")), "no half a file"
    (small_disk / "fill").unlink()
    saved = do(*words, home=tmp_path, tree=tree, **there)
    assert saved.returncode == 0, saved.stderr
    assert "measurements of before are kept" in saved.stderr
    (file,) = (small_disk / "data").iterdir()
    assert read(file).blocks


def test_without_make(tmp_path: Path, tree: Path, compiler: str) -> None:
    path = path_without(tmp_path / "bin", "g?make")
    failed = do("run", *ROUNDS, "--compilers", compiler, home=tmp_path, tree=tree, PATH=path)
    assert failed.returncode == 1
    assert "make: not installed" in failed.stderr and "Traceback" not in failed.stderr


def test_without_a_compiler(tmp_path: Path, tree: Path) -> None:
    path = path_without(tmp_path / "bin", r".*(gcc|clang)(-[\d.]+)?")
    failed = do("run", *ROUNDS, home=tmp_path, tree=tree, PATH=path)
    assert failed.returncode == 1
    assert "no compiler of okcompilers/ works here" in failed.stderr
    assert "gcc: not installed" in failed.stderr and "Traceback" not in failed.stderr


def test_without_python(tmp_path: Path) -> None:
    path = path_without(tmp_path / "bin", "python.*")
    failed = subprocess.run([str(ROOT / "do")], env={"PATH": path}, capture_output=True, text=True)
    assert failed.returncode == 1 and "needs python3, version 3.9" in failed.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "nosuchhash"], "nosuchhash: no such primitive"),
        (["run", "--machine", "a b", "--compilers", "native"], "--machine a b: a name has"),
        (["run", "--compilers", "nosuchcompiler"], "nosuchcompiler"),
        (["run", "--compilers", "("], "--compilers"),
        (["run", "--lengths", "8,0"], "--lengths: '8,0' are not lengths from 1 to 1048576"),
        (["frobnicate"], "frobnicate"),
        (["tables", "nosuchfile"], "nosuchfile"),
    ],
)
def test_wrong_usage(tmp_path: Path, tree: Path, words: list[str], said: str) -> None:
    failed = do(*words, home=tmp_path, tree=tree)
    assert failed.returncode in (1, 2)
    assert said in failed.stderr and "Traceback" not in failed.stderr


def test_list_and_doctor(tmp_path: Path, tree: Path) -> None:
    listed = do("list", home=tmp_path, tree=tree)
    assert listed.returncode == 0 and "opt64" in listed.stdout and "compilers" in listed.stdout
    looked = do("doctor", home=tmp_path, tree=tree)
    assert looked.returncode == 0, looked.stderr
    for word in ("microarchitecture", "hypervisor", "governor", "counter", "clock", "pace"):
        assert f"\n{word}" in looked.stdout or looked.stdout.startswith(word)


def test_export_gives_plain_files(tmp_path: Path) -> None:
    done = do("export", str(tmp_path / "out"), home=tmp_path)
    assert done.returncode == 0, done.stderr
    files = list((tmp_path / "out/crypto_hash").rglob("*"))
    assert files and not any(f.is_symlink() for f in files)
    assert (tmp_path / "out/crypto_hash/sha256/ref/api.h").is_file()
    assert not list((tmp_path / "out").rglob("checksumedges"))
    assert not list((tmp_path / "out").rglob("set"))
    # SUPERCOP gets what is compiled and verified here.
    every = [i for primitive in primitives() for i in implementations(primitive)]
    for i in every:
        home = tmp_path / "out" / i.path
        made = {f.name: f.read_bytes() for f in home.iterdir()}
        assert made.items() >= i.files().items(), i.path
    assert len(every) > 100 and str(len(every)) in done.stdout
    again = do("export", str(tmp_path / "out"), home=tmp_path)
    assert again.returncode == 2 and "exists already" in again.stderr


def test_python_3_9_reads_the_driver() -> None:
    files = [f for top in ("scripts", "crypto_hash") for f in (ROOT / top).rglob("*.py")]
    assert len({file.parent for file in files}) > 10, "packages in packages"
    for file in files:
        ast.parse(file.read_text(), str(file), feature_version=(3, 9))
