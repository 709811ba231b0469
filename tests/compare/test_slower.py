"""The note about hand-tuned code that portable C beats."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import copy_of, do, pinned

from shootout.ranking.words import slower
from shootout.registry.tree import Implementation, Primitive
from shootout.results.figures import Row, rows_of
from shootout.results.reader import Reader

HEAD = "20261121 box {abi} 20261121 crypto_hash sha256"


def rows(*timed: tuple[str, str, str, int]) -> list[Row]:
    """Rows of ABI, implementation, compiler and cycles for 1536 bytes."""
    reader = Reader("here")
    for abi, name, compiler, cycles in timed:
        lines = (
            f"implementation crypto_hash/sha256/{name} -", "cpucycles_implementation amd64-tsc",
            f"compiler {compiler} 12.2.0", "round 1", "clock 1",
            *(f"cycles {mlen} {cycles * mlen // 1536} +0+0+0+2-2" for mlen in (8, 1536, 4096)),
        )  # fmt: skip
        reader.feed(f"{HEAD.format(abi=abi)} {line}\n".encode() for line in lines)
    return rows_of(reader.result().blocks)


def folders(top: Path, **files: dict[str, str]) -> list[Implementation]:
    """Implementations of sha256 that hold these files alone."""
    for name, texts in files.items():
        (top / name).mkdir()
        for file, text in texts.items():
            (top / name / file).write_text(text)
    return [Implementation(Primitive("sha256", top), name, top / name) for name in files]


def test_what_is_slower_is_told_with_what_it_was_tuned_for(tmp_path: Path) -> None:
    code = folders(
        tmp_path, ref={}, opt64={}, opt32={}, avx={"architectures": "amd64 avx\n"},
        avx2={"architectures": "amd64 avx2\n", "tuned": "Zen 3\nZen 4\n"},
        amd64={"architectures": "amd64\n"}, sse2={"architectures": "amd64 x86 sse2\n"},
    )  # fmt: skip
    timed = rows(
        ("amd64", "ref", "gcc_-O3", 40000), ("amd64", "opt64", "gcc_-O3", 11000),
        ("amd64", "opt64", "gcc_-O2", 10000), ("amd64", "opt32", "gcc_-O3", 30000),
        ("amd64", "avx2", "gcc_-O3", 15400), ("amd64", "avx2", "gcc_-O2", 99000),
        ("amd64", "avx", "gcc_-O3", 10200), ("amd64", "amd64", "gcc_-O3", 10300),
        ("amd64", "sse2", "gcc_-O3", 9000), ("x86", "opt32", "gcc_-m32", 20000),
        ("x86", "sse2", "gcc_-m32", 40000),
    )  # fmt: skip
    told = "sha256/avx2 (amd64) is 1.54 times opt64 here; it was tuned for Zen 3 and Zen 4"
    others = ["sha256/amd64 (amd64) is 1.03 times opt64 here",
              "sha256/sse2 (x86) is 2.00 times opt32 here"]  # fmt: skip
    assert slower(timed, code) == [told, *others]
    assert slower(timed, code, "Zen 4") == [f"{told}, such as this one", *others]
    assert slower([row for row in timed if row.implementation == "avx2"], code) == []
    assert slower(timed, []) == []


def test_a_run_tells(tmp_path: Path, compiler: str) -> None:
    """Of a copy of ref that dawdles."""
    top = tmp_path / "crypto_hash" / "sha256"
    pinned("sha256", top)
    for name in ("ref", "slow"):
        copy_of("sha256/ref", top / name)
    abis = "amd64 x86 arm64 armeabi ppc32 ppc64 riscv64"
    (top / "slow" / "architectures").write_text(f"{abis}\n")
    (top / "slow" / "tuned").write_text("Pentium 4\n")
    file = top / "slow" / "hash.c"
    dawdle = "for (volatile int turns = 0; turns < 50000; turns++);"
    text, n = re.subn(r"(?m)^    word H\[8\];$", rf"    {dawdle}\n\g<0>", file.read_text())
    assert n == 1
    file.write_text(text)
    done = do("run", "--quick", "--plain", "--machine", "testbox", "--compilers", compiler,
              home=tmp_path, tree=top.parent)  # fmt: skip
    assert done.returncode == 0, done.stderr
    note = r"\nnote: hand-tuned, but slower than portable C:\n((?:    .*\n)+)"
    found = re.search(note, done.stdout)
    assert found, done.stdout
    slow = re.search(r"sha256/slow \(\w+\) is ([\d.]+) times ref here; (.*)", found[1])
    assert slow and float(slow[1]) > 1.2
    assert slow[2] in ("it was tuned for Pentium 4", "it was tuned for Pentium 4, such as this one")
