"""House rules, each run over every implementation of crypto_hash."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from conftest import GCC, ROOT
from looping import for_each
from sisters import ALL

from shootout.machine.microarchitecture import order
from shootout.registry.extensions import KNOWN
from shootout.registry.sets import strength
from shootout.registry.tree import CHECKS, Implementation, Primitive, implementations, primitives

TREE = ROOT / "crypto_hash"
PRIMITIVES = primitives(TREE)
MACHINES = {"amd64", "x86", "arm64", "armeabi", "ppc32", "ppc64", "riscv64"}
PORTABLE = ("ref", "opt32", "opt64")
FLAGS = {"goal-constbranch", "goal-constindex"}

every_primitive = for_each(PRIMITIVES)
every = for_each(ALL)


def sources(folder: Path) -> list[Path]:
    return sorted(f for f in folder.iterdir() if f.suffix in {".c", ".h", ".inc", ".S", ".s"})


def test_the_twelve_are_there() -> None:
    twelve = "sha256 sha512 blake256 blake512 groestl256 groestl512 round3jh256 round3jh512"
    twelve += " keccakc512 keccakc1024 skein512256 skein512512"
    assert [p.name for p in PRIMITIVES][:12] == twelve.split()


@every_primitive
def test_a_primitive_has_its_facts(p: Primitive) -> None:
    assert set(p.checksums()) == set(CHECKS)
    assert all(re.fullmatch(r"[0-9a-f]{64}", c) for c in p.checksums().values())
    assert len((p.folder / "description").read_text().splitlines()) == 1
    assert (p.folder / "designers").read_text().strip()
    assert (p.folder / "set").read_text() == f"{p.set}\n"
    assert p.set in ("paper", "alternates", "sisters", "today", "more")
    assert set(PORTABLE) <= {i.name for i in implementations(p)}
    its = strength(p.folder)  # which readers of `today` choose by; of others the submissions say it
    assert its or p.set != "today"
    if its:
        assert 0 < its.bits <= its.output / 2 and re.search(r"\w \d|\d{4}", its.source)


@every
def test_only_known_files(i: Implementation) -> None:
    assert re.fullmatch(rb"#define CRYPTO_BYTES \d+\n", i.files()["api.h"])
    assert i.files()["implementors"].strip()
    cores = {f"order.{f.name}" for f in (ROOT / "scripts/shootout/known/cores").iterdir()}
    known = {"api.h", "implementors", "architectures", "order", "tuned", "variant"} | FLAGS | cores
    others = {f.name for f in i.folder.iterdir()} - known - {f.name for f in sources(i.folder)}
    assert all(re.fullmatch(r"[\w-]+\.py", name) for name in others), others
    assert not any(i.files().get(name) for name in FLAGS)


@every
def test_architectures_start_with_an_abi(i: Implementation) -> None:
    if i.name in PORTABLE:
        assert not i.abis(), "portable code is for every ABI"
    else:
        words = (i.folder / "architectures").read_text().split()
        assert words[0] in MACHINES
        assert set(words) <= MACHINES | KNOWN, "neither an ABI nor a known extension"


@every
def test_what_it_was_tuned_for_has_a_name(i: Implementation) -> None:
    if (tuned := i.folder / "tuned").exists():
        cores = tuned.read_text().splitlines()
        assert cores and set(cores) <= set(order()), "not in known/microarchitectures"
        assert i.abis(), "portable code is for no core"
    assert "tuned" not in i.files(), "it would change the digest of unchanged code"


@for_each([i for i in ALL if not i.shared])
def test_code_lies_in_few_files_and_homes(i: Implementation) -> None:
    files = {f.name: f for f in sources(i.folder) if f.name not in ("api.h", "asm.h")}
    assert len(files) <= 8 and len({f.resolve().parent for f in files.values()}) <= 3


@every
def test_sources_introduce_themselves(i: Implementation) -> None:
    for file in sources(i.folder):
        if file.name == "api.h":
            continue
        head = file.read_text().splitlines()[:3]
        assert any("SPDX-License-Identifier: CC0-1.0" in line for line in head), file
        assert len(file.read_text().splitlines()) <= 400 or file.suffix == ".S", file


def test_assembly_asks_for_no_executable_stack() -> None:
    """A macro of the file may have renamed the section that says so, so gcc looks first."""
    if not GCC:
        pytest.skip("no gcc and no clang")
    files = {f.resolve(): f for i in ALL for f in sources(i.folder) if f.suffix == ".S"}
    assert files
    for file in files.values():
        words = [GCC, "-E", "-P", f"-I{file.parent}", str(file)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert ".note.GNU-stack" in done.stdout, file


def test_links_take_one_hop_and_stay() -> None:
    for file in TREE.rglob("*"):
        if not file.is_symlink():
            continue
        target = file.parent / file.readlink()
        assert not file.readlink().is_absolute(), file
        assert target.is_file() and not target.is_symlink(), f"{file}: dangling or two hops"
        assert target.name == file.name, f"{file}: a link keeps the name"
        assert TREE in target.resolve().parents, f"{file}: leaves crypto_hash"


def test_no_file_is_there_twice() -> None:
    seen: dict[str, list[Path]] = defaultdict(list)
    small = {"api.h", "implementors", "designers", "architectures", "tuned", "javaflags", "set"}
    small |= {"security", "home", "bytes", "xof", *FLAGS}
    for file in TREE.rglob("*"):
        if file.is_file() and not file.is_symlink() and file.name not in small:
            seen[hashlib.sha256(file.read_bytes()).hexdigest()].append(file)
    twice = [files for files in seen.values() if len(files) > 1]
    assert not twice


def test_checksums_of_supercop_are_supercops() -> None:
    table = (ROOT / "tests/data/supercop-checksums.tsv").read_text().splitlines()[1:]
    for primitive, small, big in (line.split("\t") for line in table):
        folder = TREE / primitive
        if folder.is_dir():
            assert (folder / "checksumsmall").read_text() == small + "\n"
            assert (folder / "checksumbig").read_text() == big + "\n"
