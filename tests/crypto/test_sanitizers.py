"""Every C implementation under AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
import sisters
from looping import Record, run_each
from together import FAR, answers, check, told
from trying import lacking, made_of, need_compiler, unable

from shootout.registry.tree import Implementation

# Lines suffice; and what is not optimized away is looked at, too, in half of the time.
FLAGS = ["-O0", "-g1", "-march=native", "-fno-sanitize-recover=all"]
CHECKS = "-fsanitize=address,undefined"
ONLY = os.environ.get("SANITIZED", "")  # by `make test-sanitizers FOLDER=sha256/opt64`
EVERY = [i for i in sisters.ALL if ONLY in ("", f"{i.primitive.name}/{i.name}")]
assert EVERY, f"FOLDER={ONLY}: no such implementation; one is sha256/opt64"
FIRST = EVERY if ONLY else sisters.FIRST
WITHOUT_ASSEMBLY = [i for i in FIRST if not list(i.folder.glob("*.[sS]")) and not lacking(i)]
# test_extensions.py looks for overruns in the others.
C = [i for i in WITHOUT_ASSEMBLY if i.runs_on("amd64")]
ONLY_X86 = [i for i in WITHOUT_ASSEMBLY if i.abis() == {"x86", *i.extensions()}]
# MemorySanitizer would not see what assembly writes; the others look at the C beside it.
BESIDE = [i for i in FIRST if i.runs_on("amd64") and list(i.folder.glob("*.S")) and not lacking(i)]
WIDTHS = {"-m64": [*C, *BESIDE], "-m32": ONLY_X86}


@pytest.fixture
def sanitizing(request: pytest.FixtureRequest) -> list[str]:
    """A compiler with 64 bits or with 32."""
    for name in ("clang", "gcc"):
        command = [name, request.param, *FLAGS, CHECKS]
        if not unable(tuple(command)):
            # gcc says so by itself
            return [*command, "-D__SANITIZE_ADDRESS__"] if name == "clang" else command
    pytest.skip(f"no compiler here links with {request.param} {CHECKS}")


def hashing(code: str, size: int, folder: Path) -> Implementation:
    """A function o of the message i of n bytes."""
    head = "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n)"
    include = '#include "crypto_hash.h"\n#include <string.h>\n'
    return made_of(f"{include}{head}\n{{ {code} }}\n", folder, size)


ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0"}


def near(i: Implementation) -> dict[int, str]:
    return answers(i, most=FAR)


@pytest.mark.parametrize("sanitizing", WIDTHS, indirect=True)
def test_no_complaint(sanitizing: list[str], tmp_path: Path, record_property: Record) -> None:
    """In one program, which ends at the first complaint and names what it was about; at the edges
    of blocks, padding and leaves. test_extensions.py has every length."""
    subjects = next(each for width, each in WIDTHS.items() if width in sanitizing)
    assert subjects or ONLY
    said = told(sanitizing, subjects, tmp_path, lengths_of=near, words=["guards"], **ENVIRONMENT)
    run_each(lambda i: check(i, said[i.path], most=FAR), subjects, record_property)


FAULTS = {
    "stack-buffer-overflow|runtime error": "room[n + 8] = 1; return room[n + 8] - 1;",
    "heap-buffer-overflow": "o[0] = n ? i[n] : 0; return 0;",
    # C's memcpy, and sums of pointers, may not use the address of nothing.
    "null pointer": "memcpy((char *)room, i, n % 8); return 0;",
}


@pytest.mark.parametrize("sanitizing", WIDTHS, indirect=True)
@pytest.mark.parametrize("complaint", FAULTS)
def test_a_fault_is_seen(sanitizing: list[str], complaint: str, tmp_path: Path) -> None:
    """The same build complains about what overruns its buffer, or copies from nowhere."""
    fault = hashing(f"volatile char room[8]; o[0] = 0; {FAULTS[complaint]}", 1, tmp_path)
    with pytest.raises(AssertionError, match=complaint):
        told(sanitizing, [fault], tmp_path / "made", words=["guards"], **ENVIRONMENT)


MEMORY = ["clang", "-O0", "-g1", "-march=native", "-fsanitize=memory", "-fsanitize-recover=memory"]


def written(subjects: Sequence[Implementation], folder: Path) -> dict[str, str]:
    """What the program says of each under MemorySanitizer, by its path."""
    return told(MEMORY, subjects, folder, lengths_of=near, MSAN_OPTIONS="halt_on_error=0")


def test_nothing_unwritten_is_used(tmp_path: Path, record_property: Record) -> None:
    """MemorySanitizer's program of all."""
    need_compiler("clang", "-fsanitize=memory")
    subjects = [i for i in C if not i.shared]
    said = written(subjects, tmp_path)
    run_each(lambda i: check(i, said[i.path], most=FAR), subjects, record_property)


def test_unwritten_memory_is_seen(tmp_path: Path) -> None:
    """A digest with a byte that nobody wrote is complained about."""
    need_compiler("clang", "-fsanitize=memory")
    code = "unsigned char x[2]; volatile unsigned char *y = x; y[0] = (unsigned char)n;"
    fault = hashing(f"{code} o[0] = y[0]; o[1] = y[1]; return i == 0;", 2, tmp_path)
    assert "uninitialized" in written([fault], tmp_path / "made")[fault.path]
