"""./do claims: known answers on machines that are made up, and real files of data/."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, do

from lab.claims import java_csv
from lab.claims.formula import parsed
from lab.claims.papers import NOT_JUDGED, Statement, load
from lab.claims.told import sheets
from lab.claims.verdict import Judged, judge
from shootout.common.errors import Trouble
from shootout.registry.causes import INCONSISTENT
from shootout.registry.families import ORDER, PAPER
from shootout.report.machines import Best, Entry, MachineRow
from shootout.report.sheet import printed
from shootout.report.tables import records
from shootout.results import published
from shootout.results.grade import Grade
from shootout.results.reader import read
from shootout.results.stats import LENGTHS, LONG, Figure

REAL = ROOT / "data" / "zen3vm-20261121-025025.tar.gz"
STATEMENTS = load()
FEW = ROOT / "data" / "pl28pro-amd64-20200511.data"  # SHA-2 alone


def claim(formula: str, holds: str = "-", machines: str = "native") -> Statement:
    found = parsed(formula)
    assert found and found.text == formula
    return Statement("a", "java", "1", machines, "1", holds, found, "a statement")


def machine(
    figures: Mapping[str, float],
    abi: str = "amd64",
    name: str = "m",
    entries: Mapping[str, Mapping[str, float]] | None = None,
) -> MachineRow:
    """A machine that has these medians at every length."""

    def best(median: float) -> dict[int | str, Best]:
        figure = Figure(median, median, median, ())
        return dict.fromkeys(LENGTHS, Best(figure, "i", "gcc", median))

    some = {
        function: {name: Entry(best(median)) for name, median in each.items()}
        for function, each in (entries or {}).items()
    }
    fastest = {function: best(median) for function, median in figures.items()}
    return MachineRow(name, abi, "core", "1", "", fastest=fastest, entries=some)


def value(formula: str, *machines: MachineRow, about: str = "native") -> object:
    """The value on the first machine that the claim is about; None if it is unknown."""
    judged = judge(claim(formula, "-", about), machines)
    return judged.found[0].value if judged.found else None


TWELVE = {name: float(i) for i, name in enumerate(PAPER.primitives, 1)}


def test_formulas() -> None:
    m = machine({"sha256": 6.0, "sha512": 4.0, "blake256": 1.5})
    assert value("sha256 / sha512", m) == 1.5
    assert value("sha256@8 / sha512 / blake256", m) == 1.0
    assert value("max(sha256, sha512 / blake256)", m) == 6.0
    assert value("min(sha256, sha512 / blake256)", m) == pytest.approx(4 / 1.5)
    assert value("sha256 / skein512256", m) is None, "unknown without a figure"


def test_another_form_is_named(tmp_path: Path) -> None:
    for bad in ("", "a /", "max(a", "least(a)", "a b", "a:b:c", "a~~b", "max(a)) / b", "order()"):
        assert parsed(bad) is None, bad
    good = "a | java | 1 | native | 1 | 1..\n    F\n    said"
    for bad in ("b | java | 1 | 1..\n    F\n    said", good[:-9], good.replace("F", "F /")):
        (tmp_path / "list").write_text(f"# head\n\n{good}\n\n{bad}\n")
        with pytest.raises(Trouble, match=r"list, [ab]\b.*: not as its head explains"):
            load(tmp_path / "list")


def test_sets_go_member_by_member() -> None:
    one, other = machine(TWELVE), machine({k: 3 * v for k, v in TWELVE.items()}, "jvm64")
    small = [TWELVE[f] for f in ("blake256", "groestl256", "round3jh256", "keccakc512")]
    small.append(TWELVE["skein512256"])
    assert value("max(S) / min(S)", one) == max(small) / min(small)
    assert value("max(F / c:F)", other, one, about="jvm64") == 3.0
    assert value("min(F / c:F)", other, one, about="jvm64") == 3.0
    found = value("order(S)", one)
    assert isinstance(found, tuple) and [TWELVE[each] for each in found] == sorted(small)
    without = {k: v for k, v in TWELVE.items() if k != "round3jh256"}
    assert value("order(S)", machine(without)) is None, "no order of four"


def test_functions_that_decide_are_told() -> None:
    """Those that maxima and minima are of, from left to right, where there is a choice."""
    m = machine(TWELVE)
    for formula, names in (
        ("max(S) / min(L)", ("skein512256", "blake512")),
        ("sha256 / sha512", ()), ("order(S)", ()),
        ("max(sha256 / sha256@8, sha512 / blake512)", ("sha256",)),
        ("max(min(S) / blake256, max(S) / blake256)", ("skein512256",)),
    ):  # fmt: skip
        found = judge(claim(formula), [m])
        assert found.found[0].deciding == names, formula
        told = "\n".join(printed(sheets([found]), "markdown"))
        assert not names or f" ({', '.join(names)})." in told


def test_places() -> None:
    def beside(where: str) -> str:
        return f"sha256 / {where}:sha256"

    fast, slow = machine({"sha256": 2.0}, name="b"), machine({"sha256": 8.0}, name="c")
    own = machine({"sha256": 4.0}, name="a")
    wide, narrow = machine({"sha256": 1.0}, "jvm64", "a"), machine({"sha256": 5.0}, "jvm32", "a")
    every = (own, slow, fast, wide, narrow)
    assert value(beside("peer"), *every) == 2.0, "the fastest other machine"
    assert value(beside("peer"), own, wide) is None
    assert value(beside("jvm64"), *every, about="jvm32") == 5.0
    assert value(beside("c"), *every, about="jvm64") == 0.25
    assert value(beside("c"), *every, about="jvm32") is None, "amd64 is no x86"
    assert value(beside("rest"), *every) is None, "no other microarchitecture"
    others = [replace(other, microarchitecture="another") for other in (slow, fast)]
    assert value(beside("rest"), own, *others) == 2.0, "the fastest of the rest"
    assert value(beside("rest"), own, replace(others[0], abi="x86")) is None


def test_kinds_of_implementations() -> None:
    entries = {"groestl256": {"aesni": 2.0, "avx512-gfni": 1.0, "opt64": 7.0, "ssse3": 5.0}}
    m = machine({"groestl256": 1.0}, entries=entries)
    assert value("groestl256~aes", m) == 2.0
    assert value("groestl256~noaes", m) == 5.0, "not by GFNI"
    assert value("groestl256~portable", m) == 7.0
    assert value("groestl256~aesni", m) == 2.0
    assert value("groestl256~java64", m) is None
    assert value("groestl256~native", m) is None
    unheard = {"groestl256": {"nobody-knows": 2.0}}
    for kind in ("aes", "noaes", "portable"):
        assert value(f"groestl256~{kind}", machine({}, entries=unheard)) is None


def test_the_slowest_compiler() -> None:
    m = machine({"groestl256": 1.0}, entries={"groestl256": {"i": 1.0, "opt64": 2.0}})
    worse = "groestl256! / groestl256"
    assert value(worse, m) is None, "it was timed with one"
    slowest = {"i": 1.5, "opt64": 8.0}
    made = {}
    for name, entry in m.entries["groestl256"].items():
        best = replace(entry.best[LONG], implementation=name, slowest=slowest[name], compilers=2)
        made[name] = Entry({LONG: best})
    m = replace(m, entries={"groestl256": made})
    assert value(worse, m) == 1.5
    assert value("groestl256~portable! / groestl256~portable", m) == 4.0
    assert value("max(groestl256~portable!, groestl256@8)", m) == 8.0


HEAD = "abi,vm,primitive,who,implementation,vms,least,median,most,unit,doubts\n"
CSV = """jvm64,a,sha256,ours,java,5,1.9,2.0,2.1,cycles/byte,
jvm64,a,sha256,ours,java64,1,3.0,3.0,3.0,cycles/byte,
jvm64,a,groestl256,ours,java64,5,5.9,6.0,6.1,cycles/byte,shared drift
jvm64,a,groestl256,ours,javajni,1,1.0,1.0,1.0,cycles/byte,
jvm64,a,sha256,sphlib,saphir-3.0,5,4.0,4.0,4.0,cycles/byte,
jvm64,a,sha256,C,"opt64, gcc_-O3",5,1.0,1.0,1.0,cycles/byte,
jvm64,a,sha256,C,"opt64, clang_-O3",5,0.5,0.5,0.5,cycles/byte,
jvm64,a,sha512,hanser-2,,,,19.000,,cycles/byte,published
jvm32,b,sha256,ours,java,5,8.0,8.0,8.0,cycles/byte,
"""


def test_java_by_the_papers_method_is_a_machine(tmp_path: Path) -> None:
    file = tmp_path / "java.csv"
    assert java_csv.contestants(file) == []
    file.write_text(HEAD + CSV)
    every = java_csv.contestants(file)

    def told(formula: str, about: str = "jvm64") -> object:
        return value(formula, *every, about=about)

    assert told("sha256 / sha256~java64") == pytest.approx(2 / 3)
    assert told("sha256 / sha256~sphlib") == 0.5
    assert told("sha256 / c:sha256~portable") == 4.0, "the faster of two compilers"
    assert told("groestl256 / groestl256~native") == 6.0, "what calls C is not Java"
    assert told("sha256 / jvm64:sha256", "jvm32") == 4.0
    assert told("sha512 / sha256") is None, "published figures are others'"
    found = judge(claim("groestl256 / sha256", "-", "jvm64"), every)
    c = found.found[0].contestant
    assert (c.name, c.abi, found.found[0].doubtful) == ("./do java", "jvm64", True)
    none = judge(claim("sha256", "-", "native"), every)
    assert none.found == none.unknown == (), "portable C alone is no machine"
    for bad in ("abi,vm\n1,2\n", HEAD + CSV.replace("8.0", "x"), HEAD + "jvm64\n"):
        file.write_text(bad)
        with pytest.raises(Trouble, match=r"is not what .*do java writes; run it again"):
            java_csv.contestants(file)


def test_then_is_what_the_papers_tables_give() -> None:
    """Each claim on Java that needs the figures of Hanser's Tables 2 to 4 alone."""
    own: dict[tuple[str, str], dict[str, float]] = {}
    for p in published.load():
        own.setdefault((p.collection, p.abi), {})[p.primitive] = p.median
    then = []
    for n in (64, 32):
        library = {p: {"sphlib": v} for p, v in own["hanser-sphlib", f"java{n}"].items()}
        then.append(machine(own["hanser", f"java{n}"], f"jvm{n}", entries=library))
    every = (judge(each, then) for each in STATEMENTS if each.paper == "java")
    known = [each for each in every if each.found]
    assert sum("~sphlib" in each.claim.formula.text for each in known) == 6 < len(known) - 15
    for claim, (found,) in ((each.claim, each.found) for each in known):
        if isinstance(found.value, tuple):
            assert found.holds, claim.id
            continue
        said = re.findall(r"[\d.]+", claim.then)[-1]
        assert f"{found.value:.{len(said.partition('.')[2])}f}" == said, claim.id
        assert found.holds or claim.id == "java32-least", "which its own table contradicts"


