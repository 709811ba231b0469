"""The kernels of the strategies: their sources, their classes, their methods that do the work."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.common.errors import Trouble
from shootout.common.paths import BUILD, KNOWN, ROOT
from shootout.java import make, vms
from shootout.java.implementation import HOME

from .bench import Digest, Pair
from .subjects import compiled

MADE = BUILD / "java" / "strategies"
VECTORS = ("--add-modules", "jdk.incubator.vector")


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
    files = sorted((HOME / "strategies").glob("*.java"))
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    return {
        file.stem: file
        for file, text in texts.items()
        if "abstract class" not in text and ("import jdk.incubator.vector" in text) == vector
    }


def compile_kernels(javac: str) -> tuple[list[Digest], str]:
    """Compile all kernels and return them, with a report if those in vectors are left out.

    What is in one folder is measured again if any of it changes.
    """
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir(parents=True)
    hashes = {name: ROOT / home.replace(".", "/") / "Hash.java" for name, home in digests().items()}
    found, trouble = [], ""
    for vector, flags, folder in ((False, (), "classes"), (True, VECTORS, "vectors")):
        files = by_hand(vector)
        files |= {name: file for name, file in hashes.items() if ("Vector" in name) == vector}
        into = ("-sourcepath", f"{HOME}:{ROOT}", "-d", str(MADE / folder))
        words = (*(flags or make.OWN), "-Xlint:all", *into, *map(str, files.values()))
        trouble = compiled([javac, *words])
        if trouble and not vector:
            raise Trouble(f"java/strategies does not compile: {trouble}")
        found += [] if trouble else [_subject(name, folder, flags) for name in files]
    left_out = f"kernels in vectors are left out: they do not compile: {trouble}"
    return found, left_out if trouble else ""


def _subject(name: str, folder: str, flags: tuple[str, ...]) -> Digest:
    home = digests().get(name)
    class_name = f"{home}.Hash" if home else f"strategies.{name}"
    return Digest(function(name), "strategies", name, class_name, (MADE / folder,), flags)


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
