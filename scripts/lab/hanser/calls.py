"""The cost of calling C from Java: by JNI, and by the foreign-function API of newer VMs."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler
from shootout.build.programs import COMPILE_SECONDS
from shootout.common.errors import Trouble
from shootout.common.paths import BUILD
from shootout.common.process import execute
from shootout.java import native
from shootout.java.cell import running
from shootout.java.implementation import HOME
from shootout.report.sheet import Sheet

from .bench import HERTZ, Bench
from .results import BITS
from .subjects import version

MADE = BUILD / "java" / "calls"
SOURCE = HOME / "calls"
BLOCK = 64  # bytes; Groestl-256's
FOREIGN_SINCE = 22
SECONDS = 60
KINDS = {
    "Jni": ("an empty function", "a block copied by GetByteArrayRegion", "a block pinned"),
    "Foreign": ("an empty function", "a block copied to C's memory", "a block on Java's heap"),
}
NAMES = {"Jni": "JNI", "Foreign": "foreign functions"}


class CallCost(NamedTuple):
    """The cost of a call in a VM, in core cycles."""

    vm: Compiler
    api: str  # of KINDS
    kind: int  # of KINDS[api]
    cycles: float


def measure(
    bench: Bench, vms: Sequence[Compiler], all_vms: Sequence[Compiler],
    natives: Sequence[Compiler], javac: str,
) -> list[CallCost]:  # fmt: skip
    """The calls by JNI in the VMs of a run, and by foreign functions in the first that has them."""
    MADE.mkdir(parents=True, exist_ok=True)
    command = [javac, "--release", "11", "-d", str(MADE), str(SOURCE / "Jni.java")]
    made = subprocess.run(command, capture_output=True, timeout=COMPILE_SECONDS, check=False)
    if made.returncode:
        raise Trouble("java/calls/Jni.java does not compile")
    newer = [
        vm
        for vm in all_vms
        if (release := re.match(r"\d+", version(vm)))
        if vm.abi == "jvm64" and int(release[0]) >= FOREIGN_SINCE
    ]
    if not newer:
        bench.progress.say(f"foreign functions are left out: no VM of Java {FOREIGN_SINCE} here")
    found: list[CallCost] = []
    for api, vm in [*(("Jni", vm) for vm in vms), *(("Foreign", vm) for vm in newer[:1])]:
        # calls.c is compiled by javajni's compiler for VMs of a word size.
        compiler, file = native.by_vm(natives).get(vm.abi), MADE / f"{vm.abi}.so"
        if compiler and not native.link(compiler, [], [f"{SOURCE}/calls.c"], file, javac).status:
            found += _calls(bench, vm, api, file)
        else:
            bench.progress.say(f"calls of C in {BITS[vm.abi]} VMs are left out: no C compiler")
    return found


def _calls(bench: Bench, vm: Compiler, api: str, file: Path) -> Iterator[CallCost]:
    h = hashlib.sha256((SOURCE / f"{api}.java").read_bytes() + file.read_bytes()).hexdigest()[:24]
    # Foreign.java is compiled by the VM itself, whose javac knows the API.
    foreign = ("--enable-native-access=ALL-UNNAMED", str(SOURCE / "Foreign.java"))
    program = foreign if api == "Foreign" else ("-cp", str(MADE), "Jni")
    for kind in range(len(KINDS[api])):
        key = f"call {vm.key} {api} {kind} {h}"
        if key not in bench.journal:
            flags = [f"-Dkind={kind}", f"-Dlibrary={file}", *program]
            outcome = execute([*vm.runner, *flags, str(BLOCK)], SECONDS, bench.core)
            clock = execute(running(vm, [], [], "Doctor", HERTZ), SECONDS, bench.core)
            lines = outcome.output.splitlines() + clock.output.splitlines()
            if _cycles(lines) is None:
                bench.progress.say(f"{api} in {' '.join(vm.command)} is left out: {outcome.end()}")
                return
            bench.journal.add(key, lines)
        if (cycles := _cycles(bench.journal.events[key])) is not None:
            yield CallCost(vm, api, kind, cycles)


def _cycles(lines: Sequence[str]) -> float | None:
    """The core cycles of a call: its nanoseconds times core cycles per nanosecond."""
    found = {w[0]: w[1] for line in lines if len(w := line.split()) > 1}
    try:
        return float(found["call"]) * float(found["clock"])
    except (KeyError, ValueError):
        return None


def sheet(found: Sequence[CallCost]) -> Sheet | None:
    """The table of calls; None if none was timed."""
    grid = [["VM", "by", "what", "core cycles ", f"per byte of {BLOCK} "]]
    for vm, api, kind, cycles in found:
        name, cost = f"{BITS[vm.abi]} {version(vm)}", [f"{cycles:.0f} ", f"{cycles / BLOCK:.2f} "]
        grid.append([name, NAMES[api], KINDS[api][kind], *cost])
    notes = [
        "the least of 25 rounds of 2^20 calls, the function's own few cycles included",
        "the paper had 3.1 cycles per byte for JNI",
    ]
    return Sheet("Calls of C, a block at a time", grid, 3, notes) if found else None
