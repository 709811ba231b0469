"""Constant time of code for extensions that this machine lacks, on the one that Bochs emulates.

Its debugger tells the address of each instruction and of each access to memory, those of gathers
and of masked moves, too: they have to be the same for all messages of a length.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from test_bochs import NONE, OWN, bochs, disk, name, printed
from test_constant_time import EXPECTED, GATHERS, LEAKS, PLANTED
from trying import lengths

from shootout.build import constanttime
from shootout.registry.tree import Implementation, Primitive

__all__ = ["bochs"]  # a fixture
pytestmark = pytest.mark.usefixtures("bochs")
MESSAGES = 4  # as in tests/bochs/examine.c
INSTRUCTION = re.compile(r"\(0\)\.\[\d+\] \[0x[0-9a-f]+\] [0-9a-f]+:([0-9a-f]+)")
ACCESS = re.compile(r"\[CPU0 (?:RD|WR)\]: LIN (0x[0-9a-f]+) .*?len=(\d+)")
Trail = tuple[list[int], list[tuple[str, ...]]]


def trails(i: Implementation, folder: Path) -> list[Trail]:
    """The addresses of instructions and of data, call by call."""
    each = lengths(i)
    disk(i, folder, "gcc", False, f"-DLENGTHS={','.join(map(str, each))}")
    told = subprocess.run(["nm", "all"], cwd=folder, capture_output=True, text=True, check=True)
    (mark,) = (int(at, 16) for at in re.findall(r"^(\w+) T alike_mark$", told.stdout, re.MULTILINE))
    call = "c\ntrace on\ntrace-mem on\nc\ntrace off\ntrace-mem off\n"  # not what fills a message
    calls: list[Trail] = []
    for line in printed(folder, f"lb {mark:#x}\n{call * (MESSAGES * len(each))}q\n"):
        if found := INSTRUCTION.search(line):
            if int(found[1], 16) == mark:
                calls.append(([], []))
            elif calls:
                calls[-1][0].append(int(found[1], 16))
        elif calls and (found := ACCESS.search(line)):
            calls[-1][1].append(found.groups())
    assert len(calls) == MESSAGES * len(each) + 1, "not every call was seen"
    return calls[:-1]  # leaving the debugger shows the last mark again


def differing(calls: list[Trail]) -> set[str]:
    """What is not the same for messages of one length: branches, indices."""
    found = set()
    for k in range(0, len(calls), MESSAGES):
        first, *others = calls[k : k + MESSAGES]
        assert first[0] and first[1]
        found |= {"branch" for other in others if other[0] != first[0]}
        found |= {"index" for other in others if other[1] != first[1]}
    return found


@pytest.mark.parametrize("i", OWN or [pytest.param(None, **NONE)], ids=name)
def test_promises_are_kept_where_the_extension_is(i: Implementation, tmp_path: Path) -> None:
    found = differing(trails(i, tmp_path))
    promised = {what for what, goal in constanttime.GOALS.items() if goal in i.entries()}
    assert not found & promised


@pytest.mark.parametrize("leak", ["nothing", "avx512 gather"])
def test_a_planted_leak_is_seen(leak: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = LEAKS[leak] if leak in LEAKS else GATHERS[leak][1]
    text = PLANTED.format(leak=code, include="#include <immintrin.h>")
    (home / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    (home / "architectures").write_text("amd64 avx512f\n")
    (home / "hash.c").write_text(text)
    i = Implementation(Primitive("sha256", tmp_path), "home", home)
    assert differing(trails(i, tmp_path / "made")) == EXPECTED.get(leak, {"index"})
