"""Compilers: the lines of okcompilers/ that make programs which run here."""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from ..common.errors import Trouble
from ..common.named import escaped
from ..common.paths import BUILD, MEASURE, OKCOMPILERS
from ..common.privacy import clean
from ..common.process import Outcome, complain, execute
from ..common.progress import BAR
from ..machine import elf, remote
from ..machine.target import of_machine
from ..registry.extensions import KNOWN, word
from . import jail

Line = tuple[tuple[str, ...], str]  # a command, and the name of its file in okcompilers/

JAVA = "java"  # the file of okcompilers whose lines are VMs (java/vms.py)
FAILS = "does not compile"
SECONDS = 60  # wall time of a compiler, or of its program, in a probe
MOST_LINES = 10_000  # commands that the braces of a line make
# The emulator for each e_machine. That of 64-bit POWER is for big-endian programs: for
# little-endian ones, as now usual, it is qemu-ppc64le.
EM_EMULATOR = {
    3: "qemu-i386", 20: "qemu-ppc", 21: "qemu-ppc64", 40: "qemu-arm", 62: "qemu-x86_64",
    183: "qemu-aarch64", 243: "qemu-riscv64",
}  # fmt: skip
# Processors that have more than an emulator's own: a G4 with AltiVec, vectors of RISC-V.
EMULATED = {"qemu-ppc": "7447A", "qemu-riscv64": "rv64,v=true,vext_spec=v1.0,zbkb=true"}
LEVEL = re.compile(r"-O([0-3gsz]|fast)?")
KNOWN_LEVEL = re.compile(r"-O[0-3s]?")  # to every compiler
# The path of the loader, in the head of a dynamically linked program.
LOADER = re.compile(rb"(/lib[\w/.+-]*/ld[\w.+-]*\.so[\w.]*)\0")


@dataclass(frozen=True)
class Compiler:
    """A line of okcompilers that works here."""

    command: tuple[str, ...]
    abi: str
    version: str
    # The command that runs this compiler's programs: an emulator, $DEVICE, or nothing.
    runner: tuple[str, ...] = ()
    emulated: bool = False

    @property
    def word(self) -> str:
        """The compiler's name in result lines: underscores for blanks, no private folders."""
        return clean("_".join(self.command)).replace(" ", "_")

    @property
    def base(self) -> Compiler:
        """The compiler of what lines have in common that differ in the level of optimization."""
        options = [word for word in self.command if not LEVEL.fullmatch(word)]
        return replace(self, command=(*options, "-O2"))

    @property
    def key(self) -> str:
        """The name of its folder below build/: its first word, and a hash of all of it."""
        text = " ".join([self.abi, self.version, *self.command])
        first = re.sub(r"[^A-Za-z0-9.+-]", "_", Path(self.command[0]).name)
        return f"{first}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"

    def as_json(self) -> dict[str, object]:
        """The compiler for other programs (docs/schema.json)."""
        return {
            "abi": self.abi,
            "command": list(self.command),
            "version": self.version,
            "emulated": self.emulated,
        }


@dataclass(frozen=True)
class Refused:
    """A line of okcompilers that does not work here, with the reason."""

    command: tuple[str, ...]
    file: str
    reason: str


def expand(line: str) -> list[str]:
    """The commands of a line with the shell's braces: `gcc {-O2,-O3}` is two."""
    parts = re.split(r"\{([^{}]*)\}", line)
    choices = [p.split(",") if i % 2 else [p] for i, p in enumerate(parts)]
    if math.prod(map(len, choices)) > MOST_LINES:
        raise Trouble(f"{escaped(line[:60])}...: its braces make over {MOST_LINES} commands")
    return ["".join(c) for c in itertools.product(*choices)]


def commands(file: Path) -> list[tuple[str, ...]]:
    """The commands of one file of okcompilers; `#` starts a comment. Raises Trouble for a line
    that is no command."""
    text = file.read_text(errors="surrogateescape")
    lines = ((n, line.split("#")[0].strip()) for n, line in enumerate(text.split("\n"), 1))
    return [arguments(c, f"{file}, line {n}") for n, line in lines if line for c in expand(line)]


