"""Java and what only looks like it: the file `native` and the sources agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from looping import for_each

from shootout.java.implementation import JavaImplementation
from shootout.java.native import needed
from shootout.registry import sets
from shootout.registry.tree import implementations, primitives

KINDS = (JavaImplementation,)
ALL = [
    i
    for p in primitives(ROOT / "crypto_hash", KINDS)
    for i in implementations(p, KINDS)
    if isinstance(i, JavaImplementation)
]
# A class that hands its work to the JDK, whose functions VMs replace by intrinsics.
DELEGATES = re.compile(r"\bextends (digest\.)?Delegate\b")


@for_each(ALL)
def test_native_code_is_named_where_the_sources_call_it(i: JavaImplementation) -> None:
    delegates = DELEGATES.search((i.folder / "Hash.java").read_text(encoding="utf-8"))
    assert bool(i.native) == bool(needed(i) or delegates)
    assert i.native == sets.native(i.primitive.name, i.name)
    assert i.native.isprintable() and len(i.native) < 80


def test_there_are_both_kinds() -> None:
    assert 0 < sum(bool(i.native) for i in ALL) < len(ALL) / 2


@pytest.mark.parametrize("name", ["ref", "none", "../sha256/jdk", "/etc", ".."])
def test_what_is_not_there_is_not_native(name: str) -> None:
    assert sets.native("sha256", name) == ""


def test_a_folder_tells(tmp_path: Path) -> None:
    folder = tmp_path / "sha256" / "mine"
    folder.mkdir(parents=True)
    (folder / "native").write_text("written by hand\n")
    assert sets.native("sha256", "mine", tmp_path) == "written by hand"


@pytest.mark.parametrize(("abi", "there"), [
    ("jvm64", True), ("jvm32", True), ("java64", True), ("amd64", False), ("armeabi", False),
])  # fmt: skip
def test_abis_of_vms(abi: str, there: bool) -> None:
    assert sets.of_vm(abi) == there
