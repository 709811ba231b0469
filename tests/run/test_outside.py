"""What the machine does to a run is no verdict on code: real kills, freezes, limits of a container,
preloaded libraries and emulators that the system starts by itself."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing.context
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest
from conftest import GCC, ROOT, copy_of, environment, okcompilers, pinned

from shootout.common import outside, parallel
from shootout.common.errors import Trouble
from shootout.common.process import Outcome, execute
from shootout.common.version import VERSION
from shootout.machine import elf
from shootout.registry.releases import clock_doubt, day, rank
from shootout.results.reader import read
from shootout.results.records import LEFT_OUT

GROUPS = Path("/sys/fs/cgroup")
Enter = Callable[[], None]


def tree(home: Path, *names: str) -> Path:
    """A crypto_hash of SHA-256 with these implementations."""
    pinned("sha256", home / "tree" / "sha256")
    for name in names or ("ref", "opt64"):
        copy_of(f"sha256/{name}", home / "tree" / "sha256" / name)
    return home / "tree"


def started(
    home: Path, compiler: str, *words: str, within: Enter | None = None, **more: str
) -> subprocess.Popen[str]:
    order = ("run", "--quick", "--plain", "--machine", "box", "--compilers", compiler, *words)
    env = {**environment(*order, home=home, tree=home / "tree"), **more}
    return subprocess.Popen(
        [str(ROOT / "do"), *order], env=env, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=within,
    )  # fmt: skip


def good(run: subprocess.Popen[str], home: Path) -> str:
    """What was said by a run in which nothing was called wrong."""
    said = run.communicate(timeout=600)[0]
    assert run.returncode == 0, said
    assert "failed: " not in said and "failed while timed" not in said, said
    assert "ready to submit" in said and file_of(home).is_file(), said
    return said


def programs(home: Path, name: str) -> Iterator[int]:
    """The processes that are this program of a cell, as they come; for a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for each in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if each.name.isdigit():
                    path = (each / "exe").readlink()
                    if path.name == name and home in path.parents:
                        yield int(each.name)


