"""The kernels of the strategies: their sources, their classes, their methods that do the work."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler
from shootout.build.programs import COMPILE_SECONDS
from shootout.common.errors import Trouble
from shootout.common.paths import BUILD, KNOWN, ROOT
from shootout.java import make, vms
from shootout.java.implementation import HOME

from .bench import Digest, Pair

SOURCES = HOME / "strategies"
MADE = BUILD / "java" / "strategies"
WHO = "strategies"
VECTORS = ("--add-modules", "jdk.incubator.vector")


class Variant(NamedTuple):
    """A kernel of java/strategies with other words, or with the body of its loop repeated."""

    base: str
    changes: tuple[tuple[str, str], ...] = ()  # patterns, and what they are replaced by
    times: int = 1


XOR = ((r"(<< \d+) \|", r"\1 ^"),)
PUBLIC = ((r"private static (long|void) (\w+\()", r"public \1 \2"), ("final class", "class"))
NUMBERED = (
    (r"\((\w+) << (\d+) \| \1 >>> \d+\)", r"Long.rotateLeft(\1, \2)"),  # takes less byte code
    (r"\bs \+ (\d+)", r"\1"),
)
VARIANTS = {
    "KeccakXor": Variant("KeccakOr", XOR),
    "SkeinXor": Variant("SkeinOr", XOR),
    "KeccakTwo": Variant("KeccakOr", times=2),
    "JhTwo": Variant("JhInlined", times=2),
    "KeccakUnrolled": Variant("KeccakOr", times=24),
    "SkeinUnrolled": Variant("SkeinOr", NUMBERED, 9),
    "GroestlModulo": Variant("GroestlFlat", ((r"j \+ (\d) & 7", r"(j + \1) % 8"),)),
    "GroestlPublic": Variant("GroestlMethod", PUBLIC),
    "JhPublic": Variant("JhPort", PUBLIC),
    "KeccakPublic": Variant("KeccakPrivate", PUBLIC),
    "SkeinPublic": Variant("SkeinPrivate", PUBLIC),
}


def table() -> list[list[str]]:
    """The lines of known/kernels: kernel, function, methods."""
    text = (KNOWN / "kernels").read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and line[0] != "#"]


def _line(name: str) -> list[str]:
    return next(words for words in table() if fnmatchcase(name, words[0]))


def function(name: str) -> str:
    """The primitive that a kernel computes."""
    return _line(name)[1]


def methods(name: str) -> list[str]:
    """The methods that do a kernel's work, each package.Class::method."""
    return [method.replace("*", name) for method in _line(name)[2:]]


def digests() -> dict[str, str]:
    """The packages of implementations that serve as kernels, by the kernel's name."""
    return {
        name: method.rpartition(".")[0]
        for name, _, method, *_ in table()
        if not method.startswith("strategies.")
    }


def by_hand(vector: bool) -> dict[str, Path]:
    """The kernels that java/strategies has, with vectors or without: their files by name."""
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(SOURCES.glob("*.java"))}
    return {
        file.stem: file
        for file, text in texts.items()
        if "abstract class" not in text and ("import jdk.incubator.vector" in text) == vector
    }


def source(name: str) -> str:
    """The text of a variant."""
    base, changes, times = VARIANTS[name]
    text = (SOURCES / f"{base}.java").read_text(encoding="utf-8")
    text = re.sub(rf"\b{base}\b", name, text)
    if times > 1:
        text = _repeated(text, times)
    for pattern, by in changes:
        text = re.sub(pattern, by, text)
    return text


def _repeated(text: str, times: int) -> str:
    """The text with the body of its loop so often: `round + 0` becomes `round + 1` and so on."""
    loop = re.search(r"^( +)for \(int (\w+) = 0; (.*; \w+)(?: \+= (\d)|\+\+)\) {\n(.*?)^\1}\n",
                     text[text.index("@Override"):], re.M | re.S)  # fmt: skip
    assert loop
    margin, counter, until, step, body = loop.groups("1")

    def counted(k: int) -> str:
        ahead = rf"\b{counter} \+ (\d+)"
        return re.sub(ahead, lambda at: f"{counter} + {int(at[1]) + k * int(step)}", body)

    bodies = "".join(f"{margin}{{\n{counted(k)}{margin}}}\n" for k in range(times))
    head = f"{margin}for (int {counter} = 0; {until} += {times * int(step)}) {{\n"
    return text.replace(loop[0], f"{head}{bodies}{margin}}}\n")


def compile_kernels(javac: str) -> tuple[list[Digest], str]:
    """Compile all kernels and return them, with a report if those in vectors are left out.

    What is in one folder is measured again if any of it changes.
    """
    shutil.rmtree(MADE, ignore_errors=True)
    made = MADE / "source" / "strategies"
    made.mkdir(parents=True)
    for name in VARIANTS:
        (made / f"{name}.java").write_text(source(name), encoding="utf-8")
    hashes = {name: ROOT / home.replace(".", "/") / "Hash.java" for name, home in digests().items()}
    found, trouble = [], ""
    for vector, flags, folder in ((False, (), "classes"), (True, VECTORS, "vectors")):
        files = by_hand(vector)
        files |= {name: file for name, file in hashes.items() if ("Vector" in name) == vector}
        files |= {} if vector else {name: made / f"{name}.java" for name in VARIANTS}
        trouble = _compile(javac, flags or make.OWN, files.values(), folder)
        if trouble and not vector:
            raise Trouble(f"java/strategies does not compile: {trouble}")
        found += [] if trouble else [_subject(name, folder, flags) for name in files]
    left_out = f"kernels in vectors are left out: they do not compile: {trouble}"
    return found, left_out if trouble else ""


def _compile(javac: str, flags: Iterable[str], files: Iterable[Path], folder: str) -> str:
    """Run javac; return the first error, empty if there is none."""
    sources = f"{MADE / 'source'}:{HOME}:{ROOT}"
    command = [javac, *flags, "-Xlint:all", "-sourcepath", sources, "-d", str(MADE / folder)]
    ran = subprocess.run(
        [*command, *map(str, files)], capture_output=True, text=True, errors="replace",
        timeout=COMPILE_SECONDS, check=False,
    )  # fmt: skip
    errors = [line for line in ran.stderr.splitlines() if "error" in line]
    return (errors or ["javac says nothing"])[0] if ran.returncode else ""


def _subject(name: str, folder: str, flags: tuple[str, ...]) -> Digest:
    home = digests().get(name)
    class_name = f"{home}.Hash" if home else f"strategies.{name}"
    return Digest(function(name), WHO, name, class_name, (MADE / folder,), flags)


def pairs(
    used: Sequence[Compiler], primitives: Collection[str], javac: str
) -> tuple[list[Pair], list[str]]:
    """The kernels of these functions in all VMs that run them, and reports of what is left out."""
    subjects, trouble = compile_kernels(javac)
    reasons = [trouble] if trouble else []
    found = []
    for vm in used:
        takes = vms.takes(vm.runner, VECTORS)
        if not takes and not trouble:
            name = " ".join(vm.command)
            reasons.append(f"kernels in vectors are left out in {name}: no {VECTORS[-1]} there")
        chosen = (s for s in subjects if s.primitive in primitives and (takes or not s.flags))
        found += [(vm, s) for s in chosen]
    return found, reasons
