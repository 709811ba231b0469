"""Compilation of Java implementations: javac runs once for each, all in a few VMs, in a jail.

It runs nothing of what it compiles, for it looks for no annotation processors. But it reads the
files of the classes that a source names, folds constants and infers types, and a source may ask
for more of that than any machine has. So its VM has bounds of memory, and each source one of time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..build import jail
from ..build.compilers import Compiler
from ..build.programs import COMPILE_SECONDS, UNJAILED, lead
from ..common import surroundings
from ..common.errors import Trouble
from ..common.paths import BUILD, CRYPTO_HASH
from ..common.process import Outcome, execute, start
from ..registry.stage import unfit
from ..run.sources import digest
from . import native
from .implementation import HOME, JavaImplementation

MADE = BUILD / "java" / "made"
HARNESS = BUILD / "java" / "harness"
# The root of packages, with a link to crypto_hash, wherever that is.
SOURCE = BUILD / "java" / "source"
OWN = ("--release", "11")  # flags of implementations without a file javaflags
# Of all: no code of others runs within javac, wherever it may lie; names have their letters.
WITHIN = ("-proc:none", "-encoding", "UTF-8")
SECONDS = 120  # wall time for one implementation, which usually takes one
MEMORY = 4 << 30  # bytes of address space; a VM touches little of what it reserves
SHOWN = 1 << 16  # bytes of what a VM says besides
DONE = b"made"  # the line of Compile.java behind each
OURS = re.compile(b"made$|jail ")
OUT_OF_TIME = "124"  # as `timeout` says it
ENDS = {-signal.SIGXCPU: "152"}  # of time for all that the VM was to compile
JAILED = "jail"  # the file that tells what javac is kept from


def folder(implementation: JavaImplementation) -> Path:
    """The folder of an implementation's `classes`, with `status` and `log`."""
    return MADE / implementation.primitive.name / implementation.name.replace("/", "+")


def confinement() -> str:
    """What javac was kept from, for the facts."""
    file = HARNESS / JAILED
    return file.read_text().strip() if file.is_file() else "none"


def _order(javac: str, writes: Path) -> str:
    """The jail in which javac works here: besides the JDK, it reads our folders alone."""
    if confinement() == UNJAILED:
        return jail.limits(MEMORY)
    reads = [CRYPTO_HASH, HOME, SOURCE, HARNESS, *_settings(javac)]
    return jail.order([(javac,)], reads, writes, MEMORY)


def harness(javac: str) -> None:
    """Compile Try, Measure and the classes they need; raise Trouble if that fails.

    It shows whether javac can work by the jail's rules about files.
    """
    sources = sorted((HOME / "shootout").glob("*.java"))
    key = _key({f.name: f.read_bytes() for f in sources}, javac)
    if _kept(HARNESS, key) and (HARNESS / JAILED).is_file():
        return
    HARNESS.mkdir(parents=True, exist_ok=True)
    (HARNESS / JAILED).unlink(missing_ok=True)
    ran = _harness(javac, sources)
    if ran.status:
        (HARNESS / JAILED).write_text(UNJAILED)
        ran = _harness(javac, sources)
    word, _, said = ran.output.partition("\n")
    if ran.status:
        first = (said.splitlines() or ["it says nothing"])[0]
        (HARNESS / JAILED).unlink()
        raise Trouble(f"java/shootout does not compile with {javac}: {first}")
    if confinement() != UNJAILED:
        (HARNESS / JAILED).write_text(word.partition(" ")[2])
    (HARNESS / "key").write_text(key)


def _harness(javac: str, sources: Sequence[Path]) -> Outcome:
    """Run javac on the harness."""
    small = [f"-J{word}" for word in options(HARNESS / "crash")]
    places = ["-classpath", str(HARNESS), "-d", str(HARNESS)]
    words = [javac, *small, *OWN, *WITHIN, "-Xlint:all", *places, *map(str, sources)]
    words = [*jail.entering(_order(javac, HARNESS)), *words]
    return execute(words, COMPILE_SECONDS, environment=environment())


def build(
    implementations: Sequence[JavaImplementation], javac: str, natives: Sequence[Compiler],
    jobs: int, step: Callable[[], None],
) -> int:  # fmt: skip
    """Compile the implementations that have changed; return their number.

    One that does not compile has a `status` other than 0. `step` is called after each one,
    possibly from other threads.
    """
    harness(javac)
    SOURCE.mkdir(parents=True, exist_ok=True)
    lead(SOURCE / "crypto_hash", CRYPTO_HASH)
    todo = []
    for one in implementations:
        files = one.files()
        key = _key(files, javac, *one.flags(), *(c.key for c in natives))
        if _kept(folder(one), key) or _refused(one):
            step()
        else:
            todo.append((one, key, digest(files)))
    jobs = max(1, min(jobs, len(todo)))
    with ThreadPoolExecutor(jobs) as pool:
        parts = [[one for one, _, _ in todo[i::jobs]] for i in range(jobs)]
        list(pool.map(lambda part: _compile(part, javac, step), parts))
    for one, key, source in todo:
        home = folder(one)
        if (home / "classes").is_dir():
            native.build(one, home, natives, javac)
        if (home / "status").is_file():
            (home / "source").write_text(source)
            (home / "key").write_text(key)
    return len(todo)