def judged(holds: str, **figures: float) -> Judged:
    return judge(claim("sha256 / sha512", holds), [machine(figures)])


def test_a_counterexample_is_told() -> None:
    for holds, figure, expected in (
        ("1.8..2", 1.8, True), ("1.8..2", 2.0, True), ("1.8..2", 2.01, False),
        ("..1", 1.0, True), ("..1", 1.1, False), ("1..", 0.9, False), ("-", 0.9, None),
    ):  # fmt: skip
        found = judged(holds, sha256=figure, sha512=1.0)
        assert [each.holds for each in found.found] == [expected]
        text = "\n".join(printed(sheets([found]), "markdown"))
        words = {True: "Holds: m amd64", False: "Does not hold: m amd64", None: "Now: m amd64"}
        assert words[expected] in text
        count = "told only" if expected is None else f"{int(expected)} of 1"
        assert f"| {count} |" in text
    nothing = judged("1..", sha256=1.0)
    assert nothing.unknown == ("m amd64",)
    said = "\n".join(printed(sheets([nothing]), "markdown"))
    assert "| unknown | unknown |" in said and "No machine has all of these figures." in said


def test_of_a_core_the_best_run_counts() -> None:
    """Not one of grade D, of inconsistent figures, or literature where a core has another."""

    def of(name: str, cost: float, grade: str, **more: Any) -> MachineRow:
        made = replace(machine({"sha256": cost, "sha512": 1.0}, name=name), **more)
        return replace(made, grades={"sha256": Grade(grade, ())})

    core = {"microarchitecture": "other"}
    every = [
        of("old", 0.5, "B", date="20260101"), of("new", 2.0, "B", date="20260202"),
        of("worse", 0.5, "C", date="20260303"), of("cited", 0.5, "A", published="2012 A [1]"),
        of("bad", 0.5, "D", **core), of("alone", 2.0, "A", abi="ppc32", microarchitecture="G3"),
    ]  # fmt: skip
    found = judge(claim("sha256 / sha512", "1.."), every)
    assert [each.contestant.name for each in found.found if each.counts] == ["new", "alone"]
    text = "\n".join(printed(sheets([found]), "markdown"))
    assert "| 2 of 2 |" in text and "[old amd64 0.50]" in text
    small = judge(claim("sha256 / sha512", "1..", "cpu32"), [*every, of("m", 1, "A", abi="x86")])
    assert [each.contestant.name for each in small.found] == ["alone"], "x86 of a 64-bit core"
    figure = Figure(1, 1, 1, (INCONSISTENT,))
    bad = replace(every[0], fastest={"sha256": {LONG: Best(figure, "i", "", 1)}})
    assert value("sha256", bad) is None
    later = replace(every[0], name="n", version="2")
    assert value("sha256 / peer:sha256", every[0], later) is None, "other code"
    few = machine({"sha256": 6.0, "sha512": 2.0})
    assert judge(claim("max(F) / min(F)", "2.."), [few]).found, "with all it is greater still"
    assert not judge(claim("max(F) / min(F)", "..4"), [few]).found


