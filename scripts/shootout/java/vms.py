"""The VMs of okcompilers/java: a VM with its options counts as a compiler."""

from __future__ import annotations

import functools
import os
import re
import shutil
from pathlib import Path

from ..build.compilers import JAVA, SECONDS, Compiler, Refused, commands, in_parallel, sort_out
from ..common.paths import BUILD, OKCOMPILERS, ROOT
from ..common.privacy import clean
from ..common.process import execute

ABIS = {"64": "jvm64", "32": "jvm32"}  # by the property sun.arch.data.model
# What no VM finds on its class path: the separator of paths, and bytes that are no characters; and
# what stands between the words of an order to Compile.java.
UNREADABLE = re.compile("[:\t\udc80-\udcff]")
# Folders in which systems and vendors install JDKs.
PLACES = ("/usr/lib/jvm", "/usr/lib64/jvm", "/usr/local/lib/jvm", "/opt", "/opt/java")
JVM32 = ROOT / "build" / "jvm32" / "java32"  # made by scripts/get-jvm32
GRAAL = "-XX:+UseJVMCICompiler"  # the option that replaces C2 by Graal


def compiler_here() -> str:
    """The path of javac; empty without one."""
    return shutil.which("javac") or ""


@functools.cache
def homes() -> dict[str, Path]:
    """The first JDK of each version in the usual places, by version, such as 21."""
    found: dict[str, Path] = {}
    for place in PLACES:
        for release in sorted(Path(place).glob("*/release")):
            text = release.read_text(errors="replace")
            version = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', text, re.MULTILINE)
            program = release.parent / "bin" / "java"
            if version and os.access(program, os.X_OK):
                found.setdefault(version[1], program)
    return found


def program(word: str) -> str:
    """The path of the VM with this name: on PATH, of that version, or unpacked; else empty."""
    if found := shutil.which(word):
        return found
    if word == JVM32.name:
        return str(JVM32) if os.access(JVM32, os.X_OK) else ""
    return str(homes().get(word[len("java") :], "")) if word.startswith("java") else ""


def settings(text: str) -> dict[str, str]:
    """The properties printed by -XshowSettings:properties, one `key = value` on each line."""
    pairs = (line.split(" = ", 1) for line in text.splitlines() if " = " in line)
    return {pair[0].strip(): pair[1].strip() for pair in pairs}


def ask(command: list[str]) -> tuple[dict[str, str], str]:
    """The properties of the VM that this command starts, or the reason why it does not start."""
    try:
        ran = execute([*command, "-XshowSettings:properties", "-version"], SECONDS)
    except OSError as e:
        return {}, f"does not start: {e}"
    found = settings(ran.output)
    if ran.status == 0 and found.get("sun.arch.data.model") in ABIS:
        return found, ""
    said = [s for s in ran.output.splitlines() if re.search("rror|nrecogn|Could", s)]
    return {}, f"does not start: {(said or ['it says nothing'])[0].strip()}"


def probe(command: tuple[str, ...], file: str) -> Compiler | Refused:
    """Start the VM and read its properties."""
    found = program(command[0])
    if not found:
        return Refused(command, file, "not installed")
    if odd := UNREADABLE.search(f"{ROOT}{BUILD}"):
        why = f"a class path cannot have the {clean(odd[0]) or 'tab'} of this folder's name"
        return Refused(command, file, why)
    # Words of a line name folders by where they are in the checkout.
    named = [
        match[0] for word in command for match in [re.search(r"(?<==)build/.*", word)] if match
    ]
    if missing := [name for name in named if not (ROOT / name).is_dir()]:
        return Refused(command, file, f"no {missing[0]} here")
    words = [re.sub("(?<==)build/", f"{ROOT}/build/", word) for word in command[1:]]
    told, reason = ask([found, *words])
    if not told:
        return Refused(command, file, reason)
    version = f"{told.get('java.vm.name', 'VM')} {told.get('java.vm.version', '?')}"
    version = re.sub(r"[^!-~]+", "_", clean(version))
    return Compiler(command, ABIS[told["sun.arch.data.model"]], version, (found, *words))


def available(file: Path = OKCOMPILERS / JAVA) -> tuple[list[Compiler], list[Refused]]:
    """The VMs of okcompilers/java that work here, and those that don't."""
    lines = commands(file) if file.is_file() else []
    every = [(command, file.name) for command in lines]
    return sort_out(zip(in_parallel("probe VMs", every, probe), [file.name] * len(every)))


@functools.cache
def takes(runner: tuple[str, ...], flags: tuple[str, ...]) -> bool:
    """Whether a VM starts with the options that an implementation needs."""
    return bool(ask([*runner, *flags])[0])
