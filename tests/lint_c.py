"""Compiles all our C with every warning as an error, and looks at its layout.

Implementations are compiled as the harness does it, from a flat copy, by gcc and clang, for
64 and 32 bits; foreign folders copied in for a look are linted too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from trying import options

from shootout.common.paths import BUILD, CRYPTO_HASH, MEASURE, ROOT
from shootout.registry.stage import namespace, stage
from shootout.registry.tree import implementations, primitives

MACHINES = ("-m64", "-m32")
DIRECTIVES = "macro|section|intel_syntax|p2align|word"
# Found in every included body of assembly, and never in C.
ASSEMBLY = re.compile(rf"^\s*(?:\.(?:{DIRECTIVES})\b|vp\w+\s+[xyz]mm)", re.MULTILINE)


def compilers() -> list[list[str]]:
    """gcc and clang for each word size that works here; the others are named."""
    found = []
    for name in ("gcc", "clang"):
        for m in MACHINES:
            command = [name, m]
            probe = [*command, "-o", os.devnull, str(MEASURE / "abi.c")]
            if shutil.which(name) and not subprocess.run(probe, capture_output=True).returncode:
                found.append(command)
            else:
                print(f"skipped: {' '.join(command)} does not work here")
    return found


def jobs(flags: list[str]) -> list[list[str]]:
    """All compile commands."""
    commands = []
    for compiler in compilers():
        include = [f"-I{folder}" for folder in (BUILD / "lint", MEASURE, MEASURE / "jail")]
        files = [ROOT / "java" / "native" / "block.c"]
        for folder in (".", "cpucycles", "jail", "trace"):
            files += (MEASURE / folder).glob("*.c")
        for file in sorted(files):
            if file.name != "subject.c":
                commands.append([*compiler, *flags, *include, str(file)])
        for primitive in primitives():
            for i in implementations(primitive):
                abis = {"-m64": "amd64", "-m32": "x86"}
                if not i.runs_on(abis[compiler[1]]):
                    continue
                folder = BUILD / "lint" / primitive.name / i.name
                stage(i, folder)
                names = [f"-DCRYPTO_NAMESPACE(name)={namespace(i)}_##name", "-march=native"]
                names += options(i)
                strict = [f.replace("gnu99", "c99") for f in flags]
                include = [f"-I{folder}", f"-I{MEASURE / 'include'}"]
                for file in sorted(folder.glob("*.c")):
                    commands.append([*compiler, *strict, *names, *include, str(file)])
    return commands


def run(command: list[str]) -> str:
    """The complaints about one file; empty when there are none. gcc has some of its optimizer."""
    end = ["-c", "-o", os.devnull] if command[0] == "gcc" else ["-fsyntax-only"]
    made = subprocess.run([*command, *end], capture_output=True, text=True)
    return "" if made.returncode == 0 else f"{' '.join(command)}\n{made.stdout}{made.stderr}"


def layout() -> str:
    """The files that clang-format would change."""
    tool = shutil.which("clang-format")
    if not tool:
        print("skipped: clang-format is not installed")
        return ""
    ours = (MEASURE, ROOT / "java", ROOT / "tests", CRYPTO_HASH)
    files = [file for folder in ours for file in folder.rglob("*.[ch]")]
    files += CRYPTO_HASH.rglob("*.inc")
    c = [f for f in sorted(files) if not f.is_symlink() and not ASSEMBLY.search(f.read_text())]
    names = [str(f.relative_to(ROOT)) for f in c]
    made = subprocess.run(
        [tool, "--dry-run", "--Werror", *names], capture_output=True, text=True, cwd=ROOT
    )
    return made.stderr if made.returncode else ""


def main(flags: list[str]) -> int:
    """Prints every complaint; returns 1 when there is one."""
    (BUILD / "lint").mkdir(parents=True, exist_ok=True)
    counters = sorted(f.stem for f in (MEASURE / "cpucycles").glob("*.c"))
    listed = "".join(f"COUNTER({name.replace('-', '_')})\n" for name in counters)
    Path(BUILD / "lint" / "counters.inc").write_text(listed)
    commands = jobs(flags)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [c for c in [*pool.map(run, commands), layout()] if c]
    print("\n".join(complaints), end="")
    print(f"lint: {len(commands) - len(complaints)} passed, {len(complaints)} failed")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
