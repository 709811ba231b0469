"""Rules over every Java implementation: it compiles without a warning, is right, and is small."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT, Shared, asked
from looping import for_each

from shootout.build.compilers import Compiler
from shootout.common.process import Outcome
from shootout.java import make, native, vms
from shootout.java.cell import QUIETLY, JavaCell, java_cells
from shootout.java.implementation import JavaImplementation
from shootout.registry.tree import Implementation, Primitive, implementations, primitives
from shootout.run.verify import execute_try, verdict_of

KINDS = (JavaImplementation,)
ALL = [
    i
    for p in primitives(ROOT / "crypto_hash", KINDS)
    for i in implementations(p, KINDS)
    if isinstance(i, JavaImplementation)
]
HUGE = 8000  # bytes of a method's byte code, above which HotSpot does not compile it
SECONDS = 60  # processor time for one class
INCUBATES = re.compile(r"warning: using incubating module\(s\): .*|1 warning")

every = pytest.mark.parametrize("i", ALL, ids=lambda i: i.path[12:])
pytestmark = pytest.mark.skipif(not shutil.which("javac"), reason="no javac")


@pytest.fixture(scope="module")
def top(shared: Shared) -> Iterator[Path]:
    """Where all of them are compiled, as a run does it."""
    gcc = shutil.which("gcc")
    abi = "amd64" if os.uname().machine == "x86_64" else os.uname().machine
    natives = [Compiler((gcc, "-O2", "-fPIC"), abi, "1")] if gcc else []

    def compiled(folder: Path) -> None:
        javac = vms.compiler_here()
        make.build(ALL, javac, natives, 1, lambda: None)  # each VM has to warm up
        many = ROOT / "tests" / "jvm" / "Many.java"
        subprocess.run([javac, *make.OWN, "-d", folder / "many", many], check=True)

    folder = shared.folder("java-tree")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MADE", "HARNESS", "SOURCE"):
            patch.setattr(make, name, folder / name.lower())
        shared.once("java-tree", compiled)
        yield folder


def many(top: Path, vm: Compiler, flags: Sequence[str], runs: Sequence[str]) -> list[Outcome]:
    """What Many.java makes of the runs in one VM; in a new one after a run that has halted it."""
    outcomes: list[Outcome] = []
    command = [*vm.runner, *QUIETLY, *flags, "-cp", str(top / "many"), "Many"]
    while len(outcomes) < len(runs):
        waiting = runs[len(outcomes) :]
        ran = subprocess.run(
            command, input="".join(f"{run}\n" for run in waiting), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=SECONDS * len(waiting), check=False,
        )  # fmt: skip
        _, *each = re.split(r"^begin\n", ran.stdout, flags=re.M)
        assert each, ran.stdout
        for text in each:
            said, end, _ = text.partition("\nend\n")
            outcomes.append(Outcome(0 if end else ran.returncode, said))
    return outcomes


@pytest.fixture(scope="module")
def outcomes(
    request: pytest.FixtureRequest, top: Path, shared: Shared
) -> dict[str, list[tuple[str, int, str]]]:
    """For each implementation the VMs that tried it, and how that ended.

    It has all tests on its first VM; the others differ in their compilers. Classes of the same
    flags share a VM; those with a library of C have one each.
    """
    jobs: dict[tuple[Compiler, tuple[str, ...], str], list[JavaCell]] = {}
    first: dict[JavaImplementation, Compiler] = {}
    wanted = set(asked(request))
    for vm in vms.available()[0]:
        for cell in java_cells([i for i in ALL if i in wanted], [vm]):
            i = cell.implementation
            if not cell.lacking():
                first.setdefault(i, vm)
                alone = i.path if native.needed(i) else ""
                jobs.setdefault((vm, i.flags(), alone), []).append(cell)

    def words(cell: JavaCell) -> list[str]:
        return [] if first[cell.implementation] == cell.compiler else ["small"]

    def run(vm: Compiler, flags: Sequence[str], alone: str) -> list[list[object]]:
        cells = jobs[vm, tuple(flags), alone]
        if alone:
            ended = [execute_try(cell, SECONDS, *words(cell)) for cell in cells]
        else:
            places = [f"{cell.made / 'classes'}:{make.HARNESS}" for cell in cells]
            runs = [
                [place, "shootout.Try", str(SECONDS), cell.implementation.class_name, *words(cell)]
                for place, cell in zip(places, cells)
            ]
            ended = many(top, vm, flags, [*map("\t".join, runs)])
        return [
            [cell.implementation.path, vm.word, outcome.status, outcome.output]
            for cell, outcome in zip(cells, ended)
        ]

    def tried() -> list[list[object]]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [one for some in pool.map(lambda job: run(*job), jobs) for one in some]

    found: dict[str, list[tuple[str, int, str]]] = {}
    for path, vm, status, output in shared.data("java-tried", tried):
        found.setdefault(path, []).append((vm, status, output))
    return found


@pytest.fixture(scope="module")
def methods(top: Path, shared: Shared) -> dict[str, dict[str, int]]:
    """For each implementation where the last instruction of its methods begins, by javap."""
    files = [
        (i.path, file)
        for i in ALL
        for file in sorted((make.folder(i) / "classes").rglob("*.class"))
    ]

    def asked() -> str:
        command = ["javap", "-c", "-p", *(str(file) for _, file in files)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    _, *classes = re.split(r"^Compiled from .*\n", shared.data("javap", asked), flags=re.M)
    assert len(classes) == len(files)
    found: dict[str, dict[str, int]] = {}
    for (path, file), text in zip(files, classes):
        method, longest = "", found.setdefault(path, {})
        for line in text.splitlines():
            if line.startswith("  ") and line.endswith(";"):
                method = f"{file.stem}: {line.strip()}"
            elif at := re.match(r" +(\d+): \w", line):
                longest[method] = int(at[1])
    return found


@every
def test_compiles_without_a_warning(top: Path, i: JavaImplementation) -> None:
    log = (make.folder(i) / "log").read_text().splitlines()
    assert [line for line in log if not INCUBATES.fullmatch(line)] == []
    assert (make.folder(i) / "status").read_text() == "0\n"


@every
def test_is_right_on_every_vm(
    outcomes: dict[str, list[tuple[str, int, str]]], i: JavaImplementation
) -> None:
    for vm, status, output in outcomes.get(i.path, []):
        verdict = verdict_of(Outcome(status, output), i.primitive.checksums())
        assert verdict.right, f"{vm}: {verdict.cause} ({verdict.where})"
    if i.path not in outcomes:
        pytest.skip(f"no VM here for {i.path}")


@every
def test_methods_are_compiled(methods: dict[str, dict[str, int]], i: JavaImplementation) -> None:
    longest = methods[i.path]
    long = {m: n for m, n in longest.items() if n > HUGE and "static {};" not in m}
    assert longest and not long


def test_a_fault_ends_no_other_test(top: Path, tmp_path: Path) -> None:
    """One that is wrong and one that ends the VM, and right ones before, between and behind."""
    order = ("right", "fails", "right", "exits", "right")
    for name in set(order):
        folder = tmp_path / "crypto_hash" / "sha256" / name
        folder.mkdir(parents=True)
        shutil.copy(ROOT / "tests" / "faults" / "java" / f"{name}.java", folder / "Hash.java")
    sources = (tmp_path / "crypto_hash").rglob("*.java")
    command = [vms.compiler_here(), "-sourcepath", ROOT / "java", "-d", tmp_path / "made", *sources]
    subprocess.run(command, check=True)
    (vm, *_) = vms.available()[0]
    place = f"{tmp_path}/made:{make.HARNESS}"
    runs = [f"{place}\tshootout.Try\t9\tcrypto_hash.sha256.{name}.Hash\tsmall" for name in order]
    pinned = Primitive("sha256", ROOT / "crypto_hash" / "sha256").checksums()
    verdicts = [verdict_of(outcome, pinned) for outcome in many(top, vm, (), runs)]
    assert [verdict.right for verdict in verdicts] == [name == "right" for name in order]


@for_each(ALL)
def test_a_folder_is_whole(i: Implementation) -> None:
    assert (i.folder / "implementors").read_text().strip()
    assert {"small", "big"} <= set(i.primitive.checksums())
    assert not [f for f in i.folder.glob("*.java") if f.is_symlink()]
    for file in i.folder.glob("*.java"):
        text = file.read_text()
        assert text.startswith("/* SPDX-License-Identifier: CC0-1.0 */\n")
        assert f"package {i.path.replace('/', '.')};" in text
        assert max(map(len, text.splitlines())) <= 100, file


def test_supercop_does_not_see_them() -> None:
    seen = {i.folder for p in primitives(ROOT / "crypto_hash") for i in implementations(p)}
    assert not seen & {i.folder for i in ALL}


@pytest.mark.parametrize(
    "words",
    ["-javaagent:x.jar", "-XX:OnError=x", "--add-modules a @x", "--add-modules", "-cp . Main",
     "--add-modules a -Xbootclasspath/a:x", "--add-exports -agentpath:x"],
)  # fmt: skip
def test_options_name_modules_and_nothing_else(tmp_path: Path, words: str) -> None:
    """Others could start programs, or take the place of ours."""
    one = JavaImplementation(Primitive("sha256", tmp_path), "x", tmp_path)
    (tmp_path / "javaflags").write_text(words)
    assert not one.flags() and one.refused()
    (tmp_path / "javaflags").write_text("--add-modules jdk.incubator.vector\n")
    assert one.flags() and not one.refused()
