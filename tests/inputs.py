"""What a test's outcome depends on, as one hash: nothing that is not in it changes what it says.

A test of one implementation depends on the folder of its primitive, on the Python that its
module imports, and on what lies beside that: measure/, java/, okcompilers/, the data of tests.
Every other test may look at anything in the checkout but the modules of other tests.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from shootout.java.implementation import JavaImplementation
from shootout.machine.features import of_machine
from shootout.registry.tree import Implementation

ELSEWHERE = {".git", "build", "graphs", "__pycache__"}
BESIDE = ("measure", "java", "okcompilers", "tests", "pyproject.toml", "Makefile")
PACKAGES = Path("/var/lib/dpkg/status")


def digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


@cache
def of_file(file: Path) -> str:
    """Its path, where it links to, and what is in it."""
    link = file.readlink() if file.is_symlink() else ""
    return digest(file, link, hashlib.sha256(file.read_bytes()).hexdigest())


@cache
def of_folder(top: Path) -> tuple[tuple[Path, str], ...]:
    """Every file below it, or itself, and the hash of each."""
    found = []
    for here, folders, names in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in ELSEWHERE and f[0] != ".")
        found += [Path(here, name) for name in sorted(names) if Path(here, name).is_file()]
    return tuple((file, of_file(file)) for file in found or [top] if file.is_file())


def is_test(file: Path) -> bool:
    return file.name.startswith("test_") and file.suffix == ".py"


@cache
def tools(root: Path) -> str:
    """The machine, and the programs that tests run: of packages, on PATH, fetched into build/."""
    folders = [Path(f) for f in os.environ["PATH"].split(os.pathsep)]
    programs = [f for folder in folders if folder.is_dir() for f in sorted(folder.iterdir())]
    ours = {k: v for k, v in sorted(os.environ.items()) if k.startswith("SHOOTOUT")}
    there = [(f, f.stat().st_size, f.stat().st_mtime_ns) for f in programs if f.exists()]
    places = [f"build/{name}/*" for name in ("jvm32", "java/graal")]
    fetched = sorted(str(f) for place in places for f in root.glob(place))
    packages = of_file(PACKAGES) if PACKAGES.is_file() else ""
    machine = (sys.version, platform.release(), os.geteuid(), sorted(of_machine() or ()))
    return digest(machine, ours, packages, there, fetched)


@cache
def imported(module: Path, root: Path) -> frozenset[Path]:
    """The modules of the checkout that one imports, and what these import."""
    found, waiting = {module}, [module]
    while waiting:
        for file in _direct(waiting.pop(), root) - found:
            found.add(file)
            waiting.append(file)
    return frozenset(found)


@cache
def _direct(module: Path, root: Path) -> frozenset[Path]:
    names: set[Path] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            tops, parts = [root / "scripts", root / "tests"], [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = module.parents[node.level - 1] if node.level else None
            tops = [up] if up else [root / "scripts", root / "tests"]
            base = node.module or ""
            parts = [base, *(f"{base}.{a.name}".lstrip(".") for a in node.names)]
        else:
            continue
        names |= {top.joinpath(*part.split(".")) for top in tops for part in parts}
    # A package is imported before what is in it.
    above = {folder for name in names for folder in name.parents if root in folder.parents}
    places = {n.with_suffix(".py") for n in names} | {n / "__init__.py" for n in names | above}
    return frozenset(file for file in places if file.is_file())


@cache
def _everything(module: Path, root: Path) -> str:
    own = imported(module, root)
    return digest(*(h for file, h in of_folder(root) if file in own or not is_test(file)))


@cache
def _beside(module: Path, root: Path) -> str:
    beside = (pair for name in BESIDE for pair in of_folder(root / name))
    more = (of_file(file) for file in sorted(imported(module, root)))
    return digest(*(h for file, h in beside if file.suffix != ".py"), *more)


@cache
def _implementation(i: Implementation) -> str:
    more: Iterable[tuple[str, bytes]] = ()
    if isinstance(i, JavaImplementation):
        more = sorted(i.files().items())
    return digest(*(h for _, h in of_folder(i.primitive.folder)), *more)


def of_test(item: pytest.Item) -> str:
    """The hash of everything that a test depends on, and of its name."""
    module, root = item.path, item.config.rootpath
    given = getattr(getattr(item, "callspec", None), "params", {}).values()
    subjects = [each for each in given if isinstance(each, Implementation)]
    # What starts ./do depends on all of the driver, whatever it imports.
    if subjects and "./do" not in module.read_text() and not _runs_do(module):
        inputs = [_beside(module, root), *map(_implementation, subjects)]
    else:
        inputs = [_everything(module, root)]
    return digest(item.nodeid, tools(root), *inputs)


@cache
def _runs_do(module: Path) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and "do" in {alias.name for alias in node.names}
        for node in ast.walk(ast.parse(module.read_text()))
    )