def test_orders_are_judged() -> None:
    names = sorted(("skein512256", "keccakc512", "groestl256", "blake256", "round3jh256"))
    m = machine({name: float(i) for i, name in enumerate(names, 1)})
    both = [judge(claim("order(S)", " < ".join(each)), [m]) for each in (names, names[::-1])]
    assert [j.found[0].holds for j in both] == [True, False]
    assert "Does not hold: m amd64, core (BLAKE < " in "\n".join(printed(sheets(both), "terminal"))


def test_our_list() -> None:
    """Figures are of functions that exist, and every order is one that can come out."""
    assert {c.paper for c in STATEMENTS} == {"shootout", "java"} and len(STATEMENTS) == 78
    assert len({c.id for c in STATEMENTS}) == 78
    for c in STATEMENTS:
        assert {term.name for term in c.formula.terms} <= {*ORDER}, c.id
        assert re.fullmatch(r"-|[\d.]*\.\.[\d.]*|\w+( < \w+){4}", c.holds), c.id
        if c.formula.ordered and c.holds != NOT_JUDGED:
            names = c.holds.split(" < ")
            assert c.judge(c.formula.value(lambda term, names=names: names.index(term.name))[0])
    (capacity,) = (c for c in STATEMENTS if c.id == "keccak-capacity")
    assert [v for v in (1.7, 1.8, 1.9, 2.0, 2.1) if capacity.judge(v)] == [1.8, 1.9, 2.0]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:  # type: ignore[type-arg]
    """The claims on two real files, by their names."""
    done = do("claims", str(REAL), str(FEW), "--json", home=tmp_path_factory.mktemp("claims"))
    assert done.returncode == 0, done.stderr
    return {each["id"]: each for each in json.loads(done.stdout)["claims"]}


