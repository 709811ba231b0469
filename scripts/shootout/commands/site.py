"""Everything to publish in one folder, for a web server or to be opened as files.

    python3 -m shootout.commands.site DIR

writes index.html, which is the page with links to all the rest: graphs/ in PDF and SVG, data/
with the result files, their signatures and findings, and the documents as HTML. No link leads
out of the folder, and nothing is loaded from anywhere.
"""

# Where Markdown is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, import-untyped"

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from ..common.atomic import appear
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..common.named import BESIDE
from ..common.paths import ROOT
from ..registry.families import ORDER
from ..registry.sets import ALL, called
from ..report.answer import of_rows
from ..report.graphs import graphs
from ..report.graphs.graphs import GraphOptions
from ..report.machines import summarise
from ..report.page import page
from ..report.selection import DATE, result_files
from ..report.table import place
from ..results import sign
from ..results.figures import rows_of
from ..results.reader import read

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "LICENSE", "docs/**/*.md")
STYLE = """main { max-width: 54em; } h1, h2, h3 { margin-top: 1.2em; }
p > code, li > code { overflow-wrap: anywhere; } img { max-width: 100%; }
pre { overflow-x: auto; padding: 8px 10px; background: var(--panel); border-radius: 4px; }
thead th:first-child { position: static !important; }"""
BELOW = ("Results", "Graphs", "Documents")  # headings of the index
SCROLLED = '<div class="scroll" tabindex="0"><table>'  # tables are wider than a phone
TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<nav><a href="{top}index.html">The SHA-3 software shootout</a></nav>
<main>
{body}
</main>
</body>
</html>
"""


def publish(folder: Path) -> int:
    """Write everything; return 1 when a result file could not be read in full."""
    files = result_files()
    status = graphs.draw(GraphOptions(set=ALL, output=folder / "graphs"))
    copied = [_copy(file, folder / "data") for file in files]
    documents = [*(_document(file, folder) for file in _documents()), _claims(folder)]
    parts = (
        _results(copied, folder),
        _graphs(sorted((folder / "graphs").glob("*.*")), folder),
        _list(_link(f"{d.relative_to(folder).with_suffix('')}", d, folder) for d in documents),
    )
    below = (f'<h2 id="{name}">{name}</h2>\n{part}\n' for name, part in zip(BELOW, parts))
    more = f'<section id="files" aria-label="Files">\n{"".join(below)}</section>\n'
    output = folder / "index.html"
    status |= page.pages(copied, output=output, more=(_lead(copied), more), graphs="graphs/")
    print(f"{output}: {len(files)} result files, {len(documents)} documents")
    return status


def _lead(files: Sequence[Path]) -> str:
    """The answer of the newest run that has one, and links to what is far below."""
    newest = sorted(files, key=lambda file: DATE.findall(file.name)[-1:], reverse=True)
    file, line = next(((f, line) for f in newest if (line := _answer(f))), (None, ""))
    told = f"<p><b>{html.escape(line)}</b> ({html.escape(file.name)})</p>\n" if file else ""
    there = (f'<a href="#{name}">{name}</a>' for name in BELOW)
    return f'<nav aria-label="Contents">{told}<p>Below: {", ".join(there)}.</p></nav>\n'


def _answer(file: Path) -> str:
    """The answer of the first ABI of a file; empty if it has none."""
    blocks = read(file, curves=False).blocks
    return of_rows(rows_of(tuple(b for b in blocks if b.abi == blocks[0].abi)))


def _copy(file: Path, folder: Path) -> Path:
    """Copy a result file with what stands beside it; return its new path."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in (file, sign.beside(file), file.with_name(file.name + BESIDE)):
        copy = folder / each.name
        if each.is_file() and not (copy.is_file() and copy.read_bytes() == each.read_bytes()):
            with appear(copy, replace=True) as out:
                out.write(each.read_bytes())
        elif not each.is_file():
            copy.unlink(missing_ok=True)  # a signature that was taken back
    return folder / file.name


def _link(text: str, path: Path, folder: Path) -> str:
    """A link; names of result files come from strangers."""
    return f'<a href="{quote(path.relative_to(folder).as_posix())}">{html.escape(text)}</a>'


def _list(items: Iterable[str]) -> str:
    return "\n".join(["<ul>", *(f"<li>{item}</li>" for item in items), "</ul>"])


