"""Builds try programs outside of the driver, with compilers and flags that it does not use."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from conftest import COMMON, KEPT, Shared

from shootout.build import constanttime, jail
from shootout.build.constanttime import GOALS, Trace
from shootout.machine.target import of_machine
from shootout.registry.stage import SOURCES, namespace, stage
from shootout.registry.tree import Implementation, Primitive

DOTS = {"sse41": "sse4.1", "sse42": "sse4.2"}
# gcc 12's arm_neon.h wants the older word for AES and SHA-2, which means both.
ARMV8 = {"aes": "crypto", "sha2": "crypto", "sha512": "sha3", "sha3": "sha3"}
# What compiles for machines that are not here and runs it
MACHINES = {
    "x86": ("gcc -m32 -march=i686", ""),
    "armeabi": ("arm-linux-gnueabi-gcc", "qemu-arm"),
    "arm64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "ppc32": ("powerpc-linux-gnu-gcc", "qemu-ppc -cpu 7447A"),  # a G4: AltiVec
    "ppc64": ("powerpc64le-linux-gnu-gcc", "qemu-ppc64le"),
    "riscv64": ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
}
NATIVE = ("gcc", "-O2", "-m64", "-march=x86-64", "-fPIE")  # of all tests that want the same
NEON = "arm-linux-gnueabihf-gcc -march=armv7-a+neon"
MEASURE = Path(__file__).resolve().parents[1] / "measure"
JAIL = ("jail", "channel", "records", "state", "syscalls", "guard")
TRACE = ("step", "operands", "trail", "calls")
HARNESS = (
    "try", "lanes", "system", "vectors",
    *(f"jail/{name}" for name in JAIL), *(f"trace/{name}" for name in TRACE),
)  # fmt: skip
INCLUDES = (f"-I{MEASURE}", f"-I{MEASURE / 'jail'}")
FACTS = {"api.h", "params.h"}
# Words of a compiler that decide what objects fit together.
FITTING = re.compile("-m32|-fsanitize=.*|-D__SANITIZE.*")


def options(i: Implementation) -> list[str]:
    """gcc's options for the extensions that an implementation names."""
    if "arm64" in i.abis():
        named = sorted({ARMV8[w] for w in i.extensions() - {"neon"}})
        return ["-march=" + "+".join(["armv8.2-a", *named])] if named else []
    if "ppc64" in i.abis():
        return ["-mcpu=power8"]
    if "riscv64" in i.abis():
        return ["-march=" + "_".join(["rv64gc", *sorted(i.extensions())])]
    return [f"-m{DOTS.get(w, w)}" for w in sorted(i.extensions())]


def lacking(i: Implementation) -> frozenset[str]:
    """The extensions that an implementation names and this machine has not, or does not tell."""
    return i.extensions() - (of_machine() or frozenset())


def missing(i: Implementation) -> str:
    """Why this machine can't run an implementation; empty when it can."""
    return f"this machine lacks {' '.join(sorted(lacking(i)))}" if lacking(i) else ""


def sources(i: Implementation) -> dict[str, Path]:
    """Where its C and assembly lie, by name, but for what says its parameters."""
    code = ((n, f) for n, f in i.parts().items() if Path(n).suffix in {*SOURCES, ".h", ".inc"})
    return {name: file.resolve() for name, file in code if name not in FACTS}


# Files of trees whose leaves are hashed side by side: long messages go another way.
SIDE_BY_SIDE = re.compile(r"chunks_\w+\.c|lanes\.c|many\.c")
TURNS = (*constanttime.LENGTHS, 2248)  # bytes: leaves of BLAKE2 take turns, a block of each


def lengths(i: Implementation) -> tuple[int, ...]:
    """The message lengths at which a test traces an implementation, in bytes."""
    if not any(map(SIDE_BY_SIDE.fullmatch, sources(i))):
        return constanttime.LENGTHS
    return TURNS if i.primitive.name.startswith("blake2") else constanttime.LEAVES


# Extensions that valgrind 3.19 does not know, besides all of AVX-512.
UNKNOWN = {"sha", "vaes", "gfni"}


def strange(i: Implementation) -> list[str]:
    """The extensions that an implementation names and valgrind does not know."""
    return sorted(w for w in i.extensions() if w in UNKNOWN or w.startswith("avx512"))


def has_tables(i: Implementation) -> bool:
    """Whether it promises that no branch depends on the message, and of indices nothing: valgrind
    complains about its look-ups."""
    return {what for what, goal in GOALS.items() if goal in i.entries()} == {"branch"}


def need(*tools: str, what: str = "") -> None:
    """Skips a test where one of the programs is not installed."""
    for tool in tools:
        if not shutil.which(tool):
            pytest.skip(f"{what}{tool} is not installed")


@cache
def unable(command: tuple[str, ...]) -> str:
    """Why a compiler makes no program here; empty when it does."""
    if not shutil.which(command[0]):
        return f"{command[0]} is not installed"
    program = ("-x", "c", "-", "-o", os.devnull)
    source = b'#include <stdio.h>\nint main(void) { return puts(""); }\n'
    made = subprocess.run([*command, *program], input=source, capture_output=True)
    return f"{' '.join(command)} has no C library here" if made.returncode else ""