def descendants(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/task/{each}/children").read_text()
            found += map(int, text.split())
    return found


def wrapper(home: Path, does: str) -> str:
    """A PATH on which the compiler does something before it compiles a file of an implementation,
    once."""
    folder = home / "bin"
    folder.mkdir()
    assert GCC
    (folder / Path(GCC).name).write_text(
        f"#!/bin/sh\ncase \"$*\" in *stage/*) [ -e '{home}/build/once' ] || "
        f"{{ : > '{home}/build/once'; {does}; }};; esac\nexec {GCC} \"$@\"\n"
    )
    (folder / Path(GCC).name).chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_a_compiler_a_test_and_a_timing_that_are_killed_once(tmp_path: Path, compiler: str) -> None:
    """By a user, by a daemon that makes room: each is tried once more, and nothing is told."""
    tree(tmp_path)
    run = started(tmp_path, compiler, PATH=wrapper(tmp_path, "kill -9 $$"))
    killed = []

    def kill() -> None:
        for name in ("try", "measure"):
            for pid in programs(tmp_path, name):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(name)
                    break

    threading.Thread(target=kill, daemon=True).start()
    good(run, tmp_path)
    assert killed == ["try", "measure"] and (tmp_path / "build" / "once").exists()


def test_a_compiler_that_is_always_killed_is_told(tmp_path: Path, compiler: str) -> None:
    """Nothing outside proves it, so it is a failure of this compiler; the next run tries again."""
    tree(tmp_path)
    path = wrapper(tmp_path, "kill -9 $$").split(":")
    script = Path(path[0]) / Path(GCC or "").name
    script.write_text(script.read_text().replace(f"[ -e '{tmp_path}/build/once' ] ||", ""))
    run = started(tmp_path, compiler, PATH=":".join(path))
    said = run.communicate(timeout=300)[0]
    assert run.returncode == 1 and "does not compile" in said, said
    good(started(tmp_path, compiler), tmp_path)


@pytest.mark.apart
def test_a_run_that_is_frozen_while_a_program_is_tried(tmp_path: Path, compiler: str) -> None:
    """As a container is paused: longer than a program may take, all of it stands still."""
    tree(tmp_path)
    run = started(tmp_path, compiler, "--timeout", "2")  # seconds of processor time, 13 of the wall
    next(programs(tmp_path, "try"))
    every = descendants(run.pid)
    for pid in every:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    time.sleep(15)
    for pid in reversed(every):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    good(run, tmp_path)


@contextlib.contextmanager
def group(kind: str, limits: dict[str, str]) -> Iterator[Enter]:
    """A control group with limits; a child enters it by what is yielded."""
    top = GROUPS / kind
    folder = (top if top.is_dir() else GROUPS) / f"shootout-test-{os.getpid()}"
    try:
        folder.mkdir()
        for name, value in limits.items():
            (folder / name).write_text(value)
    except OSError as error:
        with contextlib.suppress(OSError):
            folder.rmdir()
        pytest.skip(f"no control group of {kind} can be made here: {error.strerror}")
    try:
        yield lambda: (folder / "cgroup.procs").write_text("0") and None  # type: ignore[func-returns-value]
    finally:
        for _ in range(50):
            with contextlib.suppress(OSError):
                folder.rmdir()
                break
            time.sleep(0.1)


def test_a_container_without_memory_for_a_compiler(tmp_path: Path, compiler: str) -> None:
    """A source that needs more than there is: not tried, told in the last lines and the file, and
    tried by the next run. Other code is timed."""
    home = tree(tmp_path, "ref", "opt64", "opt32")
    ten = ["#define A0 1,"] + [f"#define A{n} {10 * f'A{n - 1} '}" for n in range(1, 8)]
    (home / "sha256" / "opt32" / "large.c").write_text("\n".join([*ten, "int table[] = {A6};\n"]))
    limit = "memory.limit_in_bytes" if (GROUPS / "memory").is_dir() else "memory.max"
    with group("memory", {limit: "100M"}) as enter:
        said = good(started(tmp_path, compiler, within=enter), tmp_path)
    file = file_of(tmp_path)
    told = f"1 programs not tried: {outside.MEMORY}"
    assert f"left out: {told}" in said and told in read(file).facts[LEFT_OUT], said
    assert told in said[said.index("\ngrade ") :], said
    assert {b.implementation for b in read(file).blocks} == {"null", "ref", "opt64"}
    file.unlink()
    good(started(tmp_path, compiler), tmp_path)
    assert {b.implementation for b in read(file_of(tmp_path)).blocks} >= {"opt32"}


def file_of(home: Path) -> Path:
    (file,) = (home / "data").glob("*.tar.gz")
    return file


@pytest.mark.parametrize("most", ["14", "18"])
def test_a_container_with_few_processes(tmp_path: Path, compiler: str, most: str) -> None:
    """Wardens that cannot fork, compilers that cannot start: once more, alone, they can."""
    tree(tmp_path)
    with group("pids", {"pids.max": most}) as enter:
        good(started(tmp_path, compiler, "--jobs", "6", within=enter), tmp_path)


PRELOADED = r"""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void look(void)
{
    char path[999];
    int file = open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY);
    if (readlink("/proc/self/exe", path, sizeof path) < 0 || file < 0)
        fputs("preloaded\n", stderr);
    file = open("/etc/passwd", O_RDONLY);
}
"""


def test_an_environment_reaches_code_and_compilers_where_a_line_says_so(tmp_path: Path) -> None:
    """A preloaded library does not, as allocators and the watchers of clusters are: it looks at
    files when it is loaded. A variable does that a compiler wants to find its licence by."""
    tree(tmp_path)
    source, library = tmp_path / "preloaded.c", tmp_path / "preloaded.so"
    source.write_text(PRELOADED)
    assert GCC
    made = subprocess.run([GCC, "-shared", "-fPIC", "-o", library, source], capture_output=True)
    if made.returncode:
        pytest.skip("this compiler makes no shared library")
    needy = tmp_path / "needy"
    needy.write_text(f'#!/bin/sh\n[ "$KEY" = bar ] || exit 1\nexec {GCC} "$@"\n')
    needy.chmod(0o755)
    lines = tmp_path / "okcompilers"
    lines.mkdir()
    (lines / "c").write_text(f"env KEY=bar {needy} -O2\n{needy} -O3\n")
    gone = f"{library}:{tmp_path}/gone.so"
    run = started(
        tmp_path, ".", LD_PRELOAD=gone, MAKEFLAGS="-n", MALLOC_PERTURB_="7", KEY="bar",
        GLIBC_TUNABLES="glibc.malloc.check=3", LD_BIND_NOW="1", A_TOKEN="secret",
        SHOOTOUT_OKCOMPILERS=str(lines),
    )  # fmt: skip
    said = good(run, tmp_path)
    assert "1 compiler " in said and "right 2, failed 0; 2 to time" in said


def test_code_gets_named_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "secret")
    monkeypatch.setenv("LD_LIBRARY_PATH", "lib:/usr/lib")
    monkeypatch.chdir(tmp_path)
    said = {s.split("=")[0]: s for s in execute(["env"], 10).output.splitlines()}
    assert {*said} <= {"PATH", "TMPDIR", "LC_ALL", "LD_LIBRARY_PATH", "PWD", "SHLVL", "_", "OLDPWD"}
    assert said["LD_LIBRARY_PATH"] == f"LD_LIBRARY_PATH={tmp_path}/lib:/usr/lib"
    monkeypatch.setenv("DEVICE", "ssh board")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    assert "SSH_AUTH_SOCK=/run/agent" in execute(["env"], 10).output


