"""./do query "SELECT ...": a question to the store, answered by DuckDB."""

from __future__ import annotations

import argparse
import csv
import datetime
import io
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from shootout.common.arguments import positive
from shootout.common.atomic import appear
from shootout.common.errors import Usage
from shootout.common.named import cell, escaped
from shootout.common.paths import STORE
from shootout.common.terminal import width

from . import environment, versions, views
from .grid import grid

FORMS = ("terminal", "csv", "json", "parquet")
COLUMNS = 80  # of a table that does not go to a terminal
AT_ONCE = 10_000  # rows in memory


@dataclass(frozen=True)
class QueryOptions:
    question: str
    store: Path = STORE
    form: str = FORMS[0]
    output: Path | None = None
    rows: int = 40  # that a terminal shows
    allowed: tuple[Path, ...] = ()  # folders beside the store that may be read
    memory: str = ""  # a limit in DuckDB's words; empty for its default


@contextmanager
def opened(options: QueryOptions) -> Iterator[Any]:
    """A connection with the views of the store, which can only be read."""
    import duckdb

    spilled = tempfile.TemporaryDirectory()
    with (
        versions.reading(options.store) as folder,
        spilled as spill,
        duckdb.connect() as connection,
    ):
        allowed = [str(path.resolve()) for path in (folder, *options.allowed)]
        connection.execute("SET temp_directory = ?", [spill])
        connection.execute("SET enable_progress_bar = false")
        if options.memory:
            connection.execute("SET memory_limit = ?", [options.memory])
        connection.execute("SET allowed_directories = ?", [allowed])
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        for statement in views.statements(folder):
            connection.execute(statement)
        yield connection


def query(options: QueryOptions) -> int:
    """Print the answer to a question, or write it to a file."""
    if options.form == "parquet" and not options.output:
        raise Usage("--format parquet: name a file with --output")
    environment.ready()
    import duckdb

    try:
        with opened(options) as connection:
            question = _question(connection, options.question)
            if options.form == "parquet":  # which is asked for batches, not for rows
                answer = connection.sql(question)
            else:
                answer = connection.execute(question)
            if options.output:
                with appear(options.output, replace=True) as file:
                    _write(answer, options, file)
            else:
                _write(answer, options, sys.stdout.buffer)
    except duckdb.Error as error:
        raise Usage(f"query: {in_a_line(error)}") from error
    return 0


def _question(connection: Any, text: str) -> str:
    """The text, if it is one question; raises Usage for what would change something."""
    import duckdb

    asked = connection.extract_statements(text)
    if len(asked) != 1 or asked[0].type != duckdb.StatementType.SELECT:
        raise Usage("query: ask one question: SELECT, FROM, WITH, DESCRIBE, SUMMARIZE or SHOW")
    return text


def in_a_line(error: Exception) -> str:
    """What DuckDB says, without the line that it points into."""
    said = str(error).split("\n\nLINE ")[0].split("\nLINE ")[0]
    return escaped(" ".join(said.split()))


def _write(answer: Any, options: QueryOptions, file: IO[bytes]) -> None:
    if options.form == "parquet":
        _parquet(answer, file)
        return
    if options.form == "terminal":
        lines: Iterable[str] = _table(answer, options.rows)
    else:
        lines = _csv(answer) if options.form == "csv" else _json(answer)
    for line in lines:
        file.write(line.encode())
    file.flush()


def _names(answer: Any) -> list[str]:
    return [column[0] for column in answer.description]


def _rows(answer: Any) -> Iterator[Sequence[Any]]:
    while some := answer.fetchmany(AT_ONCE):
        yield from some


def _table(answer: Any, most: int) -> Iterator[str]:
    """The lines of a table with the first rows, and the number of the others."""
    rows = answer.fetchmany(most)
    columns = width()
    for line in grid(_names(answer), rows, COLUMNS if columns == sys.maxsize else columns):
        yield f"{line}\n"
    more = sum(1 for _ in _rows(answer))
    if more:
        yield f"and {more} more rows: --rows shows them, or --format csv\n"


def _csv(answer: Any) -> Iterator[str]:
    """The lines of a CSV file; lists and maps are JSON in it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_names(answer))
    for row in _rows(answer):
        writer.writerow([_plain(v) if isinstance(v, (list, dict, tuple)) else cell(v) for v in row])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()


def _json(answer: Any) -> Iterator[str]:
    """A JSON list with an object for each row, a line each."""
    before, names = "[\n", _names(answer)
    for row in _rows(answer):
        yield before + _plain(dict(zip(names, row)))
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _plain(value: Any) -> str:
    return json.dumps(value, default=_simple)


def _simple(value: object) -> object:
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _parquet(answer: Any, file: IO[bytes]) -> None:
    from pyarrow import parquet

    reader = answer.to_arrow_reader(AT_ONCE)
    with parquet.ParquetWriter(file, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)


def main(args: argparse.Namespace) -> int:
    return query(
        QueryOptions(
            args.question, args.store, args.format, args.output, args.rows,
            tuple(args.allow), args.memory,
        )
    )  # fmt: skip


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("question", metavar="SQL", help=f"its views: {', '.join(views.VIEWS)}")
    add("--store", type=Path, default=STORE, metavar="DIR", help="default: store/ beside data/")
    add("--format", choices=FORMS, default=FORMS[0], help="default: a table")
    add("--output", type=Path, metavar="FILE", help="default: standard output")
    add("--rows", type=positive, default=40, metavar="N", help="rows of a table; default: 40")
    add(
        "--allow", type=Path, action="append", default=[], metavar="DIR",
        help="a folder beside the store whose files may be read, too",
    )  # fmt: skip
    add("--memory", default="", metavar="SIZE", help="such as 4GB; default: most of the machine's")
    parser.set_defaults(func=main)