def arguments(command: str, where: object) -> tuple[str, ...]:
    """The words of a command, as a shell takes quotes. Raises Trouble if that cannot be."""
    try:
        command.encode()  # bytes that are no characters cannot be
        found = tuple(shlex.split(command))
    except UnicodeEncodeError:
        raise Trouble(f"{escaped(where)}: not a line of text. Mend it.") from None
    except ValueError as error:
        raise Trouble(f"{escaped(where)}: {str(error).lower()}. Mend it.") from None
    if not all(found[:1]):
        raise Trouble(f"{escaped(where)}: its command has no name. Mend it.")
    return found


def _emulator(program: Path) -> tuple[str, ...]:
    """The command that emulates a foreign program here; empty if there is none.

    A dynamically linked program names its loader. Debian has the libraries of another
    architecture in /usr/<triple>, so the place of the loader tells where they are.
    """
    machine, order = elf.machine(program)
    name = EM_EMULATOR.get(machine, "")
    name += "le" if name == "qemu-ppc64" and order == 1 else ""
    found = shutil.which(name) or shutil.which(f"{name}-static") if name else None
    if not found:
        return ()
    with program.open("rb") as f:
        loader = LOADER.search(f.read(4096))
    cpu = ("-cpu", EMULATED[name]) if name in EMULATED else ()
    if not loader:
        return (found, *cpu)
    homes = sorted(Path("/usr").glob("*" + loader.group(1).decode()))
    depth = loader.group(1).count(b"/")
    return (found, *cpu, *(("-L", str(homes[0].parents[depth - 1])) if homes else ()))


def probing(command: tuple[str, ...], folder: Path = BUILD / "probe") -> Path:
    """The path of a compiler's probe, which prints the ABI, or the files named to it."""
    return folder / hashlib.sha256(" ".join(command).encode()).hexdigest()[:16]


def probe(command: tuple[str, ...], file: str, folder: Path) -> Compiler | Refused:
    """Compile and link measure/abi.c, in the jail of compilers, and run it: it prints the ABI and
    the compiler's version."""
    if not shutil.which(command[0]):
        return Refused(command, file, "not installed")
    folder.mkdir(parents=True, exist_ok=True)
    program = probing(command, folder)
    words = [*command, "-o", program.name, str(MEASURE / "abi.c")]
    made = _jailed(command, words, [MEASURE], folder)
    if made.status or not program.is_file():
        lines = [s for s in made.output.splitlines() if not s.startswith("jail ")]
        said = [s for s in lines if "error" in s] or lines
        if made.timed_out:
            said = [f"no answer in {SECONDS} s"]
        return Refused(command, file, f"{FAILS}: {' '.join((said or ['?'])[0].split())}")
    device = arguments(os.environ.get("DEVICE", ""), "$DEVICE")
    reason = "its programs do not run here"
    emulator = _emulator(program)
    # What the system itself has emulated (binfmt_misc) would be timed as if it ran here.
    native = () if elf.foreign(program) else ((),)
    for runner in (device,) if device else (*native, *filter(None, (emulator,))):
        try:
            ran = execute([*runner, str(program)], SECONDS)
        except OSError:
            continue
        words = ran.output.split(maxsplit=1)
        if ran.status == 0 and len(words) == 2:
            version = re.sub(r"[^!-~]+", "_", clean(words[1].strip()))
            whole = not device and elf.userland_emulated()
            if not runner and not whole and (reason := _beyond(command)):
                return Refused(command, file, reason)
            emulated = whole or runner == emulator != ()
            return Compiler(command, words[0], version, runner, emulated)
        reason = f"its programs do not run here: exit status {ran.status}"
    return Refused(command, file, reason)


def _jailed(
    compiler: Sequence[str], words: Sequence[str], reads: Iterable[Path], folder: Path
) -> Outcome:
    """Run a compiler in a folder, in the jail of compilers. If it fails there, it may need what
    the rules about files do not let it have, and runs with limits alone."""

    def run(order: str) -> Outcome:
        called = [*jail.entering(order), *words]
        return execute(called, SECONDS, folder=folder, environment=jail.environment())

    made = run(jail.order([compiler], reads, folder))
    return run(jail.limits()) if made.status else made


