"""Imports lead only downward: packages in the order of the pipeline, modules in no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

TOP = ROOT / "scripts" / "shootout"
ORDER = (
    "common", "layout", "registry", "machine", "build", "results", "ranking",
    "check check/rules",
    "collect", "report", "store",
    "report/claims report/compare report/compilers report/graphs",
    "report/history", "report/page", "report/power",
    "tune", "run", "java", "java/paper",
    "explain/counting", "explain", "fleet", ".",
)  # fmt: skip
FLOOR = {name: floor for floor, names in enumerate(ORDER) for name in names.split()}
CHECK = {"check", "check/rules"}  # one floor, for rules and evidence meet
FILES = sorted(TOP.rglob("*.py"))


def imports(file: Path) -> Iterator[Path]:
    """The modules that a file imports, at its head or later."""
    for node in ast.walk(ast.parse(file.read_text())):
        assert not (isinstance(node, ast.Import) and "shootout" in ast.unparse(node))
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or ".").split("."))
            inside = [base / f"{alias.name}.py" for alias in node.names]
            found = [f for f in (base.with_suffix(".py"), *inside) if f.is_file()]
            yield from found or [base / "__init__.py"]


GRAPH = {file: set(imports(file)) for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(TOP).as_posix())
def test_no_import_leads_upward(file: Path) -> None:
    for found in GRAPH[file] - {file.parent / "__init__.py", TOP / "__init__.py"}:
        below, home = (f.parent.relative_to(TOP).as_posix() for f in (found, file))
        near = below == home or {below, home} <= CHECK
        assert near or FLOOR[below] < FLOOR[home], found


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = dict(GRAPH)
    while ready := {file for file, found in left.items() if not found & left.keys()}:
        left = {file: found for file, found in left.items() if file not in ready}
    assert not left
