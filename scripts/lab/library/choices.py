"""The file of choices: a core, then a line for each implementation that it may be given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.registry.tree import Implementation

Known = dict[str, dict[str, Implementation]]  # by function and name
FILE = Path(__file__).with_name("choices")
SHOWN = (64, 1536, "long")  # lengths whose cycles per byte are in the file
NONE = ("-",) * len(SHOWN)
HEAD = """\
# Which implementation is used on which core: written by `./do library --choose`.
#
# core NAME ABI VENDOR EXTENSIONS..., then its functions; the first line whose extensions are
# there counts. A line: function, implementation, compiler, cycles/byte at 64 and 1536 bytes and
# of long messages (-: not timed), and its time at 1536 bytes in that of the function's first.
"""


@dataclass(frozen=True)
class Choice:
    """An implementation, and how fast it is on a core."""

    name: str
    words: frozenset[str]
    compiler: str  # and its level of optimization: gcc_-O3; - without figures
    figures: tuple[str, ...]  # cycles per byte at SHOWN; - where there is none
    interval: str  # of its time in that of the first


@dataclass(frozen=True)
class CoreChoices:
    """A microarchitecture in an ABI, with the choices of each function, the best first."""

    name: str
    abi: str
    vendor: str  # as CPUID has it; - without figures
    words: frozenset[str]
    files: dict[str, str]  # the result file of each function's figures
    choices: dict[str, list[Choice]]


def text(cores: Iterable[CoreChoices]) -> str:
    """The file of these choices."""
    lines = [HEAD]
    for core in cores:
        files = ", ".join(dict.fromkeys(core.files.values()))
        head = " ".join(["core", core.name, core.abi, core.vendor, *sorted(core.words)])
        lines.append(f"\n# {files or 'no figures: more extensions first'}\n{head}\n")
        for function, some in core.choices.items():
            for each in some:
                figures = "".join(f" {x:>8}" for x in each.figures)
                where = f"{function:14} {each.name:22} {each.compiler:10}"
                lines.append(f"{where}{figures}  {each.interval}\n")
    return "".join(lines)


def parsed(said: str, known: Known) -> list[CoreChoices]:
    """The cores of a file of choices. Raises Trouble for what is not, or no longer, there."""
    cores: list[CoreChoices] = []
    for number, line in enumerate(said.splitlines(), 1):
        fields = line.partition("#")[0].split()
        try:
            if fields[:1] == ["core"]:
                name, abi, vendor, *words = fields[1:]
                cores.append(CoreChoices(name, abi, vendor, frozenset(words), {}, {}))
            elif fields:
                function, name, compiler, *figures, interval = fields
                i = known[function][name]
                one = Choice(name, i.extensions(), compiler, tuple(figures), interval)
                cores[-1].choices.setdefault(function, []).append(one)
        except (ValueError, KeyError, IndexError) as error:
            what = f"{FILE.name}, line {number}: {error}"
            raise Trouble(f"{what}: not as its head says. ./do library --choose.") from error
    return cores
