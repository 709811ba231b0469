"""What documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import ROOT
from looping import for_each

from shootout.cli import parsers
from shootout.commands.languages import LANGUAGES
from shootout.registry.sets import ALL
from shootout.registry.tree import select

WIDTH = 110  # columns of a line of a document
TOPS = "scripts|tests|measure|java|crypto_hash|okcompilers|docs"
EVERY = select([], kinds=[language.kind for language in LANGUAGES], group=ALL)
NAMES = {f"{i.primitive.name}/{i.name}" for i in EVERY}
FUNCTIONS = "|".join({i.primitive.name for i in EVERY})
OTHERS = ("/mine", "/common", "/home", "/bytes", "/xkcp")  # no implementations of ours
DOCUMENTS = [
    file
    for file in sorted(ROOT.rglob("*.md"))
    if not {"build", "graphs", ".pytest_cache"} & set(file.relative_to(ROOT).parts)
]


@for_each(DOCUMENTS)
def test_files_of_the_checkout_exist(file: Path) -> None:
    """But for those with NAME in them, which stand for many."""
    named = re.findall(rf"`((?:{TOPS})/(?!.*NAME)[\w./-]*)`", file.read_text())
    tops = (ROOT, ROOT / "scripts", ROOT / "scripts" / "shootout")
    assert [name for name in named if not any((top / name).exists() for top in tops)] == []


@for_each([f for f in (*DOCUMENTS, *(ROOT / "scripts").rglob("*.py")) if "lab" not in f.parts])
def test_implementations_exist(file: Path) -> None:
    """Those of `./do --help`, too, but for `mine`, which stands for the reader's."""
    named = rf"(?<![\w/*-])(?:{FUNCTIONS})/[a-z][\w-]*(?![\w/.*-])"
    others = set(re.findall(named, file.read_text())) - NAMES
    assert {name for name in others if not name.endswith(OTHERS)} == set()


def test_commands_and_options_exist() -> None:
    """In documents, and in what --help prints of each command."""
    parser, commands = parsers()
    texts = {name: late.filled().format_help() for name, late in commands.items()}
    texts |= {"": parser.format_help(), **{f.name: f.read_text() for f in DOCUMENTS}}
    targets = {*re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text())}
    targets |= {"check", "install"}  # of the library's
    for name, text in texts.items():
        assert set(re.findall(r"(?m)(?:`|^ +)\./do ([a-z]+)\b", text)) <= {*commands}, name
        assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets, name
        for words in map(str.split, re.findall(r"\./do((?: [^\s`\"|;()]+)+)", text)):
            options = {re.split("[=.,:;]", word)[0] for word in words if word[:2] == "--"}
            assert options <= {*commands.get(words[0], parser).known_options()}, (name, words)


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
