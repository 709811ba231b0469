"""Java as one more language: real runs, real faults, and a machine without javac."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Shared, copy_of, do, pinned
from test_driver import path_without

from shootout.build.compilers import Compiler, Refused, commands
from shootout.java import vms
from shootout.results.reader import read

HOME = "sha256"
SOURCES = {f.stem: f for f in sorted((ROOT / "tests" / "faults" / "java").glob("*.java"))}
VM = "^java -XX:.UseSerialGC$"
DRIVES = "\x1b[2J\tclass Hash {}\n"
WORDS = ("run", "--quick", "--plain", "--machine", "testbox", "--timeout", "3")

with_javac = pytest.mark.skipif(not shutil.which("javac"), reason="no javac")


def expected(name: str) -> str:
    found = re.search(r"expect: (.*) \*/", SOURCES[name].read_text())
    assert found
    return found[1]


def tree_of(home: Path, *names: str) -> Path:
    """A crypto_hash with a C implementation and these Java ones."""
    tree = home / "crypto_hash"
    pinned(HOME, tree / HOME)
    copy_of(f"{HOME}/opt64", tree / HOME / "opt64")
    for name in names:
        (tree / HOME / name).mkdir()
        shutil.copy(SOURCES[name], tree / HOME / name / "Hash.java")
    return tree


@pytest.fixture(scope="module")
def ran(shared: Shared, compiler: str) -> tuple[str, Path]:
    """The output of one ./do over all faults, and its folder."""
    home = shared.folder("java-faults")

    def run() -> str:
        tree = tree_of(home, *SOURCES)
        (tree / HOME / "drives").mkdir()
        (tree / HOME / "drives" / "Hash.java").write_text(DRIVES)
        done = do(*WORDS, "--compilers", f"{compiler}|{VM}", home=home, tree=tree)
        assert done.returncode == 1, done.stderr
        return done.stdout + done.stderr

    return shared.data("java-faulty-run", run), home


@with_javac
@pytest.mark.parametrize("name", [name for name in SOURCES if expected(name) != "right"])
def test_a_fault_is_named(ran: tuple[str, Path], name: str) -> None:
    cause = ""
    for line in ran[0].splitlines():
        if line.startswith("failed: "):
            cause = line
        elif line.strip().startswith(f"{HOME}/{name} (jvm64)"):
            assert expected(name) in cause
            return
    pytest.fail(f"{name} is not among the failures:\n{ran[0]}")


@with_javac
def test_a_source_does_not_drive_the_terminal(ran: tuple[str, Path]) -> None:
    """javac shows the line with an error as it is."""
    assert "    \\x1b[2J" in ran[0]
    assert all(line.isprintable() for line in ran[0].split("\n"))


@with_javac
def test_what_is_right_is_timed_beside_c(ran: tuple[str, Path]) -> None:
    (file,) = (ran[1] / "data").glob("*.tar.gz")
    result = read(file)
    timed = {(b.abi, b.implementation) for b in result.blocks if b.primitive == HOME}
    assert ("jvm64", "right") in timed
    assert any(name == "opt64" for _, name in timed)
    assert {name for _, name in timed} == {"right", "opt64"}
    blocks = [b for b in result.blocks if b.abi == "jvm64"]
    assert {b.counter for b in blocks} == {"java-nanotime"}
    assert all(b.outputbytes == 32 and len(b.timings) == 6 for b in blocks)
    assert do("check", str(file), home=ran[1]).returncode == 0


@with_javac
def test_java_alone_needs_no_c_implementation_and_what_is_there_is_kept(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, "right")
    words = (*WORDS, "--compilers", VM, "sha256/right")
    done = do(*words, home=tmp_path, tree=tree)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^sha256 +right +java ", done.stdout, re.M)
    again = do(*words, home=tmp_path, tree=tree)
    assert "Java: 1 of 1 implementations are compiled already" in again.stderr
    source = tree / HOME / "right" / "Hash.java"
    source.write_text(source.read_text().replace("return 32;", "return 31;"))
    changed = do(*words, home=tmp_path, tree=tree)
    assert "compiled already" not in changed.stderr
    assert "has a digest of other length than getDigestLength says" in changed.stdout


@with_javac
def test_the_list_has_java(tmp_path: Path) -> None:
    done = do("list", "sha256/right", home=tmp_path, tree=tree_of(tmp_path, "right"))
    assert re.search(r"^    right +.*jvm64", done.stdout, re.M)
    assert re.search(r"^    jvm64 +java -XX:\+UseSerialGC  \[", done.stdout, re.M)


def test_without_javac_c_goes_on(tmp_path: Path, compiler: str) -> None:
    tree = tree_of(tmp_path, "right")
    path = path_without(tmp_path / "bin", "javac")
    done = do(*WORDS, "--compilers", compiler, home=tmp_path, tree=tree, PATH=path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Java is left out: no javac") == 1
    listed = do("list", home=tmp_path, tree=tree, PATH=path)
    assert re.search(r"^    right +not here: no javac", listed.stdout, re.M)


def test_java_is_here_and_not_on_a_board(tmp_path: Path, compiler: str) -> None:
    tree = tree_of(tmp_path, "right")
    done = do("list", home=tmp_path, tree=tree, DEVICE="env")
    assert "Java is left out: $DEVICE" in done.stdout


def test_a_vm_that_does_not_start_is_told(tmp_path: Path) -> None:
    lines = tmp_path / "java"
    lines.write_text("java99 -server\njava -XX:+NoSuchOption\njava --x=build/nosuch\n")
    good, bad = vms.available(lines)
    reasons = [r.reason for r in bad]
    assert not good
    assert reasons[0] == "not installed"
    assert reasons[1] == "not installed" or "NoSuchOption" in reasons[1]
    assert reasons[2] in ("not installed", "no build/nosuch here")


@pytest.mark.parametrize("release", ["17", "25"])
def test_graal_is_the_compiler(release: str) -> None:
    lines = commands(ROOT / "okcompilers" / "java")
    line = next(c for c in lines if vms.GRAAL in c and c[0] == f"java{release}")
    vm = vms.probe(line, "java")
    if isinstance(vm, Refused) and re.fullmatch("not installed|no build/.* here", vm.reason):
        pytest.skip(f"{line[0]} with Graal: {vm.reason} (scripts/get-graal)")
    assert isinstance(vm, Compiler), vm.reason
    telling = [f"-D{prefix}graal.ShowConfiguration=info" for prefix in ("", "jdk.")]
    said = subprocess.run([*vm.runner, *telling, "-version"], capture_output=True, text=True)
    assert re.search("[Uu]sing .*ompiler.* (provided by|loaded from)", said.stdout + said.stderr)


def test_the_32_bit_vm_is_skipped_where_it_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    script = Path(shutil.copy(ROOT / "scripts" / "get-jvm32", tmp_path / "scripts"))
    environment = {"PATH": path_without(tmp_path / "bin", "apt-get")}
    ran = subprocess.run([str(script)], env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(r"skipped: .*\n", ran.stdout)
