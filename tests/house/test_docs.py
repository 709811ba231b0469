"""What documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import ROOT
from looping import for_each

WIDTH = 110  # columns of a line of a document
FOLDERS = "scripts|tests|measure|java|crypto_hash|okcompilers|docs"
DOCUMENTS = [
    file
    for file in sorted(ROOT.rglob("*.md"))
    if not {"build", "graphs", ".pytest_cache"} & set(file.relative_to(ROOT).parts)
]


@for_each(DOCUMENTS)
def test_files_of_the_checkout_exist(file: Path) -> None:
    """But for those with NAME in them, which stand for many."""
    named = re.findall(rf"`((?:{FOLDERS})/(?!.*NAME)[\w./-]*)`", file.read_text())
    tops = (ROOT, ROOT / "scripts", ROOT / "scripts" / "shootout")
    assert [name for name in named if not any((top / name).exists() for top in tops)] == []


def test_there_are_such_names() -> None:
    assert len(DOCUMENTS) > 5
    assert any("`scripts/shootout/" in file.read_text() for file in DOCUMENTS)


@for_each(DOCUMENTS)
def test_links_lead_somewhere(file: Path) -> None:
    links = re.findall(r"\]\(((?!https?:)[^)#\s]+)", file.read_text())
    assert [link for link in links if not (file.parent / link).exists()] == []


@for_each(DOCUMENTS)
def test_lines_fit_a_window(file: Path) -> None:
    """But for tables, links, and commands, which cannot be folded."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    free = re.compile(r"\||    |.*\]\(|\S+$")
    assert [n for n, line in lines if len(line) > WIDTH and not free.match(line)] == []
