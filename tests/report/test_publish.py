"""make site: one folder that needs nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pages
import pytest
from browser import Browser, Tab
from conftest import ROOT, Shared

pytest.importorskip("matplotlib")
pytest.importorskip("markdown")


@pytest.fixture(scope="module")
def site(shared: Shared) -> Path:
    """The folder made of the results of three machines, one of somebody who means harm."""

    def make(home: Path) -> None:
        (home / "data").mkdir()
        pages.three(home / "data")
        (home / "data" / "a.tar.gz.check").write_text("{}")
        (home / "data" / "b.tar.gz.sig").write_text("<b>no signature</b>")
        assert publish(home).endswith("documents\n")

    return shared.once("site", make) / "site"


def publish(home: Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    env.update(SHOOTOUT_DATA=str(home / "data"), SHOOTOUT_BUILD=str(home / "build"))
    words = [sys.executable, "-m", "shootout.commands.site", str(home / "site")]
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True).stdout


class Links(HTMLParser):
    """The addresses that a page names; what is in scripts and styles is no element."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found += [
            unescape(value or "") for name, value in attributes if name in ("href", "src")
        ]


def goals(page: Path) -> Iterator[Path]:
    """The files that a page links to, and loads."""
    for address in Links(page).found:
        parts = urlsplit(address)
        assert not parts.netloc and parts.scheme in ("", "data"), address
        if parts.path and not parts.scheme:
            yield (page.parent / unquote(parts.path)).resolve()


def test_no_link_is_dead_and_none_leads_out(site: Path) -> None:
    found = sorted(site.rglob("*.html"))
    assert len(found) > 10
    for page in found:
        for goal in goals(page):
            assert goal.is_file() and site.resolve() in goal.parents, (page, goal)


def test_everything_is_linked(site: Path) -> None:
    linked = {goal.relative_to(site.resolve()).as_posix() for goal in goals(site / "index.html")}
    there = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    assert there - linked == {"index.html"}
    assert {"graphs/shootout.pdf", "graphs/sha256.pdf", "data/a.tar.gz", "docs/check.html"} <= there
    for name in ("a.tar.gz", "b.tar.gz", "c.tar.gz"):
        assert (site / "data" / name).read_bytes() == (site.parent / "data" / name).read_bytes()


def test_documents_are_those_of_the_checkout(site: Path) -> None:
    def stems(top: Path, kind: str) -> set[Path]:
        return {path.relative_to(top).with_suffix("") for path in top.rglob(kind)}

    assert stems(site / "docs", "*.html") == stems(ROOT / "docs", "*.md")
    text = (site / "docs" / "results.html").read_text()
    assert "<table>" in text and '<a href="../docs/check.html">docs/check.md</a>' in text


def test_claims_of_the_papers_have_a_page(site: Path) -> None:
    text = (site / "claims.html").read_text(encoding="utf-8")
    assert '<a href="#keccak-capacity">keccak-capacity</a></td>' in text
    assert '<li id="keccak-capacity"><b>keccak-capacity</b>: ' in text
    assert '<a href="index.html">' in text and 'href="docs/papers.html"' in text
    assert set(re.findall(r'href="#([^"]+)"', text)) == set(re.findall(r' id="([^"]+)"', text))
    assert 'href="claims.html"' in (site / "index.html").read_text(encoding="utf-8")


def test_grades_and_signatures_are_told(site: Path) -> None:
    text = (site / "index.html").read_text()
    (files,) = re.findall(r'<section id="files".*?</section>', text, re.DOTALL)
    rows = re.findall(r"<tr><td>(.*?)</tr>", files)
    assert len(rows) == 3 and all(re.search(r"<td>amd64 [A-D]</td>", row) for row in rows)
    assert "not signed" in rows[0] and ">findings</a>" in rows[0]
    assert "holds no signature" in rows[1] and "<img" not in rows[1]


def test_what_has_not_changed_is_not_made_again(site: Path) -> None:
    pictures = [path for path in site.rglob("*") if path.suffix in (".pdf", ".svg", ".gz")]
    before = {path: path.stat().st_mtime_ns for path in [*pictures, site / "index.html"]}
    assert len(before) > 8
    publish(site.parent)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_browser_has_nothing_to_complain_about(site: Path, browser: Browser) -> None:
    """Every page is opened; none loads anything but itself and its pictures."""
    tab = Tab(browser, site / "index.html")
    count = tab.run("document.querySelectorAll('#files a').length")
    assert count == sum(1 for goal in goals(site / "index.html"))
    assert tab.run("document.querySelectorAll('.machine').length") == 2
    for page in sorted(site.rglob("*.html")):
        browser.send("Page.navigate", url=page.as_uri())
        tab.until("document.readyState === 'complete'")
        tab.until(f"location.pathname === {str(page)!r}")
        broken = "[...document.images].filter((i) => !i.naturalWidth).map((i) => i.src)"
        assert tab.run(broken) == []
        assert not tab.run("document.querySelectorAll('pre:not([tabindex]), body > p').length")
        for width in (390, 800, 1280):
            tab.resize(width)
            tab.until(f"document.documentElement.scrollWidth <= {width}")
    assert tab.noise() == []
