"""javac works in the jail of compilers: with bounds, without other people's files and programs."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT
from trying import entered

from shootout.build import jail, programs
from shootout.build.compilers import Compiler
from shootout.java import make, vms
from shootout.java.cell import JavaCell, running
from shootout.java.implementation import JavaImplementation
from shootout.registry.tree import LARGEST, Primitive

RIGHT = (ROOT / "tests" / "faults" / "java" / "right.java").read_text()
PROCESSOR = Path("META-INF/services/javax.annotation.processing.Processor")
NAMES = ("plain", "processor", "argument", "linked", "modular", "large", "old", "last")

with_javac = pytest.mark.skipif(not shutil.which("javac"), reason="no javac")


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with a primitive, and what is made of it beside it."""
    for name in ("MADE", "HARNESS", "SOURCE"):
        monkeypatch.setattr(make, name, tmp_path / "java" / name.lower())
    monkeypatch.setattr(make, "CRYPTO_HASH", tmp_path / "crypto_hash")
    (tmp_path / "crypto_hash" / "sha256").mkdir(parents=True)
    return tmp_path / "crypto_hash" / "sha256"


def implementation(homes: Path, name: str, **files: str) -> JavaImplementation:
    """One that is right, with further files of these names, whose _ are dots."""
    folder = homes / name
    folder.mkdir()
    (folder / "Hash.java").write_text(RIGHT.replace("sha256.right;", f"sha256.{name};"))
    for file, text in files.items():
        (folder / file.replace("_", ".")).write_text(text)
    return JavaImplementation(Primitive("sha256", homes), name, folder)


def status(one: JavaImplementation) -> str:
    return (make.folder(one) / "status").read_text().strip()


@with_javac
def test_a_folder_gives_javac_its_sources_and_nothing_else(
    homes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No annotation processor is looked for, no file of words is read, no class is taken that was
    compiled before, and what is wrong with one ends no other."""
    its = {name: implementation(homes, name) for name in NAMES}
    evil = homes.parent.parent / "evil"
    for place in (evil, its["processor"].folder, homes.parent, make.SOURCE):
        (place / PROCESSOR).parent.mkdir(parents=True)
        (place / PROCESSOR).write_text("evil.Processor\n")
    monkeypatch.setenv("CLASSPATH", str(evil))
    (its["argument"].folder / "@words").write_text("-d /nowhere --no-such-option")
    (its["modular"].folder / "module-info.java").write_text("module x { requires no.such; }")
    (its["linked"].folder / "Helper.java").symlink_to("/etc/passwd")
    with (its["large"].folder / "Table.java").open("wb") as table:
        table.truncate(LARGEST + 1)
    uses = RIGHT.replace("sha256.right;", "sha256.old;").replace("return 32", "return Old.BYTES")
    (its["old"].folder / "Hash.java").write_text(uses)
    (its["old"].folder / "Old.class").write_bytes(b"\xca\xfe\xba\xbe\0\0\0\x34")
    steps: list[None] = []
    made = make.build([*its.values()], vms.compiler_here(), [], 1, lambda: steps.append(None))
    assert len(steps) == len(its) and made == len(its) - 2
    wrong = {"linked": "leads out of crypto_hash", "large": "too large", "old": "Old"}
    for name, one in its.items():
        log = (make.folder(one) / "log").read_text()
        assert (status(one) == "0") == (name not in wrong), log
        assert wrong.get(name, "") in log and "root:" not in log
        assert bool(programs.failure(JavaCell(one, None))) == (name in wrong)  # type: ignore[arg-type]
    compiled = {f.name for f in make.folder(its["plain"]).rglob("*.class")}
    assert compiled == {"Hash.class", "Delegate.class"}
    assert make.confinement() in (jail.FILES, jail.SIZES)


@with_javac
def test_it_reads_the_tree_and_writes_what_it_makes(homes: Path) -> None:
    own = homes.parent.parent / "own"
    own.write_text("a file of the user's\n")
    (homes / "source").write_text("a source\n")
    make.harness(vms.compiler_here())
    order = make._order(vms.compiler_here(), make.MADE)
    make.MADE.mkdir()
    runs = partial(entered, order)
    assert runs("cat", str(homes / "source"))
    assert runs("cat", str(ROOT / "java" / "digest" / "BlockDigest.java"))
    assert not runs("cat", str(own)) and not runs("cat", "/etc/passwd")
    assert runs("sh", "-c", f"echo x > '{make.MADE}/new'")
    for place in (homes, make.HARNESS, homes.parent.parent):
        assert not runs("sh", "-c", f"echo x > '{place}/new'")


@with_javac
def test_no_class_takes_the_place_of_the_harness(homes: Path) -> None:
    make.harness(vms.compiler_here())
    forged = homes.parent.parent / "forged" / "shootout"
    forged.mkdir(parents=True)
    (forged / "Try.class").write_text("forged")
    vm = vms.probe(("java", "-XX:+UseSerialGC"), "java")
    assert isinstance(vm, Compiler), vm.reason
    command = running(vm, [], [forged.parent], "Try")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith("usage: Try"), done.stderr


@pytest.mark.parametrize(
    ("script", "done", "status", "said"),
    [
        ("echo jail files; echo made; echo made", 2, "1", ""),
        ("echo made; echo odd; echo maderight; exit 3", 1, "1", "odd\nmaderight"),
        ("echo made; kill -KILL $$", 1, "1", ""),
        ("echo odd; echo made; sleep 60", 1, "124", "odd"),
        ("ulimit -S -t 1; while :; do :; done", 0, "152", ""),
        ("printf made", 0, "1", "made"),
        ("yes | head -c 9999999; echo; echo made", 1, "1", "y"),
    ],
)
def test_the_end_of_a_vm_is_told(
    script: str, done: int, status: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it compiled before counts; it may take so long for each, and say what it likes."""
    monkeypatch.setattr(make, "SECONDS", 2 if "sleep" in script else 60)
    found = make.many(["sh", "-c", script], tmp_path, lambda: None)
    assert found[:2] == (done, status)
    assert said in found[2] and len(found[2]) <= 2 * make.SHOWN