def _graphs(files: Sequence[Path], folder: Path) -> str:
    """Links to the graphs: of all functions first, then of each; with one for each length."""
    found = grouped(files, lambda file: re.sub(r"-(long|\d+)$", "", file.stem))
    items = []
    for name in sorted(found, key=lambda name: (name in ORDER, place(name)[0], name)):
        its = sorted(found[name], key=lambda file: (file.suffix, len(file.stem), file.stem))
        words = (file.suffix[1:].upper() + file.stem[len(name) :].replace("-", " ") for file in its)
        links = ", ".join(_link(word, file, folder) for word, file in zip(words, its))
        items.append(f"{html.escape(called(name))}: {links}")
    return _list(items)


def _results(files: Sequence[Path], folder: Path) -> str:
    """A table of the result files: machines, grades, signatures, findings."""
    rows = []
    for file in files:
        found = [c for c in summarise(file).contestants if c.fastest or c.native]
        grades = (f"{c.abi} {c.grade.letter if c.grade else 'none'}" for c in found)
        text = sign.verify(file).text
        signature, findings = sign.beside(file), file.with_name(file.name + BESIDE)
        signed = _link(text, signature, folder) if signature.is_file() else html.escape(text)
        cells = [
            _link(file.name, file, folder),
            html.escape(", ".join(dict.fromkeys(c.name for c in found))),
            html.escape("; ".join(dict.fromkeys(grades))),
            signed,
            _link("findings", findings, folder) if findings.is_file() else "",
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    heads = ("file", "machine", "grade", "signature", "check")
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n" + "\n".join(rows)
    return f"{SCROLLED}{table.removeprefix('<table>')}\n</tbody></table></div>"


def _documents() -> list[Path]:
    return [file for names in DOCUMENTS for file in sorted(ROOT.glob(names))]


def _document(file: Path, folder: Path) -> Path:
    """Write a document as HTML; return its path. Documents that it names become links."""
    from markdown import markdown

    home = file.relative_to(ROOT)
    path = folder / home.with_suffix(".html")
    text = file.read_text(encoding="utf-8")
    top = "../" * (len(home.parts) - 1)
    if file.suffix:
        body = markdown(text, extensions=["tables", "fenced_code"], output_format="html")
    else:
        body = f"<h1>{home.stem}</h1>\n<pre>{html.escape(text)}</pre>"
    there = {each.relative_to(ROOT).as_posix() for each in _documents()}

    def goal(found: re.Match[str]) -> str:
        """A link of the document, if the site has what it leads to; else its text alone."""
        name = os.path.normpath(home.parent / found[1])
        if name in there:
            return f'<a href="{top}{Path(name).with_suffix(".html").as_posix()}">{found[2]}</a>'
        return found[0] if (folder / name).is_file() else found[2]

    def link(found: re.Match[str]) -> str:
        name = found[0]
        html_of_it = Path(name).with_suffix(".html").as_posix()
        return f'<a href="{top}{html_of_it}">{name}</a>' if name in there else name

    body = re.sub(r'<a href="([^":#]+)">(.*?)</a>', goal, body, flags=re.DOTALL)
    body = re.sub(r"(?<![\w/\"])(?:docs/[\w/]+|README|CONTRIBUTING)\.md\b(?!</a>)", link, body)
    title = next(iter(re.findall(r"<h1>(.*?)</h1>", body)), home.stem)
    return _write(path, title, top, body)


def _claims(folder: Path) -> Path:
    """Write what ./do claims says of the files in data/ as HTML; return the path."""
    words = [sys.executable, str(ROOT / "scripts"), "claims", "--format", "html"]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    if not said.stdout:
        raise Trouble(f"claims: {said.stderr.strip()}")
    body = said.stdout.replace("docs/papers.md", '<a href="docs/papers.html">docs/papers.md</a>')
    return _write(folder / "claims.html", "claims", "", body)


def _write(path: Path, title: str, top: str, body: str) -> Path:
    body = body.replace("<table>", SCROLLED).replace("</table>", "</table></div>")
    body = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", body)
    body = body.replace("<pre>", '<pre tabindex="0">')  # for a keyboard, as a wide table
    dark = f"@media (prefers-color-scheme: dark) {{\n{page.part('dark.css')}}}"
    style = "\n".join([page.part("style.css"), STYLE, dark])
    made = TEMPLATE.format(title=title, style=style, top=top, body=body)
    path.parent.mkdir(parents=True, exist_ok=True)
    with appear(path, replace=True) as out:
        out.write(made.encode())
    return path


def main(words: Sequence[str]) -> int:
    if len(words) != 1:
        print(__doc__)
        return 2
    try:
        return publish(Path(words[0]).absolute())
    except Trouble as error:
        print(f"site: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
