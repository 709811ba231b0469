"""The claims as a page of the site: each row of the tables leads to its statement."""

# Where Markdown is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, import-untyped"

from __future__ import annotations

import re
from collections.abc import Sequence

from shootout.common.errors import Trouble
from shootout.report.sheet import printed

from .judge import Judged
from .sheets import sheets

TITLE = "What the papers state, then and now"
ABOUT = """\
Each statement of the two papers that figures can settle: what the paper says (then), the least and
the greatest value on the machines of today (now), and on how many of them it holds. Below a table
stands each statement with its formula and with the value on each machine. A ? marks a value that
rests on a doubtful figure; functions behind a value are those that a maximum or minimum is of. A
machine that lacks a figure is unknown. The machine `./do java` has figures by the method of the
paper on Java. Where the rest of the papers is found: docs/papers.md.

In formulas a function stands for the cycles per byte of its fastest implementation for long
messages, with @8 of 8 bytes. F is each of the twelve functions in turn, S each candidate with 256
bits, L each with 512. Behind ~ stands what else is meant: portable C, code with AES instructions
(aes) or without them (noaes), C that a VM calls (native), an implementation or a library by its
name; ! is the slowest of its compilers. Before : stands where: C on the same machine (c), an ABI,
another machine of this core (peer), the fastest one of another core (rest).
"""


def html(judged: Sequence[Judged], notes: Sequence[str]) -> str:
    """The body of the page. Raises Trouble where Markdown is missing."""
    try:
        from markdown import markdown
    except ImportError as error:
        raise Trouble("claims: html needs Markdown, which `make site` installs") from error

    lines = printed(sheets(judged), "markdown")
    lines += [f"\n{note}" for note in notes]
    body = markdown("\n".join([ABOUT, *lines]), extensions=["tables"], output_format="html")
    for claim in (each.claim.id for each in judged):
        body = re.sub(
            f"<td([^>]*)>{claim}</td>", rf'<td\1><a href="#{claim}">{claim}</a></td>', body
        )
        body = body.replace(f"<li>{claim}: ", f'<li id="{claim}"><b>{claim}</b>: ', 1)
    return f"<h1>{TITLE}</h1>\n{body}"