def _key(files: dict[str, bytes], *words: str) -> str:
    return hashlib.sha256(" ".join([digest(files), *words]).encode()).hexdigest()


def _kept(home: Path, key: str) -> bool:
    return (home / "key").is_file() and (home / "key").read_text() == key


def _refused(one: JavaImplementation) -> bool:
    """Whether it has files that are none of its own; its log says so as if javac had."""
    wrong = unfit(one)
    if wrong:
        _fail(one, "1", "".join(f"error: {each}\n" for each in wrong))
    return bool(wrong)


def _fail(one: JavaImplementation, status: str, said: str) -> None:
    """Note that there are no classes of an implementation, and why."""
    home = folder(one)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    (home / "log").write_text(said)
    (home / "status").write_text(f"{status}\n")


def _compile(part: Sequence[JavaImplementation], javac: str, step: Callable[[], None]) -> None:
    """Run Compile.java for several implementations in one VM: ten times as fast as one each.

    One that ends the VM is compiled once more, in a VM of its own, where it can blame no other.
    """
    left, alone = list(part), False
    while left:
        now = left[:1] if alone else left
        made, status, said = many(_command(now, javac), SOURCE, step)
        left = left[made:]
        if made == len(now):
            alone = False
        elif alone or status == OUT_OF_TIME:
            _fail(left.pop(0), status, f"error: javac ends early\n{said}")
            step()
            alone = False
        else:
            alone = True


def _command(part: Sequence[JavaImplementation], javac: str) -> list[str]:
    """The command that compiles some implementations."""
    orders = []
    for one in part:
        home = folder(one)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        flags = one.flags() or OWN
        path = f"{one.path}/{one.MARK}"
        places = ["-classpath", str(home / "classes"), "-sourcepath", f".:{HOME}"]
        orders.append("\t".join([str(home), *flags, *WITHIN, *places, path]))
    java = Path(javac).resolve().with_name("java")
    words = [str(java), *options(MADE / "crash"), "-cp", str(HARNESS), "shootout.Compile", *orders]
    return [*jail.entering(_order(javac, MADE)), *words]


def options(crash: Path) -> list[str]:
    """The options of its VM, which keep it well below MEMORY; others than HotSpot have none of
    them. `crash` is the file for the report of one."""
    return [
        "-Xmx768m", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseSerialGC", "-XX:-UsePerfData",
        "-XX:CompressedClassSpaceSize=128m", "-XX:ReservedCodeCacheSize=128m",
        "-XX:-CreateCoredumpOnCrash", f"-XX:ErrorFile={crash}",
    ]  # fmt: skip


def environment() -> dict[str, str]:
    """Its environment. Threads share heaps of the C library, for each is 64 MB of addresses; a VM
    finds folders with letters beyond ASCII by the locale."""
    more = {"MALLOC_ARENA_MAX": "2", "TMPDIR": ".", "LC_ALL": surroundings.UTF8}
    return {**surroundings.of_compilers(), **more}


def _settings(javac: str) -> Iterator[Path]:
    """The folders in which a JDK has its settings; some systems keep these in /etc."""
    home = Path(javac).resolve().parents[1]
    for folder in (home / "conf", home / "conf" / "security", home / "lib"):
        yield folder
        for link in filter(Path.is_symlink, folder.glob("*")):
            yield from filter(jail.fit, [link.resolve().parent])


def many(command: Sequence[str], folder: Path, step: Callable[[], None]) -> tuple[int, str, str]:
    """Run Compile.java in a folder; return how many it compiled, then, of a VM that ended before
    it was done, its status, as a shell tells it, and what it said. `step` is called after each.
    """
    done, kept, rest, late = 0, b"", b"", False
    with start(command, cwd=folder, stdout=subprocess.PIPE, env=environment()) as made:
        assert made.stdout is not None
        said, end = made.stdout.fileno(), time.monotonic() + SECONDS
        try:
            while True:
                left = max(0.0, end - time.monotonic())
                late = not select.select([said], [], [], left)[0]
                piece = b"" if late else os.read(said, SHOWN)
                if not piece:
                    break
                *lines, rest = (rest + piece).split(b"\n")
                kept = b"\n".join([kept, *(line for line in lines if not OURS.match(line))])
                kept, rest = kept[-SHOWN:], rest[-SHOWN:]
                for _ in range(lines.count(DONE)):
                    done, end = done + 1, time.monotonic() + SECONDS
                    step()
            with contextlib.suppress(subprocess.TimeoutExpired):
                made.wait(0 if late else SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(made.pid, signal.SIGKILL)
    status = OUT_OF_TIME if late else ENDS.get(made.returncode, "1")
    return done, status, (kept + b"\n" + rest).decode(errors="replace").strip()
