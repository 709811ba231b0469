"""./do query "SELECT ...": a question to the store, answered by DuckDB."""

from __future__ import annotations

import argparse
import csv
import datetime
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

from shootout.common.arguments import positive
from shootout.common.atomic import appear
from shootout.common.errors import Usage
from shootout.common.named import cell, escaped, lines
from shootout.common.paths import STORE
from shootout.common.terminal import width

from . import needed
from .parquet import FORM

FORMS = ("terminal", "csv", "json")
COLUMNS = 80  # of a table that does not go to a terminal
AT_ONCE = 10_000  # rows in memory
VIEWS = Path(__file__).with_name("views.sql").read_text()


@contextmanager
def opened(store: Path, allowed: Sequence[Path] = (), memory: str = "") -> Iterator[Any]:
    """A connection with the views of the store, which can only be read.

    Files in `allowed` folders may be read, too; `memory` is a limit in DuckDB's words.
    """
    import duckdb

    files = sorted(str(f) for f in store.resolve().glob(f"*{FORM}") if f.is_file())
    if not files:
        raise Usage(f"no store in {escaped(store)}: make it with ./do store")
    with tempfile.TemporaryDirectory() as spill, duckdb.connect() as connection:
        connection.execute("SET temp_directory = ?", [spill])
        connection.execute("SET enable_progress_bar = false")
        if memory:
            connection.execute("SET memory_limit = ?", [memory])
        connection.execute("SET VARIABLE files = ?", [files])
        folders = [str(path.resolve()) for path in (store, *allowed)]
        connection.execute("SET allowed_directories = ?", [folders])
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        connection.execute(VIEWS)
        yield connection


def main(args: argparse.Namespace) -> int:
    """Print the answer to a question, or write it to a file."""
    needed.ready()
    import duckdb

    try:
        with opened(args.store, args.allow, args.memory) as connection:
            asked = connection.extract_statements(args.question)
            if len(asked) != 1 or asked[0].type != duckdb.StatementType.SELECT:
                raise Usage(
                    "query: ask one question: SELECT, FROM, WITH, DESCRIBE, SUMMARIZE or SHOW"
                )
            if args.output:
                with appear(args.output, replace=True) as file:
                    _write(connection, args, file)
            else:
                _write(connection, args, sys.stdout.buffer)
    except duckdb.Error as error:
        said = re.split(r"\n+LINE ", str(error))[0]  # without the line that it points into
        raise Usage(f"query: {escaped(' '.join(said.split()))}") from error
    return 0


def _write(connection: Any, args: argparse.Namespace, file: IO[bytes]) -> None:
    if args.format == "terminal":
        text = _table(connection.sql(args.question), args.rows)
    else:
        answer = connection.execute(args.question)
        text = (_csv if args.format == "csv" else _json)(answer, [c[0] for c in answer.description])
    for line in text:
        file.write(line.encode())
    file.flush()


def _table(answer: Any, most: int) -> Iterator[str]:
    """The answer as DuckDB draws it: what does not fit is cut, and told below."""
    columns = width()
    with redirect_stdout(io.StringIO()) as drawn:
        answer.show(max_width=COLUMNS if columns == sys.maxsize else columns, max_rows=most)
    yield lines(drawn.getvalue().rstrip("\n")) + "\n"


def _rows(answer: Any) -> Iterator[Sequence[Any]]:
    while some := answer.fetchmany(AT_ONCE):
        yield from some


def _csv(answer: Any, names: Sequence[str]) -> Iterator[str]:
    """The lines of a CSV file; lists and maps are JSON in it."""
    echo: Any = SimpleNamespace(write=str)
    writer = csv.writer(echo, lineterminator="\n")
    yield writer.writerow(names)
    for row in _rows(answer):
        yield writer.writerow(
            [_plain(v) if isinstance(v, (list, dict, tuple)) else cell(v) for v in row]
        )


def _json(answer: Any, names: Sequence[str]) -> Iterator[str]:
    """A JSON list with an object for each row, a line each."""
    before = "[\n"
    for row in _rows(answer):
        yield before + _plain(dict(zip(names, row)))
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _plain(value: Any) -> str:
    return json.dumps(value, default=_simple)


def _simple(value: object) -> object:
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `query`."""
    add = parser.add_argument
    add("question", metavar="SQL", help="a question about its views (docs/store.md)")
    add("--store", type=Path, default=STORE, metavar="DIR", help="default: build/store")
    add("--format", choices=FORMS, default=FORMS[0], help="default: a table")
    add("--output", type=Path, metavar="FILE", help="default: standard output")
    add("--rows", type=positive, default=40, metavar="N", help="rows of a table; default: 40")
    add(
        "--allow", type=Path, action="append", default=[], metavar="DIR",
        help="a folder beside the store whose files may be read, too",
    )  # fmt: skip
    add("--memory", default="", metavar="SIZE", help="such as 4GB; default: most of the machine's")
    parser.set_defaults(func=main)