@functools.cache
def of_compiler(command: tuple[str, ...]) -> frozenset[str]:
    """The extensions that a compiler command may use, among other predefined macros, as words."""
    folder = BUILD / "probe"
    folder.mkdir(parents=True, exist_ok=True)
    ran = _jailed(command, [*command, "-dM", "-E", "-x", "c", os.devnull], [], folder)
    names = (line.split()[1] for line in ran.output.splitlines() if line.startswith("#define _"))
    return frozenset(map(word, names))


def available(top: Path = OKCOMPILERS) -> tuple[list[Compiler], list[Refused]]:
    """The C compilers of okcompilers that work here, and those that don't."""
    files = [f for f in sorted(top.iterdir()) if f.is_file() and f.name != JAVA]
    lines = [(c, f.name) for f in files for c in commands(f)]

    def kind(line: Line) -> tuple[str, ...]:
        """Lines of a kind work all or not at all: the first one is probed."""
        command, file = line
        return (file, *(word for word in command if not KNOWN_LEVEL.fullmatch(word)))

    first = {kind(line): line for line in reversed(lines)}
    firsts = [line for line in lines if first[kind(line)] is line]
    probed = in_parallel("probe compilers", firsts, lambda c, f: probe(c, f, BUILD / "probe"))
    found = dict(zip(map(kind, firsts), probed))
    good, bad = sort_out((replace(found[kind(line)], command=line[0]), line[1]) for line in lines)
    complain((r.reason for r in bad if r.reason.startswith(FAILS)), BUILD)
    return good, bad


def _beyond(command: tuple[str, ...]) -> str:
    """The reason why code of a compiler may not run here: extensions that the machine lacks.

    It is empty for lines with -march=native. A program as short as a probe may not use them.
    """
    here = of_machine()
    if here is None or "-march=native" in command:
        return ""
    lacking = sorted((of_compiler(command) & KNOWN) - here)
    return f"its programs may not run here: the machine lacks {' '.join(lacking)}" * bool(lacking)


def find_compilers() -> tuple[list[Compiler], list[Refused]]:
    """The C compilers that work here, and those that don't, as in `available`.

    Raises Trouble when none works.
    """
    good, bad = available()
    if not good:
        reasons = sorted({f"{r.command[0]}: {r.reason}" for r in bad})
        raise Trouble(
            "no compiler of okcompilers/ works here. "
            + "; ".join(reasons)
            + ". Install gcc or clang with the C library's headers (Debian: apt install gcc)."
        )
    boards = [c for c in good if c.runner and not c.emulated]
    if boards:
        remote.look_at([*boards[0].runner, str(probing(boards[0].command))])
    return good, bad


def first_lines(compilers: Sequence[Compiler]) -> list[Compiler]:
    """The first line of each command and ABI."""
    first = {(c.command[0], c.abi): c for c in reversed(compilers)}
    return [c for c in compilers if first[c.command[0], c.abi] is c]


def in_parallel(
    what: str,
    lines: Sequence[Line],
    probe: Callable[[tuple[str, ...], str], Compiler | Refused],
) -> list[Compiler | Refused]:
    """Probe lines; `what` is the name of this on the bar."""
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        probed = [pool.submit(probe, *line) for line in lines]
        return [one.result() for one in BAR.each(what, probed)]


def sort_out(
    probed: Iterable[tuple[Compiler | Refused, str]],
) -> tuple[list[Compiler], list[Refused]]:
    """Sort lines, each with the name of its file, into good and bad.

    If two differ only in the compiler's name and report the same version and ABI, only the first
    is good: `gcc` and `gcc-14` may be the same program.
    """
    good: list[Compiler] = []
    bad: list[Refused] = []
    first: dict[tuple[str, str, tuple[str, ...]], Compiler] = {}
    for result, file in probed:
        if isinstance(result, Refused):
            bad.append(result)
            continue
        one = first.setdefault((result.abi, result.version, result.command[1:]), result)
        if one is result:
            good.append(result)
        else:
            bad.append(Refused(result.command, file, f"is the same as {one.command[0]}"))
    return good, bad