def test_figures_are_those_of_the_tables(told: dict[str, dict]) -> None:  # type: ignore[type-arg]
    best: dict[tuple[str, str], float] = {}
    for r in records(read(REAL, curves=False)):
        if r["mlen"] == LONG and not r["native"]:
            key = (r["abi"], r["primitive"])
            best[key] = min(best.get(key, float("inf")), r["median"])
    by_abi = {each["abi"]: each["value"] for each in told["keccak-capacity"]["found"]}
    assert by_abi.keys() == {"amd64", "x86"}
    for abi, found in by_abi.items():
        ratio = best[abi, "keccakc1024"] / best[abi, "keccakc512"]
        assert found == pytest.approx(ratio, rel=1e-4)  # tables are rounded
    orders = {each["abi"]: each["order"] for each in told["order-256"]["found"]}
    assert orders.keys() == {"amd64", "x86"}
    for abi, names in orders.items():
        assert len(names) == 5 and names == sorted(names, key=lambda name: best[abi, name])


def test_some_claims(tmp_path: Path) -> None:
    done = do("claims", str(FEW), "--only", "^keccak-c", "--json", home=tmp_path)
    assert [each["id"] for each in json.loads(done.stdout)["claims"]] == ["keccak-capacity"]
    refused = do("claims", str(FEW), "--only", "nosuch", home=tmp_path)
    said = "./do: no claim matches 'nosuch'; there are compilers, "
    assert refused.returncode == 2 and refused.stderr.startswith(said)
