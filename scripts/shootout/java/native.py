"""The C of a Java implementation: a library, made by the first C compiler that works here."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..build import jail
from ..build.compilers import Compiler
from ..build.programs import COMPILE_SECONDS, UNJAILED, confinement
from ..common.process import Outcome, execute
from ..registry.stage import PRECOMPILED
from .implementation import JavaImplementation

SOURCES = {".c", ".S"}
LOADS = re.compile(rb'loadLibrary\("(\w+)"\)')


def needed(implementation: JavaImplementation) -> str:
    """The name of the library that its Java loads; empty for most."""
    for path, content in implementation.files().items():
        if path.endswith(".java") and (found := LOADS.search(content)):
            return found[1].decode()
    return ""


def build(
    implementation: JavaImplementation, home: Path, natives: Sequence[Compiler], javac: str
) -> None:
    """Make the library for each ABI of VMs; a failure is in `log` and `status`."""
    name = needed(implementation)
    if not name:
        return
    for abi, compiler in by_vm(natives).items():
        if not implementation.runs_on(abi):
            continue
        folder = home / abi  # the java.library.path of VMs
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # A flat copy, links followed, as for C.
        for file in implementation.folder.iterdir():
            if file.is_file() and file.suffix not in PRECOMPILED:
                shutil.copy(file, folder)
        # A name alone might begin with - or @.
        sources = sorted(f"./{f.name}" for f in folder.iterdir() if f.suffix in SOURCES)
        options = [f"-m{_dotted(word)}" for word in sorted(implementation.extensions())]
        ran = link(compiler, [*options, "-I."], sources, folder / f"lib{name}.so", javac)
        with (home / "log").open("a") as log:
            log.write("error: out of time\n" * ran.timed_out + ran.output)
        if ran.status:
            (home / "status").write_text("1\n")


def link(
    compiler: Compiler, options: Sequence[str], sources: Sequence[str], library: Path, javac: str
) -> Outcome:
    """Compile sources, whose names are relative to the library's folder, into a library."""
    headers = Path(javac).resolve().parents[1] / "include"
    order = jail.limits()
    if confinement() != UNJAILED:
        read = [headers, *(Path(library.parent, source).parent for source in sources)]
        order = jail.order([compiler.command], read, library.parent)
    command = [
        *jail.entering(order),
        *compiler.command, *options, "-shared", "-fPIC", f"-I{headers}", f"-I{headers}/linux",
        "-o", library.name, *sources,
    ]  # fmt: skip
    ran = execute(command, COMPILE_SECONDS, folder=library.parent, environment=jail.environment())
    return replace(ran, output=ran.output.partition("\n")[2])  # behind the word of the jail


def _dotted(word: str) -> str:
    """gcc's name of an extension."""
    return {"sse41": "sse4.1", "sse42": "sse4.2"}.get(word, word)


def by_vm(natives: Sequence[Compiler]) -> dict[str, Compiler]:
    """The first compiler whose programs run here, for each word size of VMs."""
    found: dict[str, Compiler] = {}
    for compiler in natives:
        if compiler.runner == ():
            abi = "jvm64" if "64" in compiler.abi else "jvm32"
            found.setdefault(abi, compiler)
    return found
