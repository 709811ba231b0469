"""./do claims: known answers on machines that are made up, and real files of data/."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import ROOT, do

from shootout.common.errors import Trouble
from shootout.registry.families import PAPER
from shootout.report.claims.formula import parse
from shootout.report.claims.judge import Judged, judge
from shootout.report.claims.lines import FILE, Claim, load
from shootout.report.claims.sheets import sheets
from shootout.report.machines import Best, Contestant, Entry
from shootout.report.sheet import printed
from shootout.report.tables import records
from shootout.results.reader import read
from shootout.results.stats import LENGTHS, LONG, Figure

REAL = ROOT / "data" / "zen3vm-20261121-025025.tar.gz"
FEW = ROOT / "data" / "pl28pro-amd64-20200511.data"  # SHA-2 alone


def line(formula: str, holds: str = "-", machines: str = "native") -> str:
    return f"a | java | 1 | {machines} | {formula} | 1 | {holds} | a statement\n"


def claim(tmp_path: Path, *words: str) -> Claim:
    (tmp_path / "claims").write_text(line(*words))
    return load(tmp_path / "claims")[0]


def machine(
    figures: Mapping[str, float],
    abi: str = "amd64",
    name: str = "m",
    entries: Mapping[str, Mapping[str, float]] | None = None,
) -> Contestant:
    """A machine that has these medians at every length."""

    def best(median: float) -> dict[int | str, Best]:
        figure = Figure(median, median, median, ())
        return dict.fromkeys(LENGTHS, Best(figure, "i", "gcc", median))

    some = {
        function: {name: Entry(best(median)) for name, median in each.items()}
        for function, each in (entries or {}).items()
    }
    fastest = {function: best(median) for function, median in figures.items()}
    return Contestant(name, abi, "core", "", "", fastest=fastest, entries=some)


def value(tmp_path: Path, formula: str, *machines: Contestant, about: str = "native") -> object:
    """The value on the first machine that the claim is about; None if it is unknown."""
    (judged,) = judge([claim(tmp_path, formula, "-", about)], machines)
    return judged.found[0].value if judged.found else None


TWELVE = {name: float(i) for i, name in enumerate(PAPER.primitives, 1)}


def test_formulas(tmp_path: Path) -> None:
    m = machine({"sha256": 6.0, "sha512": 4.0, "blake256": 1.5})
    assert value(tmp_path, "sha256 / sha512", m) == 1.5
    assert value(tmp_path, "sha256@8 / sha512 / blake256", m) == 1.0
    assert value(tmp_path, "max(sha256, sha512 / blake256)", m) == 6.0
    assert value(tmp_path, "min(sha256, (sha512 / blake256))", m) == pytest.approx(4 / 1.5)
    assert value(tmp_path, "sha256 / skein512256", m) is None, "unknown without a figure"


def test_sets_go_member_by_member(tmp_path: Path) -> None:
    one, other = machine(TWELVE), machine({k: 3 * v for k, v in TWELVE.items()}, "jvm64")
    small = [TWELVE[f] for f in ("blake256", "groestl256", "round3jh256", "keccakc512")]
    small.append(TWELVE["skein512256"])
    assert value(tmp_path, "max(S) / min(S)", one) == max(small) / min(small)
    assert value(tmp_path, "max(F / c:F)", other, one, about="jvm64") == 3.0
    assert value(tmp_path, "min(F / c:F)", other, one, about="jvm64") == 3.0
    order = value(tmp_path, "order(S)", one)
    assert isinstance(order, tuple) and [TWELVE[each] for each in order] == sorted(small)
    without = {k: v for k, v in TWELVE.items() if k != "round3jh256"}
    assert value(tmp_path, "order(S)", machine(without)) is None, "no order of four"


def test_places(tmp_path: Path) -> None:
    fast, slow = machine({"sha256": 2.0}, name="b"), machine({"sha256": 8.0}, name="c")
    own = machine({"sha256": 4.0}, name="a")
    wide, narrow = machine({"sha256": 1.0}, "jvm64", "a"), machine({"sha256": 5.0}, "jvm32", "a")
    every = (own, slow, fast, wide, narrow)
    assert value(tmp_path, "sha256 / peer:sha256", *every) == 2.0, "the fastest other machine"
    assert value(tmp_path, "sha256 / peer:sha256", own, wide) is None
    assert value(tmp_path, "sha256 / jvm64:sha256", *every, about="jvm32") == 5.0
    assert value(tmp_path, "sha256 / c:sha256", *every, about="jvm64") == 0.25
    assert value(tmp_path, "sha256 / c:sha256", *every, about="jvm32") is None, "amd64 is no x86"


def test_kinds_of_implementations(tmp_path: Path) -> None:
    entries = {"groestl256": {"aesni": 2.0, "avx512-gfni": 1.0, "opt64": 7.0, "ssse3": 5.0}}
    m = machine({"groestl256": 1.0}, entries=entries)
    assert value(tmp_path, "groestl256~aes", m) == 2.0
    assert value(tmp_path, "groestl256~noaes", m) == 5.0, "not by GFNI"
    assert value(tmp_path, "groestl256~portable", m) == 7.0
    assert value(tmp_path, "groestl256~native", m) is None
    unheard = {"groestl256": {"nobody-knows": 2.0}}
    for kind in ("aes", "noaes", "portable"):
        assert value(tmp_path, f"groestl256~{kind}", machine({}, entries=unheard)) is None


def judged(tmp_path: Path, holds: str, **figures: float) -> Judged:
    return judge([claim(tmp_path, "sha256 / sha512", holds)], [machine(figures)])[0]


def test_a_counterexample_is_told(tmp_path: Path) -> None:
    for holds, figure, expected in (
        ("1.8..2", 1.8, True), ("1.8..2", 2.0, True), ("1.8..2", 2.01, False),
        ("..1", 1.0, True), ("..1", 1.1, False), ("1..", 0.9, False), ("-", 0.9, None),
    ):  # fmt: skip
        found = judged(tmp_path, holds, sha256=figure, sha512=1.0)
        assert [each.holds for each in found.found] == [expected]
        text = "\n".join(printed(sheets([found]), "markdown"))
        words = {True: "Holds: m amd64", False: "Does not hold: m amd64", None: "Now: m amd64"}
        assert words[expected] in text
        count = "told only" if expected is None else f"{int(expected)} of 1"
        assert f"| {count} |" in text
    nothing = judged(tmp_path, "1..", sha256=1.0)
    assert nothing.unknown == ("m amd64",)
    assert "| unknown | unknown |" in "\n".join(printed(sheets([nothing]), "markdown"))


def test_orders_are_judged(tmp_path: Path) -> None:
    order = sorted(("skein512256", "keccakc512", "groestl256", "blake256", "round3jh256"))
    figures = {name: float(i) for i, name in enumerate(order, 1)}
    right = claim(tmp_path, "order(S)", " < ".join(order))
    wrong = claim(tmp_path, "order(S)", " < ".join(order[::-1]))
    assert [j.found[0].holds for j in judge([right, wrong], [machine(figures)])] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "a | java | 1 | native | sha256\n", line("sha256").replace("a statement", ""),
        line("sha256").replace("java", "novel"), line("sha256", machines="toaster"),
        line("sha257"), line("S"), line("S / sha256"), line("order(sha256)"), line("order(S, L)"),
        line("max(sha256"), line("sha256 sha512"), line("sha256 /"), line("sha256)"),
        line("sha256@7"), line("sha256~fast"), line("sha256", "2"), line("sha256", "2..1"),
        line("sha256", "a..b"), line("sha256") * 2,
    ],
)  # fmt: skip
def test_a_line_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "claims"
    file.write_text(f"# head\n{text}")
    with pytest.raises(Trouble, match=r"claims, line [23]: .*its head explains"):
        load(file)


def test_our_list() -> None:
    """Every order in it is one of the functions that the formula sorts."""
    claims = load()
    assert {c.paper for c in claims} == {"shootout", "java"} and len(claims) > 40
    for c in claims:
        assert (c.range is not None or c.order is not None) == (c.holds != "-"), c.id
        if c.order:
            m = machine({name: float(i) for i, name in enumerate(c.order, 1)})
            assert c.judge(parse(c.formula).value(lambda t, m=m: _median(m, t.name))), c.id
    assert "1.8..2" in FILE.read_text(), "the paper's 1.9 of Keccak"


def _median(m: Contestant, name: str) -> float:
    figure = m.figure(name, LONG)
    if figure is None:
        raise LookupError(name)
    return figure.median


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
    for abi, order in orders.items():
        assert len(order) == 5 and order == sorted(order, key=lambda name: best[abi, name])


def test_verdicts_on_real_machines(told: dict[str, dict]) -> None:  # type: ignore[type-arg]
    for each in told.values():
        verdicts = [found["holds"] for found in each["found"]]
        assert each["holds_on"] == verdicts.count(True)
        assert each["fails_on"] == verdicts.count(False)
    assert any(name.startswith("pl28pro ") for name in told["keccak-capacity"]["unknown"])
    assert all(found["abi"] == "x86" for found in told["blake-32"]["found"])


def test_markdown(tmp_path: Path) -> None:
    done = do("claims", str(FEW), "--format", "markdown", home=tmp_path)
    assert done.returncode == 0, done.stderr
    ids = [claim.id for claim in load()]
    assert re.findall(r"^\| ([\w-]+) \|", done.stdout, re.MULTILINE)[0] == "claim"
    for name in ids:
        assert f"| {name} |" in done.stdout and f"- {name}: " in done.stdout
    assert do("claims", str(FEW), "--machine", "nosuch", home=tmp_path).returncode == 2
