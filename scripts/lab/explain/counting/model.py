"""Floors of a processor's model: llvm-mca's ports, and with its latencies the longest chain."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shootout.common.paths import KNOWN

from . import chain
from .chain import WORDS
from .code import Instruction
from .mnemonics import width

TABLE = KNOWN / "models"
TOOL = "llvm-mca"
SECONDS = 120
MOST = 20000  # instructions of a block that are looked at
SIMULATED = 24000  # instructions, in several repetitions
TRIES = 12
LEFT = ("call", "ret", "jmp", "vzeroupper", "endbr64", "endbr32", "leave", "syscall")
LINE = re.compile(r"^\S*?:(\d+):\d+: error:", re.MULTILINE)
BROADCAST = re.compile(r"([DQ]WORD) BCST (\[[^\]]*\])")
UNSUPPORTED = re.compile(r"^note: instruction:\s+(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class ModelFloors:
    """Cycles of a block of the message, none of them measured."""

    ports: float  # the time in which the ports can begin all of it
    chain: float  # the longest chain
    simulated: float  # both, and the queues of the model
    by: str  # the model


def models(file: Path = TABLE) -> Mapping[str, list[str]]:
    """LLVM's processors by microarchitecture."""
    lines = (line.partition("#")[0].partition("=") for line in file.read_text().splitlines())
    return {name.strip(): words.split() for name, equals, words in lines if equals}


def _run(words: Sequence[str], text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TOOL, *words], input=text, capture_output=True, text=True, check=False, timeout=SECONDS
    )


@cache
def chosen(core: str) -> str:
    """The processor whose model stands for a microarchitecture; empty if there is none."""
    for name in models().get(core, ["native"]):
        ran = _run([f"-mcpu={name}", "-json"], "nop\n")
        if ran.returncode == 0 and "not a recognized" not in ran.stderr:
            return name
    return ""


@cache
def version() -> str:
    """The version of llvm-mca's LLVM."""
    found = re.search(r"LLVM version (\d+)", _run(["--version"]).stdout)
    return found[1] if found else ""


def written(i: Instruction) -> str:
    """The instruction as llvm-mca reads it."""
    if i.name.startswith("j"):
        return f"{i.name} away"
    if i.name.startswith("nop"):
        return "nop"

    def broadcast(found: re.Match[str]) -> str:
        """An operand that is read once for all parts of a vector."""
        return f"{found[1]} PTR {found[2]}{{1to{width(i) // (8 * WORDS[found[1]])}}}"

    return BROADCAST.sub(broadcast, str(i))


def floors(block: Sequence[Instruction], core: str) -> ModelFloors | str:
    """The floors of the code of a block; the reason, in words, if there are none."""
    if len(block) > MOST:
        return f"{len(block)} instructions a block are too many to model"
    if not shutil.which(TOOL):
        return "no llvm-mca (Debian: apt install llvm)"
    processor = chosen(core)
    if not processor:
        return f"llvm-mca {version()} has no model of {core}"
    kept = [i for i in block if i.name not in LEFT]
    for _ in range(TRIES if kept else 0):
        text = "\n".join([".intel_syntax noprefix", *map(written, kept), ""])
        repeated = max(2, SIMULATED // len(kept))
        try:
            ran = _run([f"-mcpu={processor}", "-json", f"-iterations={repeated}"], text)
        except subprocess.TimeoutExpired:
            return f"llvm-mca takes longer than {SECONDS} seconds"
        wrong = {int(n) - 2 for n in LINE.findall(ran.stderr)}
        unknown = set(UNSUPPORTED.findall(ran.stderr))
        fewer = [i for n, i in enumerate(kept) if n not in wrong and i.name not in unknown]
        if len(fewer) == len(kept):
            return _read(ran.stdout, block, kept, processor)
        kept = fewer
        if not kept:
            break
    return f"llvm-mca {version()} does not know these instructions"


def _read(
    text: str, block: Sequence[Instruction], kept: Sequence[Instruction], name: str
) -> ModelFloors | str:
    """The floors in llvm-mca's answer."""
    try:
        answer = json.loads(text[text.index("{") :])
        region = answer["CodeRegions"][0]
        summary = region["SummaryView"]
        each = region["InstructionInfoView"]["InstructionList"]
        used = region["ResourcePressureView"]["ResourcePressureInfo"]
        latencies = [float(one["Latency"]) for one in each]
        ports = float(summary["BlockRThroughput"])
        simulated = summary["TotalCycles"] / summary["Iterations"]
    except (ValueError, LookupError, TypeError):
        return f"llvm-mca {version()} does not answer as version 14 and later do"
    sums = [one["ResourceUsage"] for one in used if one["InstructionIndex"] == len(latencies)]
    known = dict(zip(map(id, kept), latencies))
    whole = [known.get(id(i), 1.0) for i in block]
    lost = sum(i.name not in LEFT for i in block) - len(kept)
    without = f", without {lost} instructions" * bool(lost)
    return ModelFloors(
        max([ports, *map(float, sums)]), chain.longest(block, whole), simulated,
        f"llvm-mca {version()}, {name}{without}",
    )  # fmt: skip
