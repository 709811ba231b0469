"""Compilation of Java implementations: javac runs once for each, all in a few VMs, in a jail."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..build import jail
from ..build.compilers import Compiler
from ..build.programs import COMPILE_SECONDS, UNJAILED
from ..common.errors import Trouble
from ..common.paths import BUILD, CRYPTO_HASH
from ..common.process import Outcome, execute
from ..registry.stage import unfit
from ..run.sources import digest
from . import javac as compiler
from . import native
from .implementation import HOME, JavaImplementation

MADE = BUILD / "java" / "made"
HARNESS = BUILD / "java" / "harness"
# The root of packages, with a link to crypto_hash, wherever that is.
SOURCE = BUILD / "java" / "source"
OWN = ("--release", "11")  # flags of implementations without a file javaflags
# Of all: no code of others runs within javac, wherever it may lie; names have their letters.
WITHIN = ("-proc:none", "-encoding", "UTF-8")
JAILED = "jail"  # the file that tells what javac is kept from


def folder(implementation: JavaImplementation) -> Path:
    """The folder of an implementation's `classes`, with `status` and `log`."""
    return MADE / implementation.primitive.name / implementation.name.replace("/", "+")


def confinement() -> str:
    """What javac was kept from, for the facts."""
    file = HARNESS / JAILED
    return file.read_text().strip() if file.is_file() else "none"


def _order(javac: str, writes: Path) -> str:
    """The jail in which javac works here."""
    if confinement() == UNJAILED:
        return jail.limits(compiler.MEMORY)
    return compiler.order(javac, [CRYPTO_HASH, HOME, SOURCE, HARNESS], writes)


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
    small = [f"-J{word}" for word in compiler.options(HARNESS / "crash")]
    places = ["-classpath", str(HARNESS), "-d", str(HARNESS)]
    words = [javac, *small, *OWN, *WITHIN, "-Xlint:all", *places, *map(str, sources)]
    order = _order(javac, HARNESS)
    return execute(
        [*jail.entering(order), *words], COMPILE_SECONDS, environment=compiler.environment()
    )


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
        made, status, said = compiler.many(_command(now, javac), SOURCE, step)
        left = left[made:]
        if made == len(now):
            alone = False
        elif alone or status == compiler.OUT_OF_TIME:
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
    options = compiler.options(MADE / "crash")
    words = [str(java), *options, "-cp", str(HARNESS), "shootout.Compile", *orders]
    return [*jail.entering(_order(javac, MADE)), *words]
