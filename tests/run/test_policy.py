"""Which cells are timed again: each rule on made-up figures, no process runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Union

import pytest

from shootout.build.compilers import Compiler
from shootout.common.journal import Journal
from shootout.java.cell import JavaCell
from shootout.java.implementation import JavaImplementation
from shootout.java.java import promising
from shootout.registry.causes import FEW, INCONSISTENT, UNSTEADY
from shootout.registry.tree import Primitive
from shootout.results.figures import Figures, Row
from shootout.results.records import CellName
from shootout.results.stats import BYTES, Figure, Length
from shootout.run import policy
from shootout.run.measurements import Measurements
from shootout.run.record import Recorder
from shootout.run.timing import FULL, QUICK
from shootout.run.verify import Verdict

Made = Mapping[Length, Union[float, Figure]]


class MadeUp(Figures):
    """Figures in cycles per byte that were never sampled."""

    def __init__(self, made: Made) -> None:
        super().__init__("sha256", {})
        self.made = {n: f if isinstance(f, Figure) else Figure(f, f, f) for n, f in made.items()}
        self.medians = {mlen: figure.median for mlen, figure in self.made.items()}


def row(name: str, made: Made, *, abi: str = "amd64", primitive: str = "sha256") -> Row:
    """A row of an implementation/compiler."""
    implementation, _, compiler = name.partition("/")
    return Row(
        "1", "box", abi, "20261121", primitive, implementation, compiler or "gcc", "12", "tsc",
        None, MadeUp(made),
    )  # fmt: skip


def flagged(median: float, *doubts: str) -> Figure:
    return Figure(median, median, median, doubts)


def names(cells: set[CellName]) -> set[str]:
    return {f"{cell.implementation}/{cell.compiler}" for cell in cells}


def test_the_least_is_of_an_abi_a_primitive_and_a_length() -> None:
    rows = [
        row("a", {64: 5.0, 1536: 9.0}),
        row("b", {64: 7.0, 1536: 8.0}),
        row("c", {64: 1.0}, abi="x86"),
        row("d", {64: 2.0}, primitive="blake256"),
    ]
    assert policy.least(rows) == {
        ("amd64", "sha256", 64): 5.0,
        ("amd64", "sha256", 1536): 8.0,
        ("x86", "sha256", 64): 1.0,
        ("amd64", "blake256", 64): 2.0,
    }


def test_a_slope_that_is_not_positive_is_no_record() -> None:
    rows = [row("a", {"long": 2.0}), row("b", {"long": -3.0}), row("c", {"long": 2.05})]
    assert policy.least(rows) == {("amd64", "sha256", "long"): 2.0}
    assert {"a/gcc", "c/gcc"} <= names(policy.contenders(rows))


class TestContenders:
    def test_within_five_per_cent_at_any_length(self) -> None:
        rows = [
            row("first", {64: 20.0, 1536: 10.0}),
            row("close", {64: 40.0, 1536: 10.5}),
            row("short", {64: 21.0, 1536: 30.0}),
            row("first/clang", {64: 21.01, 1536: 10.51}),
        ]
        assert names(policy.contenders(rows)) == {"first/gcc", "close/gcc", "short/gcc"}

    def test_an_implementation_may_be_near(self) -> None:
        rows = [
            row("first", {1536: 10.0}),
            row("near/gcc", {1536: 12.0}),
            row("near/clang", {1536: 11.9}),
            row("far", {1536: 12.1}),
        ]
        assert names(policy.contenders(rows)) == {"first/gcc", "near/clang"}

    def test_each_primitive_and_abi_has_its_own(self) -> None:
        rows = [
            row("fast", {1536: 1.0}),
            row("slow", {1536: 9.0}, abi="x86"),
            row("other", {1536: 5.0}, primitive="blake256"),
        ]
        assert len(policy.contenders(rows)) == 3

    def test_one_implementation_may_have_many_compilers(self) -> None:
        rows = [row("a/gcc", {64: 10.0}), row("a/clang", {64: 10.2}), row("a/tcc", {64: 30.0})]
        assert names(policy.contenders(rows)) == {"a/gcc", "a/clang"}


class TestUndecided:
    @pytest.mark.parametrize("doubt", ["shared", "drift", "switched", "stolen"])
    def test_a_disturbed_one_that_may_be_the_fastest(self, doubt: str) -> None:
        rows = [
            row("first", {1536: 10.0}),
            row("maybe", {1536: flagged(25.0, doubt)}),
            row("never", {1536: flagged(25.01, doubt)}),
            row("quiet", {1536: 11.0}),
        ]
        assert names(policy.undecided(rows)) == {"maybe/gcc"}

    @pytest.mark.parametrize("doubt", [UNSTEADY, INCONSISTENT, FEW])
    def test_rounds_that_disagree_are_no_disturbance(self, doubt: str) -> None:
        rows = [row("first", {1536: flagged(10.0, doubt)})]
        assert not policy.undecided(rows)
        both = [row("first", {1536: flagged(10.0, doubt, "shared")})]
        assert names(policy.undecided(both)) == {"first/gcc"}

    def test_the_length_of_the_doubt_counts(self) -> None:
        rows = [row("first", {64: 10.0, 1536: 1.0}), row("b", {64: 10.0, 1536: flagged(9.0, "x")})]
        assert not policy.undecided(rows)


class TestDoubtful:
    def test_only_the_fastest_and_only_where_it_is(self) -> None:
        rows = [
            row("long", {64: flagged(30.0, "shared"), 1536: 10.0}),
            row("short", {64: 20.0, 1536: flagged(11.0, "shared")}),
        ]
        assert not policy.doubtful(rows)
        rows = [
            row("long", {64: 30.0, 1536: flagged(10.0, UNSTEADY)}),
            row("short", {64: 20.0, 1536: flagged(11.0, "shared")}),
        ]
        assert names(policy.doubtful(rows)) == {"long/gcc"}

    @pytest.mark.parametrize("mlen", [*BYTES, "long"])
    def test_every_length_of_the_table_counts(self, mlen: Length) -> None:
        assert policy.doubtful([row("a", {mlen: flagged(1.0, UNSTEADY)})])

    def test_no_other_length_does(self) -> None:
        assert not policy.doubtful([row("a", {2048: flagged(1.0, UNSTEADY)})])


def test_the_best_is_that_of_1536_bytes() -> None:
    rows = [
        row("ref/gcc", {64: 1.0, 1536: 30.0}),
        row("ref/clang", {64: 9.0, 1536: 20.0}),
        row("avx2/gcc", {64: 9.0, 1536: 10.0}),
    ]
    assert names(policy.best(rows, each=False)) == {"avx2/gcc"}
    assert names(policy.best(rows, each=True)) == {"avx2/gcc", "ref/clang"}


def test_a_curve_is_disturbed_at_many_lengths_of_each_round(tmp_path: Path) -> None:
    recorder, journal = Recorder("box", "20261129", "0"), Journal.open(tmp_path / "journal")
    for what in ("1 a 64", "2 a 63", "1 b 64", "2 b 64", "1 c 64", "2 c 64"):
        k, name, flags = what.split()
        words = [f"implementation crypto_hash/sha256/{name} -", "compiler gcc 12", f"round {k}"]
        for n in range(1, 200):
            words += [f"cycles {n} 100 +0", *[f"flag {n} drift 0.5"] * (n <= int(flags))]
        journal.add(what, [recorder.line("amd64", "sha256", each) for each in words])
    measured = Measurements(journal, recorder, {}, {*journal.events})
    measured.pace = lambda abi: 0.0  # type: ignore[method-assign]
    asked = {key for key in journal.events if "c" not in key}
    assert measured.disturbed(asked) == {CellName("box", "amd64", "sha256", "b", "gcc")}


def test_so_many_rounds_were_asked_for() -> None:
    assert FULL.over(None) == FULL
    assert (FULL.over(20).survey, FULL.over(20).finals) == (20, 20)
    assert (QUICK.over(2).survey, QUICK.over(2).finals) == (2, 3)
    assert FULL.over(20).again == FULL.again


def test_java_has_one_vm_for_each_implementation() -> None:
    top = Path("crypto_hash/sha256")
    java, jdk = (JavaImplementation(Primitive("sha256", top), n, top / n) for n in ("java", "jdk"))
    old, new = Compiler(("java11",), "jvm64", "11"), Compiler(("java21",), "jvm64", "21")
    narrow = Compiler(("java32",), "jvm32", "8")
    took = {
        JavaCell(java, old): 9.0, JavaCell(java, new): 5.0, JavaCell(jdk, old): 2.0,
        JavaCell(jdk, new): 3.0, JavaCell(java, narrow): 50.0,
    }  # fmt: skip
    verdicts = {cell: Verdict(ns1536=ns) for cell, ns in took.items()}
    full = promising(list(took), verdicts, quick=False)
    assert full == [JavaCell(java, new), JavaCell(jdk, old), JavaCell(java, narrow)]
    quick = promising(list(took), verdicts, quick=True)
    assert quick == [JavaCell(jdk, old), JavaCell(java, narrow)]
