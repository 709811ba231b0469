"""How heavy the house may be, and that its imports lead only downward."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

SCRIPTS = ROOT / "scripts"
# Every package imports only from those before it.
ORDER = (
    "shootout/common", "shootout/layout", "shootout/registry", "shootout/machine",
    "shootout/build", "shootout/results", "shootout/ranking", "shootout/check",
    "shootout/check/rules", "shootout/collect", "shootout/run", "shootout/java",
    "shootout/report", "shootout/compare", "shootout/report/graphs", "shootout/report/page",
    "shootout/commands", "shootout",
    "lab", "lab/claims", "lab/store", "lab/fleet", "lab/hanser", "lab/explain/counting",
    "lab/explain", "lab/tune", "lab/energy", "lab/library", "lab/beside",
)  # fmt: skip
MADE = {"build", "graphs", "__pycache__", ".pytest_cache"}  # folders that nobody writes by hand


def found(folder: str, *endings: str) -> list[Path]:
    top = ROOT / folder
    return [
        file
        for file in sorted(top.rglob("*"))
        if file.suffix in endings and not MADE & set(file.relative_to(top).parts[:-1])
    ]


def lines(files: Iterable[Path]) -> int:
    return sum(len(file.read_bytes().splitlines()) for file in files)


def words(files: Iterable[Path]) -> int:
    return sum(len(file.read_bytes().split()) for file in files)


def outside(files: Iterable[Path], folder: str) -> list[Path]:
    return [file for file in files if ROOT / folder not in file.parents]


PYTHON = [
    file
    for top in ("shootout", "lab")
    for file in sorted((SCRIPTS / top).rglob("*.py"))
    if "__pycache__" not in file.parts
]


def ceilings() -> dict[str, tuple[int, int]]:
    """How much there is of each thing, and how much there may be."""
    readme = [ROOT / "README.md"]
    lab = [file for file in PYTHON if SCRIPTS / "lab" in file.parents]
    c = outside(found("measure", ".c", ".h", ".inc"), "measure/trace")
    web = "scripts/shootout/report/page/web"
    page = outside(found(web, ".js"), f"{web}/uplot")
    return {
        "lines of scripts/shootout": (lines(PYTHON) - lines(lab), 21_500),
        "lines of scripts/lab": (lines(lab), 7_000),
        "lines of tests": (lines(found("tests", ".py")), 22_000),
        "lines of measure without trace": (lines(c), 5_100),
        "lines of the page's JavaScript": (lines(page), 2_600),
        "lines of README.md": (lines(readme), 60),
        "words of README.md": (words(readme), 700),
        "words of documents without docs/lab": (
            words(outside(found(".", ".md"), "docs/lab")),
            30_000,
        ),
    }


def none(failures: Iterable[object]) -> None:
    """Fail with all of them, a line each."""
    told = "\n".join(sorted(map(str, failures)))
    assert not told, told


def name(file: Path) -> str:
    return file.relative_to(SCRIPTS).as_posix()


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> Iterator[Path]:
    """The modules of ours that a file imports, at its head or later."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in ("shootout", "lab"):
                    yield SCRIPTS.joinpath(*alias.name.split(".")).with_suffix(".py")
        elif isinstance(node, ast.ImportFrom):
            parts = (node.module or ".").split(".")
            if node.level or parts[0] in ("shootout", "lab"):
                top = file.parents[node.level - 1] if node.level else SCRIPTS
                base = top.joinpath(*parts)
                inside = [base / f"{alias.name}.py" for alias in node.names]
                there = [f for f in (base.with_suffix(".py"), *inside) if f.is_file()]
                yield from there or [base / "__init__.py"]


@cache
def graph() -> dict[Path, set[Path]]:
    """What each module imports."""
    return {file: set(imports(file)) - {file} for file in PYTHON}


def test_the_house_is_light() -> None:
    none(f"{what}: {n}, {most} at most" for what, (n, most) in ceilings().items() if n > most)


def test_modules_are_short() -> None:
    none(f"{name(file)}: {lines([file])}" for file in PYTHON if lines([file]) > 400)


def test_functions_are_short() -> None:
    sizes = {
        f"{name(file)}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file in PYTHON
        for node in ast.walk(tree(file))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    none(f"{function}: {size}" for function, size in sizes.items() if size > 45)


def test_a_file_name_is_there_once() -> None:
    count = Counter(file.name for file in PYTHON if file.name not in ("__init__.py", "__main__.py"))
    none(f"{file}: {number}" for file, number in count.items() if number > 1)


def test_a_class_name_is_there_once() -> None:
    classes = (node for f in PYTHON for node in ast.walk(tree(f)) if isinstance(node, ast.ClassDef))
    count = Counter(node.name for node in classes)
    none(f"{each}: {number}" for each, number in count.items() if number > 1)


def test_packages_import_only_what_stands_before_them() -> None:
    floor = {package: number for number, package in enumerate(ORDER)}
    none(f"not in ORDER: {new}" for new in {name(f.parent) for f in PYTHON} - floor.keys())
    none(
        f"{name(file)} imports {name(below)}"
        for file in PYTHON
        for below in sorted(graph()[file])
        if below.parent != file.parent and floor[name(below.parent)] >= floor[name(file.parent)]
    )


ONCE = {  # what is defined in one place, by the code of it
    "ticks become cycles": (r"\* (ratio|clock)\b", "shootout/results/timings.py"),
    "the second quartile": (r"def stq2\b|\b5 \* (n|len)", "shootout/results/stats.py"),
    "the fastest": (r"rank < \w+", "shootout/results/figures.py"),
    "floors": (r'"floors"', "shootout/registry/floors.py"),
}


@pytest.mark.parametrize("what", ONCE)
def test_it_is_defined_once(what: str) -> None:
    pattern, home = ONCE[what]
    places = {name(f) for f in PYTHON if re.search(pattern, f.read_text(encoding="utf-8"))}
    assert places == {home}


def test_the_driver_never_imports_the_lab() -> None:
    lab = SCRIPTS / "lab"
    own = [file for file in PYTHON if lab not in file.parents]
    none(name(file) for file in own if any(lab in f.parents for f in graph()[file]))


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = dict(graph())
    while ready := {file for file, below in left.items() if not below & left.keys()}:
        left = {file: below for file, below in left.items() if file not in ready}
    none(map(name, left))


def test_chains_of_imports_are_short() -> None:
    @cache
    def chain(file: Path) -> tuple[str, ...]:
        return (name(file), *max((chain(f) for f in graph().get(file, ())), key=len, default=()))

    none(f"{len(each)}: {' '.join(each)}" for each in map(chain, PYTHON) if len(each) > 16)
