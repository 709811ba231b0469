"""Imports lead only downward: packages in the order of the pipeline, modules in no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

TOP = ROOT / "scripts" / "shootout"
ORDER = (
    "common", "registry", "machine", "build", "results", "check", "collect", "report",
    "report/graphs", "report/page", "run", "java", "java/paper", "",
)  # fmt: skip
MOST = 17
"""Modules of a package; more can't be taken in at a look."""
FILES = sorted(TOP.rglob("*.py"))


def imports(file: Path) -> Iterator[Path]:
    """The modules that a file imports, at its head or later."""
    for node in ast.walk(ast.parse(file.read_text())):
        assert not isinstance(node, ast.Import) or "shootout" not in node.names[0].name
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or ".").split("."))
            inside = [base / f"{alias.name}.py" for alias in node.names]
            found = [f for f in (base.with_suffix(".py"), *inside) if f.is_file()]
            yield from found or [base / "__init__.py"]


GRAPH = {file: sorted(set(imports(file))) for file in FILES}


def package(file: Path) -> str:
    name = file.parent.relative_to(TOP).as_posix()
    return "" if name == "." else "check" if name == "check/rules" else name


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(TOP).as_posix())
def test_no_import_leads_upward(file: Path) -> None:
    floor = ORDER.index(package(file))
    above = [f for f in GRAPH[file] if ORDER.index(package(f)) > floor]
    assert not [f for f in above if f != TOP / "__init__.py"], "VERSION alone is everybody's"


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = {file: set(found) - {file.parent / "__init__.py"} for file, found in GRAPH.items()}
    while ready := {file for file, found in left.items() if not found & left.keys()}:
        left = {file: found for file, found in left.items() if file not in ready}
    assert not left


@pytest.mark.parametrize("folder", sorted({f.parent for f in FILES}), ids=lambda f: f.name)
def test_a_package_can_be_taken_in(folder: Path) -> None:
    modules = [f.name for f in folder.glob("*.py") if f.name != "__init__.py"]
    assert len(modules) <= MOST or folder == TOP / "java" / "paper", modules
