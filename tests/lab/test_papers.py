"""docs/papers.md maps every section, table and figure of the papers to what is there."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

from lab.claims.papers import load
from lab.hanser import steps, strategies
from shootout.cli import parsers

TEXT = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
SHOOTOUT, JAVA, MISSING = TEXT.split("\n## ")[1:]
# What each paper has, as its rows begin.
HAS = {
    SHOOTOUT: ["1 ", "2 ", "2.1", "2.2", "2.3", "2.4", "3 ", "Fig. 3.1", "4 ", "5 ", "6 ", "7 ",
               "8 ", "9 "],
    JAVA: ["1 ", "1.1", "2 ", "3.1", "3.2", "3.3", "4 ", "5.1", "5.2 ", "5.2.2", "5.3", "5.4",
           "5.5", "6 ", "7 ", "8 ", "Table 1", "Table 2", "Table 3", "Table 4",
           *(f"Figure {n}" for n in range(1, 6))],
}  # fmt: skip


def rows(text: str) -> list[list[str]]:
    """The cells of the lines of all tables, heads left out."""
    lines = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    heads = ("in the paper |", "strategy |", "what |")
    return [line.split(" | ") for line in lines if not line.startswith(heads)]


ROWS = [row for text in HAS for row in rows(text)]


@pytest.mark.parametrize("text", HAS, ids=["shootout", "java"])
def test_all_of_a_paper_is_there(text: str) -> None:
    found = [row[0] for row in rows(text)]
    assert [
        name for name in HAS[text] if not any(f" {name}" in f" {each} " for each in found)
    ] == []


def test_every_row_leads_somewhere() -> None:
    """To a file, a command or a document that exists; or it says that it is not done."""
    _, commands = parsers()
    for where in (row[-1] for row in ROWS):
        named = re.findall(r"`([^`]+)`", where)
        assert named or "not done" in where or re.search(r"docs/\w+\.md", where), where
        for each in named:
            if each.startswith("./do"):
                word = each.split()[1]
                known = word in commands or word.startswith("--")
                assert known, each
            elif each.startswith("make "):
                assert f"\n{each.split()[1]}:" in (ROOT / "Makefile").read_text()
            elif "/" in each:
                assert (ROOT / each).exists(), each
    for document in set(re.findall(r"docs/\w+\.md", TEXT)):
        assert (ROOT / document).is_file(), document


def test_claims_that_it_names_exist() -> None:
    ids = {claim.id for claim in load()}
    named = re.findall(r"`\./do claims` \(([^)]*)\)", TEXT)
    words = [word for each in named for word in re.split(r", | and ", each)]
    assert len(words) > 8
    assert [word for word in words if word not in {*ids, "others"}] == []


def test_each_claim_is_in_a_row_of_its_section() -> None:
    lost = []
    for claim in load():
        section = claim.section.partition(",")[0]
        own = rows(SHOOTOUT if claim.paper == "shootout" else JAVA)
        places = [row[-1] for row in own if re.match(f"{re.escape(section)}[: ]", row[0], re.I)]
        named = {each for where in places for each in re.findall(r"claims` \(([^)]*)\)", where)}
        if not any({claim.id, "others"} & set(re.split(r", | and ", each)) for each in named):
            lost.append(claim.id)
    assert lost == []


def test_pairs_of_strategies_exist() -> None:
    """Those of the table are those of `./do java`, and their kernels are there."""
    there = {(s.before, s.after) for s in strategies.load()}
    named = set(re.findall(r"`(\w+)` to `(\w+)`", JAVA))
    assert named <= there
    twelve = [row for row in rows(JAVA) if re.search(r"` to `\w+`", row[-1])]
    assert len(twelve) == 12, "as many as in the paper's table 1"
    kernels = {*steps.by_hand(False), *steps.by_hand(True), *steps.digests()}
    assert {name for pair in there for name in pair} <= kernels
