"""Every C implementation under AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, Shared, asked
from sisters import distinct
from together import check, once, told
from trying import Trying, lacking, need_compiler

from shootout.registry.tree import Implementation, Primitive, implementations, primitives

FLAGS = ["-O1", "-g1", "-march=native", "-fno-sanitize-recover=all"]  # lines suffice
CHECKS = "-fsanitize=address,undefined"
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
FIRST = distinct(ALL)
WITHOUT_ASSEMBLY = [i for i in ALL if not list(i.folder.glob("*.[sS]")) and not lacking(i)]
C = [
    i
    for i in WITHOUT_ASSEMBLY
    # test_extensions.py looks for overruns in the others.
    if i.runs_on("amd64") and (i in FIRST or not i.abis())
]
ONLY_X86 = [i for i in WITHOUT_ASSEMBLY if i.abis() == {"x86", *i.extensions()} and i in FIRST]
WIDTHS = {"-m64": C, "-m32": ONLY_X86}


@pytest.fixture(scope="module")
def sanitizing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trying:
    """With 64 bits or with 32."""
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    for name in ("clang", "gcc"):
        command = [name, request.param, *FLAGS, CHECKS]
        if name == "clang":  # gcc says so by itself
            command.append("-D__SANITIZE_ADDRESS__")
        try:
            subprocess.run(
                [*command, "-o", os.devnull, str(folder / "empty.c")],
                check=True,
                capture_output=True,
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return Trying(command, folder)
    pytest.skip(f"no compiler here links with {request.param} -fsanitize=address,undefined")


@pytest.mark.parametrize(
    ("sanitizing", "i"),
    [(width, i) for width, each in WIDTHS.items() for i in each],
    indirect=["sanitizing"],
    ids=lambda x: getattr(x, "path", x),
)
def test_no_complaint(sanitizing: Trying, i: Implementation) -> None:
    said = sanitizing.small(i, ASAN_OPTIONS="detect_leaks=0", PATH=os.environ["PATH"])
    assert not re.search("flag (over|under)read", said), "reads outside of its input"


@pytest.mark.parametrize("sanitizing", WIDTHS, indirect=True)
def test_a_fault_is_seen(sanitizing: Trying, tmp_path: Path) -> None:
    """The same build complains about an implementation that overruns a buffer of its own."""
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault/api.h").write_text("#define CRYPTO_BYTES 32\n")
    (tmp_path / "fault/hash.c").write_text(
        '#include "crypto_hash.h"\n'
        "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n)\n"
        "{ volatile char room[8]; room[n + 8] = 1; o[0] = i == 0; return room[n + 8] - 1; }\n"
    )
    fault = Implementation(Primitive("fault", tmp_path), "fault", tmp_path / "fault")
    with pytest.raises(AssertionError, match=r"stack-buffer-overflow|runtime error"):
        sanitizing.small(fault, ASAN_OPTIONS="detect_leaks=0", PATH=os.environ["PATH"])


MEMORY = ["clang", "-O1", "-g1", "-march=native", "-fsanitize=memory", "-fsanitize-recover=memory"]


def written(subjects: Sequence[Implementation], folder: Path) -> dict[str, str]:
    """What the program says of each under MemorySanitizer, by its path."""
    return told(MEMORY, subjects, folder, MSAN_OPTIONS="halt_on_error=0")


@pytest.fixture(scope="module")
def said(request: pytest.FixtureRequest, shared: Shared) -> dict[str, str]:
    """What MemorySanitizer's program prints of all that are asked for."""
    need_compiler("clang", "-fsanitize=memory")
    subjects = [i for i in asked(request) if i in FIRST and i in C]
    return once(shared, "memory", lambda folder: written(subjects, folder))


@pytest.mark.parametrize("i", [i for i in C if i in FIRST], ids=lambda i: i.path[12:])
def test_nothing_unwritten_is_used(i: Implementation, said: dict[str, str]) -> None:
    check(i, said[i.path])


def test_unwritten_memory_is_seen(tmp_path: Path) -> None:
    """A digest with a byte that nobody wrote is complained about."""
    need_compiler("clang", "-fsanitize=memory")
    home = tmp_path / "fault"
    home.mkdir()
    (home / "api.h").write_text("#define CRYPTO_BYTES 2\n")
    (home / "hash.c").write_text(
        '#include "crypto_hash.h"\n'
        "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n)\n"
        "{ unsigned char x[2]; volatile unsigned char *y = x; y[0] = (unsigned char)n;\n"
        "  o[0] = y[0]; o[1] = y[1]; return i == 0; }\n"
    )
    fault = Implementation(Primitive("fault", tmp_path), "fault", home)
    assert "uninitialized" in written([fault], tmp_path / "made")[fault.path]