def test_foreign_programs_are_never_native(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head of the program decides, not whether it happened to run."""
    own, _ = elf.machine(Path(sys.executable).resolve())
    assert not elf.foreign(Path(sys.executable).resolve()) and not elf.userland_emulated()
    for machine, name in ((elf.ARM, "i686"), (elf.AMD64, "aarch64"), (elf.ARM64, "x86_64")):
        file = tmp_path / name
        file.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(11) + machine.to_bytes(2, "little"))
        monkeypatch.setattr(elf.platform, "machine", lambda name=name: name)
        assert elf.foreign(file)
    if own != elf.AMD64:
        return
    # In a userland for another processor the kernel runs the emulator, which is for this one.
    monkeypatch.setattr(elf.platform, "machine", lambda: "aarch64")
    assert elf.userland_emulated.__wrapped__()


def test_what_binfmt_misc_runs_is_verified_and_not_timed(tmp_path: Path) -> None:
    """A loader plays its part: the program that a cross compiler makes runs by itself."""
    cross, emulator = shutil.which("arm-linux-gnueabi-gcc"), shutil.which("qemu-arm")
    if not cross or not emulator:
        pytest.skip("needs arm-linux-gnueabi-gcc and qemu-arm")
    inside = (
        "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc && printf '%s' "
        r"':arm:M::\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x28\x00:"
        r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:"
        f"{emulator}:F' > /proc/sys/fs/binfmt_misc/register && "
    )
    hello = tmp_path / "hello"
    (tmp_path / "hello.c").write_text("int main(void) { return 7; }\n")
    subprocess.run([cross, "-static", "-o", hello, tmp_path / "hello.c"], check=True)
    alone = ["unshare", "-Urm", "sh", "-c"]
    if subprocess.run([*alone, f"{inside} {hello}"], capture_output=True).returncode != 7:
        pytest.skip("this system lets nobody register a format in a user namespace")
    tree(tmp_path, "opt32")
    words = ("run", "--quick", "--plain", "--machine", "box")
    words = (*words, "--compilers", "arm-linux-gnueabi-gcc")
    env = environment(*words, home=tmp_path, tree=tmp_path / "tree")
    env["SHOOTOUT_OKCOMPILERS"] = okcompilers("^arm-linux-gnueabi-gcc -march=armv6 -O2 ")
    command = f"{inside} exec {ROOT}/do {' '.join(words)}"
    done = subprocess.run([*alone, command], env=env, capture_output=True, text=True, timeout=600)
    said = done.stdout + done.stderr
    assert "C, armeabi" not in said and "C, emulated: right 1, failed 0; not timed" in said, said


@pytest.mark.parametrize(
    ("date", "doubt"),
    [
        ("1970-01-01", "set it first"),
        ("2020-05-05", "set it first"),
        ("2099-01-01", "is it right?"),
    ],
)
def test_a_clock_that_is_wrong_is_doubted(date: str, doubt: str) -> None:
    assert doubt in clock_doubt(datetime.fromisoformat(f"{date}T00:00:00+00:00"))
    released = day(VERSION[:8])
    assert released and not clock_doubt(released)


def test_a_wrong_clock_is_told_before_anything_is_timed(tmp_path: Path, compiler: str) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import shootout.run.driver as d;"
        "real = d.datetime;"
        "d.datetime = type('D', (), {'now': staticmethod(lambda z: real.fromtimestamp(9, z))});"
        "from shootout.cli import main; sys.exit(main())"
    )
    tree(tmp_path)
    words = ("run", "--quick", "--plain", "--machine", "box", "--compilers", compiler)
    done = subprocess.run(
        [sys.executable, "-c", code, str(ROOT / "scripts"), *words],
        env=environment(*words, home=tmp_path, tree=tmp_path / "tree"),
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert said.index("the clock says 1970-01-01") < said.index("time all"), said


def test_versions_are_in_the_order_of_their_lines() -> None:
    assert rank("20200511") < rank("20261121") < rank("20261125") < rank(VERSION)
    assert day(VERSION[:8]) <= datetime.now(timezone.utc)  # type: ignore[operator]


def test_suspicions() -> None:
    kills = outside.memory_kills()
    assert outside.suspected("dies of SIGSEGV", kills) is None
    killed = outside.suspected("fails start 0 dies of SIGKILL", kills)
    assert killed == outside.Suspicion(outside.KILLED, proven=False)
    assert outside.suspected("dies of SIGKILL", kills - 1) == outside.Suspicion(
        outside.MEMORY, True
    )
    assert outside.suspected("warden: no process: Resource temporarily unavailable", kills).proven  # type: ignore[union-attr]
    # Whoever prints such words is not the warden, and a source that has them no shell.
    assert outside.suspected("fails start 0 prints: warden: no process: x", kills) is None
    assert (
        outside.suspected("a.c:1:2: error: #error fork: Resource temporarily unavailable", kills)
        is None
    )
    # A program that had its processor time is slow, whoever else was there.
    late = Outcome(-9, "", timed_out=True, used=50)
    assert outside.of_program(late, 60, kills) is None
    assert outside.of_program(Outcome(-9, "", timed_out=True, used=1), 60, kills)


@pytest.mark.parametrize("both", ["", "2>&1 "])
def test_the_reader_goes_away_and_the_run_goes_on(tmp_path: Path, compiler: str, both: str) -> None:
    """`./do run | head`: it saves its file, and says so where that can be read."""
    tree(tmp_path)
    words = ("run", "--quick", "--plain", "--machine", "box", "--compilers", compiler)
    env = environment(*words, home=tmp_path, tree=tmp_path / "tree")
    piped = f"{ROOT}/do {' '.join(map(repr, words))} {both}| head -2; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", piped], env=env, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("the run goes on") == (not both), done.stderr
    assert file_of(tmp_path).is_file()


def test_a_system_without_shared_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a chroot without /dev/shm, where Python can make no locks of processes."""

    def missing(*_: object) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(multiprocessing.context.BaseContext, "Lock", missing)
    with pytest.raises(Trouble, match=r"(?i)not implemented.*mount it"):
        list(parallel.each(abs, [1, 2], 2))


def test_workers_are_children_whatever_python_prefers() -> None:
    """Python 3.14 leaves it to a server, whose children are nobody's of this process."""
    does = (
        "import multiprocessing as m; m.set_start_method('forkserver')\n"
        "from shootout.common.parallel import each\n"
        "print(list(each(abs, [-1, 2], 2)))"
    )
    ran = subprocess.run([sys.executable, "-c", does], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "[1, 2]\n", ran.stderr


def test_an_empty_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        ["env", "-i", f"SHOOTOUT_BUILD={tmp_path}", f"SHOOTOUT_DATA={tmp_path}/data",
         f"SHOOTOUT_OKCOMPILERS={okcompilers('^gcc -march=native -mtune=native -O2 ')}",
         str(ROOT / "do"), "list", "sha256/ref"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "does not compile" not in done.stdout + done.stderr


def test_stopped_while_compilers_are_probed(tmp_path: Path) -> None:
    """Ctrl-Z for longer than a compiler may take: it was not the compiler that was slow."""
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 1\necho done\n")
    slow.chmod(0o755)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from shootout.common.process import execute;"
        "print(execute([sys.argv[2]], 2))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(ROOT / "scripts"), str(slow)],
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        time.sleep(0.5)
        run.send_signal(signal.SIGSTOP)
        time.sleep(3)
        run.send_signal(signal.SIGCONT)
        said = run.communicate(timeout=30)[0]
    assert "status=0" in said and "timed_out=False" in said, said