def need_compiler(*command: str, what: str = "") -> None:
    """Skips a test where a compiler with these options makes no program."""
    if reason := unable(command):
        pytest.skip(what + reason)


def staged(i: Implementation, folder: Path) -> list[str]:
    """Copies an implementation as the harness does; a compiler's words for it: names, headers
    and sources."""
    stage(i, folder)
    own = namespace(i)
    names = [f"-D{u}CRYPTO_NAMESPACE(name)={u}{own}_##name" for u in ("", "_")]
    sources = [str(f) for f in folder.iterdir() if f.suffix in SOURCES]
    return [*names, f"-I{folder}", f"-I{MEASURE / 'include'}", *sources]


def made_of(text: str, folder: Path, size: int = 32, file: str = "hash.c") -> Implementation:
    """An implementation that is this file."""
    home = folder / "home"
    home.mkdir()
    (home / "api.h").write_text(f"#define CRYPTO_BYTES {size}\n")
    (home / file).write_text(text)
    return Implementation(Primitive("some", folder), "home", home)


def ran(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """What came of a command in a folder."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)


def told(folder: Path, *command: str | Path) -> str:
    """What a tool says; it has to succeed."""
    made = ran(folder, *command)
    assert made.returncode == 0, f"{command}\n{made.stderr}"
    return made.stdout


def compiled(command: Sequence[str], folder: Path, *words: str) -> None:
    """Runs a compiler in a folder; it must succeed."""
    told(folder, *command, *words)


def objects(command: Sequence[str], i: Implementation) -> list[str]:
    """The objects of an implementation, compiled once for all tests that want the same."""

    def make(folder: Path) -> None:
        compiled(command, folder, *staged(i, folder / "code"), "-c")

    name = hashlib.sha256(f"{command} {i.path} {i.folder}".encode()).hexdigest()[:16]
    return sorted(map(str, Shared(COMMON).once(f"objects-{name}", make).glob("*.o")))


@cache
def harness(command: tuple[str, ...]) -> tuple[str, ...]:
    """The objects of the try program but for the implementation's; made once for all processes and
    for all of an ABI's commands that fit together, since that takes seconds; of clang's by gcc."""
    names = [f"{word[9:]}-gcc" for word in command if word.startswith("--target=")]
    command = (*(names or command[:1]), *filter(FITTING.fullmatch, command), "-O2")

    def make(folder: Path) -> None:
        sources = (f"{MEASURE}/{name}.c" for name in HARNESS)
        compiled(command, folder, "-std=gnu99", *INCLUDES, "-c", *sources)

    name = hashlib.sha256(" ".join(command).encode()).hexdigest()[:16]
    return tuple(map(str, sorted(Shared(COMMON).once(f"harness-{name}", make).glob("*.o"))))


@cache
def plugin() -> Path:
    """The plugin for qemu."""
    need("gcc")
    made = constanttime.plugin(["gcc"], Path(tempfile.mkdtemp(dir=KEPT.name)))
    assert isinstance(made, Path), made
    return made


def broken(i: Implementation, trace: Trace) -> list[str]:
    """The promises of constant time that a trace shows to be broken."""
    assert trace.instructions > 0, trace.why
    return [
        f"{what} {getattr(trace, what)}"
        for what, goal in GOALS.items()
        if goal in i.entries() and getattr(trace, what)
    ]


@dataclass(frozen=True)
class Trying:
    """Builds and runs the try programs of implementations with one compiler command."""

    command: Sequence[str]
    folder: Path

    def build(self, i: Implementation) -> Path:
        """The try program of an implementation."""
        home = self.folder / i.primitive.name / i.name
        own = [*staged(i, home), f"-I{MEASURE}", f"{MEASURE}/subject.c"]
        objects = harness(tuple(self.command))
        compiled(self.command, home, "-o", "try", *own, *objects)
        return home / "try"

    def traced(self, i: Implementation, *runner: str) -> Trace:
        """The trace of a built try program: qemu's, or by traps, which take a while here."""
        program = self.folder / i.primitive.name / i.name / "try"
        if not runner:
            return constanttime.by_traps([str(program), "0", "0"], lengths(i), 2)
        return constanttime.by_plugin(runner, program, lengths(i), plugin())

    def objects_of(self, i: Implementation) -> None:
        """Compiles an implementation, where it can't run."""
        home = self.folder / i.primitive.name / i.name
        compiled(self.command, home, *staged(i, home), "-c")

    def small(self, i: Implementation, *runner: str, **environment: str) -> str:
        """The output of `try small`, which must succeed and have the pinned checksum."""
        ran = subprocess.run(
            [*runner, str(self.build(i)), "0", "0", "small"],
            capture_output=True, text=True, errors="replace", timeout=600, env=environment or None,
        )  # fmt: skip
        said = ran.stdout + ran.stderr
        assert ran.returncode == 0 and ran.stdout.splitlines()[-1:] == ["done"], said
        assert f"checksum small {i.primitive.checksums()['small']}\n" in ran.stdout, said
        return said


def entered(order: str, *words: str) -> bool:
    """Whether a command succeeds in the jail of compilers that this order describes."""
    done = subprocess.run([*jail.entering(order), *words], capture_output=True)
    if done.stdout.startswith(b"jail limits"):
        pytest.skip("this system does not keep compilers from files")
    return not done.returncode
