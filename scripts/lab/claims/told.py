"""Judged claims as sheets, as JSON, and as a page of the site."""

# Where Markdown is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, import-untyped"

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shootout.common.errors import Trouble
from shootout.registry.families import FAMILIES
from shootout.report.doubts import MARK, listed
from shootout.report.exclusions import NAMED
from shootout.report.sheet import Sheet, printed

from .formula import Value
from .papers import PAPERS
from .verdict import Judged, OnMachine

TITLE = "What the papers state, then and now"
ABOUT = Path(__file__).with_name("about.md").read_text(encoding="utf-8")
HEAD = ("claim", "section", "then", "now", "holds on")
UNKNOWN = "unknown"
NAMES = {function: family.name for family in FAMILIES for function in family.functions}


def sheets(judged: Sequence[Judged]) -> list[Sheet]:
    """A sheet for each paper: its claims, and below what each says and where it holds."""
    found = []
    for paper, title in PAPERS.items():
        if own := [each for each in judged if each.claim.paper == paper]:
            grid = [HEAD]
            for each in own:
                stated = (each.claim.id, each.claim.section, each.claim.then)
                grid.append((*stated, _now(each), _verdict(each)))
            found.append(Sheet(title, grid, 3, [_note(each) for each in own]))
    return found


def _now(judged: Judged) -> str:
    """The least and the greatest value that count; for orders the number of different ones."""
    values = [each.value for each in judged.found if each.counts]
    numbers = [each for each in values if isinstance(each, float)]
    if not values:
        return UNKNOWN
    if not numbers:
        orders = len(set(values))
        return f"{orders} order{'s' * (orders != 1)}"
    low, high = (f"{each:.2f}" for each in (min(numbers), max(numbers)))
    return low if low == high else f"{low} to {high}"


def _verdict(judged: Judged) -> str:
    if not judged.found:
        return UNKNOWN
    if all(each.holds is None for each in judged.found):
        return "told only"
    return f"{judged.count(True)} of {judged.count(True) + judged.count(False)}"


def _note(judged: Judged) -> str:
    """The sentence, then the machines by verdict."""
    claim = judged.claim
    said = [f"{claim.id}: {claim.sentence} ({claim.formula.text}; holds: {claim.holds})."]
    for word, holds in (("Holds", True), ("Does not hold", False), ("Now", None)):
        if where := [_where(each) for each in judged.found if each.holds is holds]:
            said.append(f"{word}: {', '.join(where)}.")
    if judged.unknown and not judged.found:
        said.append("No machine has all of these figures.")
    elif judged.unknown:
        said.append(f"Unknown: {listed(judged.unknown, NAMED)}.")
    elif not judged.found:
        said.append(f"There is no such machine ({claim.machines}).")
    return " ".join(said)


def _where(found: OnMachine) -> str:
    """The machine, the value there, and the functions that decide it. Beside an order, which is a
    core's, stands the core."""
    c = found.contestant
    core = c.microarchitecture if isinstance(found.value, tuple) else ""
    where = ", ".join(filter(None, (f"{c.name} {c.abi}", c.published, core)))
    by = f" ({', '.join(found.deciding)})" if found.deciding else ""
    said = f"{where} {_text(found.value)}{MARK if found.doubtful else ''}{by}"
    return said if found.counts else f"[{said}]"


def _text(value: Value) -> str:
    """A value in words: a number, or the families of an order."""
    if isinstance(value, float):
        return f"{value:.2f}"
    return "(" + " < ".join(NAMES.get(each, each) for each in value) + ")"


def as_dict(judged: Judged) -> dict[str, Any]:
    """A claim for other programs (docs/schema.json)."""
    claim = judged.claim
    keys = ("id", "paper", "section", "machines", "then", "holds", "sentence")
    return {
        **{key: getattr(claim, key) for key in keys},
        "formula": claim.formula.text,
        "holds_on": judged.count(True),
        "fails_on": judged.count(False),
        "found": [
            {
                "machine": each.contestant.name,
                "abi": each.contestant.abi,
                "microarchitecture": each.contestant.microarchitecture,
                "value": each.value if isinstance(each.value, float) else None,
                "order": list(each.value) if isinstance(each.value, tuple) else None,
                "deciding": list(each.deciding),
                "doubtful": each.doubtful,
                "holds": each.holds,
                "counts": each.counts,
            }
            for each in judged.found
        ],
        "unknown": list(judged.unknown),
    }


def html(judged: Sequence[Judged], notes: Sequence[str]) -> str:
    """The body of the page."""
    try:
        from markdown import markdown
    except ImportError as error:
        raise Trouble("--format html: install markdown for this Python, by pip") from error
    lines = printed(sheets(judged), "markdown")
    lines += [f"\n{note}" for note in notes]
    body = markdown("\n".join([ABOUT, *lines]), extensions=["tables"], output_format="html")
    for claim in (each.claim.id for each in judged):
        body = re.sub(
            f"<td([^>]*)>{claim}</td>", rf'<td\1><a href="#{claim}">{claim}</a></td>', body
        )
        body = body.replace(f"<li>{claim}: ", f'<li id="{claim}"><b>{claim}</b>: ', 1)
    return f"<h1>{TITLE}</h1>\n{body}".replace("h3>", "h2>")
