"""Every C implementation under AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT, Shared, asked
from sisters import distinct
from test_known_answers import EDGES
from trying import Trying, compiled, lacking, need_compiler, staged

from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation, Primitive, implementations, primitives

FLAGS = ["-O1", "-g1", "-march=native", "-fno-sanitize-recover=all"]  # lines suffice
CHECKS = "-fsanitize=address,undefined"
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
FIRST = distinct(ALL)
C = [
    i
    for i in ALL
    if i.runs_on("amd64") and not list(i.folder.glob("*.[sS]")) and not lacking(i)
    # test_extensions.py looks for overruns in the others.
    if i in FIRST or not i.abis()
]


@pytest.fixture(scope="module")
def sanitizing(tmp_path_factory: pytest.TempPathFactory) -> Trying:
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    for name in ("clang", "gcc"):
        command = [name, *FLAGS, CHECKS]
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
    pytest.skip("no compiler here links with -fsanitize=address,undefined")


@pytest.mark.parametrize("i", C, ids=lambda i: i.path[12:])
def test_no_complaint(i: Implementation, sanitizing: Trying) -> None:
    said = sanitizing.small(i, ASAN_OPTIONS="detect_leaks=0", PATH=os.environ["PATH"])
    assert not re.search("flag (over|under)read", said), "reads outside of its input"


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
LONGEST = 300  # bytes of a message


def written(subjects: Sequence[Implementation], folder: Path) -> dict[str, str]:
    """What MemorySanitizer's program prints of each, by its path, in one run of all."""

    def objects(i: Implementation) -> list[str]:
        home = folder / i.path
        compiled(MEMORY, home, *staged(i, home), "-c")
        return [str(file) for file in home.glob("*.o")]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        every = [file for files in pool.map(objects, subjects) for file in files]
    lines = (f"SUBJECT({namespace(i)}, {i.output_bytes()})\n" for i in subjects)
    (folder / "subjects.inc").write_text("".join(lines))
    program = str(ROOT / "tests" / "memory.c")
    compiled(MEMORY, folder, f"-I{folder}", "-o", "memory", program, *every)
    lengths = sorted({int(n) for rows in EDGES.values() for n, _ in rows if int(n) <= LONGEST})
    ran = subprocess.run(
        ["./memory", *map(str, lengths)], cwd=folder, capture_output=True, text=True,
        errors="replace", timeout=600, env={"MSAN_OPTIONS": "halt_on_error=0"},
    )  # fmt: skip
    _, *parts = re.split(r"^subject (\w+)\n", ran.stderr, flags=re.MULTILINE)
    assert parts[::2] == [*map(namespace, subjects), "end"], ran.stderr[-2000:]
    return {i.path: text for i, text in zip(subjects, parts[1::2])}


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest, shared: Shared) -> dict[str, str]:
    """What it prints of all that are asked for."""
    need_compiler("clang", "-fsanitize=memory")
    subjects = [i for i in asked(request) if i in FIRST]
    folder = shared.folder("memory")
    found: dict[str, str] = shared.data("written", lambda: written(subjects, folder))
    return found


@pytest.mark.parametrize("i", [i for i in C if i in FIRST], ids=lambda i: i.path[12:])
def test_nothing_unwritten_is_used(i: Implementation, told: dict[str, str]) -> None:
    """There are the digests and no complaint."""
    edges = {int(n): digest for n, digest in EDGES[i.primitive.name]}
    digests = re.findall(r"^(\d+) (\w+)$", told[i.path], flags=re.MULTILINE)
    assert len(told[i.path].splitlines()) == len(digests), told[i.path]
    known = [(int(n), digest) for n, digest in digests if int(n) in edges]
    assert known and all(edges[n] == digest for n, digest in known)


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
