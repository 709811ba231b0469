"""Compilation of Java implementations: javac runs once for each, all in a few VMs."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..build.compilers import Compiler
from ..build.programs import COMPILE_SECONDS
from ..common.errors import Trouble
from ..common.paths import BUILD, CRYPTO_HASH
from ..run.sources import digest
from . import native
from .implementation import HOME, JavaImplementation

MADE = BUILD / "java" / "made"
HARNESS = BUILD / "java" / "harness"
# The root of packages, with a link to crypto_hash, wherever that is.
SOURCE = BUILD / "java" / "source"
OWN = ("--release", "11")  # flags of implementations without a file javaflags


def folder(implementation: JavaImplementation) -> Path:
    """The folder of an implementation's `classes`, with `status` and `log`."""
    return MADE / implementation.primitive.name / implementation.name.replace("/", "+")


def harness(javac: str) -> None:
    """Compile Try, Measure and the classes they need; raise Trouble if that fails."""
    sources = sorted((HOME / "shootout").glob("*.java"))
    key = _key({f.name: f.read_bytes() for f in sources}, javac)
    if _kept(HARNESS, key):
        return
    HARNESS.mkdir(parents=True, exist_ok=True)
    command = [javac, *OWN, "-Xlint:all", "-d", str(HARNESS), *map(str, sources)]
    ran = subprocess.run(
        command, capture_output=True, text=True, errors="replace", timeout=COMPILE_SECONDS,
        check=False,
    )  # fmt: skip
    if ran.returncode:
        first = (ran.stderr.splitlines() or ["it says nothing"])[0]
        raise Trouble(f"java/shootout does not compile with {javac}: {first}")
    (HARNESS / "key").write_text(key)


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
    link = SOURCE / "crypto_hash"
    if not link.is_symlink() or link.resolve() != CRYPTO_HASH.resolve():
        link.unlink(missing_ok=True)
        link.symlink_to(CRYPTO_HASH)
    todo = []
    for one in implementations:
        files = one.files()
        key = _key(files, javac, *one.flags(), *(c.key for c in natives))
        if _kept(folder(one), key):
            step()
        else:
            todo.append((one, key, digest(files)))
    jobs = max(1, min(jobs, len(todo)))
    with ThreadPoolExecutor(jobs) as pool:
        parts = [[one for one, _, _ in todo[i::jobs]] for i in range(jobs)]
        list(pool.map(lambda part: _compile(part, javac, step), parts))
    for one, key, source in todo:
        home = folder(one)
        native.build(one, home, natives, javac)
        if (home / "status").is_file():
            (home / "source").write_text(source)
            (home / "key").write_text(key)
    return len(todo)


def _key(files: dict[str, bytes], *words: str) -> str:
    return hashlib.sha256(" ".join([digest(files), *words]).encode()).hexdigest()


def _kept(home: Path, key: str) -> bool:
    return (home / "key").is_file() and (home / "key").read_text() == key


def _compile(part: Sequence[JavaImplementation], javac: str, step: Callable[[], None]) -> None:
    """Run Compile.java in one VM for several implementations: ten times as fast as one each."""
    if not part:
        return
    orders = []
    for one in part:
        home = folder(one)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        flags = one.flags() or OWN
        path = f"{one.path}/{one.MARK}"
        orders.append("\t".join([str(home), *flags, "-sourcepath", f".:{HOME}", path]))
    java = Path(javac).resolve().with_name("java")
    command = [str(java), "-XX:+UseSerialGC", "-cp", str(HARNESS), "shootout.Compile", *orders]
    with subprocess.Popen(
        command, cwd=SOURCE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
    ) as made:  # fmt: skip
        assert made.stdout is not None
        try:
            for line in made.stdout:
                if re.fullmatch(r"made\n", line):
                    step()
        except BaseException:
            made.kill()
            raise
