"""Each file of faults/ goes wrong in one way; one real run must name them all and harm nobody."""

from __future__ import annotations

import getpass
import platform
import re
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT, Shared, copy_of, do, pinned

from shootout.common.named import escaped
from shootout.registry.tree import LARGEST
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.stats import papers

HOMES = (ROOT / "tests" / "faults", ROOT / "tests" / "hostile" / "cheats")
SOURCES = {f.stem: f for home in HOMES for f in home.glob("*.c")}
FAULTS = sorted(SOURCES)
HOME = "sha256"
NAMES = (
    "$(shell touch left-behind).c", "`touch left-behind`.c", '";touch left-behind;".c', "a b.c",
    "x\ny.c", "#.c", "$$.s", "crypto_hash.h.gch", "-ezz.c", "-o.c",
)  # fmt: skip
FOLDERS = (
    "$(shell touch left-behind)", '";touch left-behind;"', "a b", "x\ny", "opt64+ref", "\x1b[1m",
)  # fmt: skip
LINKED = {"secret.h": "/etc/passwd", "api.h": "/proc/self/environ", "up.inc": "../../../up.inc"}
LOST = {"lost": "nowhere.c", "circle": "circle.c", "chain": "lost.c"}  # links to no file
CALLS = (ROOT / "measure" / "jail" / "calls.inc").read_text()
TOKEN = "s3cr3t-token-0123456789"


class Ran(NamedTuple):
    output: str
    status: int
    home: Path


@pytest.fixture(scope="module")
def ran(shared: Shared, compiler: str) -> Ran:
    """One ./do over all faults beside two right implementations."""
    home = shared.folder("faults")
    output, status = shared.data("faulty-run", lambda: run(home, compiler))
    return Ran(output, status, home)


def run(home: Path, compiler: str) -> tuple[str, int]:
    """What ./do says, and its exit status."""
    tree = home / "crypto_hash"
    pinned(HOME, tree / HOME)
    copy_of(f"{HOME}/ref", tree / HOME / "ref")
    copy_of(f"{HOME}/opt64", tree / HOME / "opt64")
    for fault in FAULTS:
        folder = tree / HOME / fault
        base = "opt64" if SOURCES[fault].parent == HOMES[1] else "ref"  # which compiles sooner
        copy_of(f"{HOME}/{base}", folder, {"int crypto_hash(": "int right("})
        for file in (SOURCES[fault], HOMES[0] / "fault.h"):
            (folder / file.name).write_text(file.read_text())
    for number, name in enumerate(NAMES):
        copy_of(f"{HOME}/opt64", tree / HOME / f"named{number}")
        (tree / HOME / f"named{number}" / name).write_text("")
    for number, (name, target) in enumerate(LINKED.items()):
        folder = tree / HOME / f"linked{number}"
        copy_of(f"{HOME}/opt64", folder)
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
        (folder / "hash.c").write_text(f'#include "{name}"\n')
    for name, own in LOST.items():
        copy_of(f"{HOME}/opt64", tree / HOME / name)
        for link, target in {"lost": LOST["lost"], name: own}.items():
            (tree / HOME / name / f"{link}.c").symlink_to(target)
    (home / "up.inc").write_text("a file of the user's\n")
    copy_of(f"{HOME}/opt64", tree / HOME / "large")
    with (tree / HOME / "large" / "table.h").open("wb") as large:
        large.truncate(LARGEST + 1)
    for name in FOLDERS:
        copy_of(f"{HOME}/opt64", tree / HOME / name)
    done = do(
        "run", "--quick", "--compilers", compiler, "--timeout", "3", home=home, tree=tree,
        MY_TOKEN=TOKEN, LD_LIBRARY_PATH=str(home / "libraries"),
    )  # fmt: skip
    return done.stdout + done.stderr, done.returncode


def jail(home: Path) -> str:
    """What kept the faults from harm, by the facts of their run."""
    return next(text for key, text in facts(home).items() if key.startswith("jail-"))


def facts(home: Path) -> Mapping[str, str]:
    (file,) = (home / "data").glob("*.tar.gz")
    return read(file).facts


def compiled(home: Path, fault: str) -> bool:
    """Whether there is no jail here that keeps a fault from being compiled."""
    needed = re.search(r"compiling: (.*) \*/", source(fault))
    return bool(needed) and facts(home)["compiling"] != needed.group(1)


def source(fault: str) -> str:
    return SOURCES[fault].read_text()


def told(output: str, fault: str) -> str:
    """The cause and the place that the summary gives for a fault."""
    cause = ""
    for line in output.splitlines():
        if line.startswith(("failed: ", "failed while timed: ")):
            cause = line.replace("failed while ", "").replace("failed: ", "")
        elif re.search(rf"(?:^|, ) *{HOME}/{fault} ", line):
            return f"{cause} | {line.strip()}"
    return ""


@pytest.mark.parametrize("fault", FAULTS)
def test_is_caught_and_named(ran: Ran, fault: str) -> None:
    expected = re.search(r"expect: (.*) \*/", source(fault))
    assert expected
    if expected.group(1).startswith("flag "):
        (file,) = (ran.home / "data").glob("*.tar.gz")
        word = expected.group(1)[5:]
        flagged = [
            f"{a.implementation} {a.detail}" for a in read(file).attempts if a.word == "tryflag"
        ]
        assert any(f.startswith(f"{fault} {word} ") for f in flagged), flagged
        assert not told(ran.output, fault)
        return
    if expected.group(1) == "right":
        assert not told(ran.output, fault), ran.output
        return
    if compiled(ran.home, fault):
        pytest.skip("this system does not keep compilers from files")
    cause = expected.group(1).removeprefix("timed: ")
    if (cause in CALLS or "makes system call" in cause) and "seccomp" not in jail(ran.home):
        pytest.skip("this system does not filter system calls")
    assert told(ran.output, fault).startswith(expected.group(1)), ran.output
    place = re.search(r"where: (.*) \*/", source(fault))
    if place:
        assert place.group(1) in told(ran.output, fault)


def test_the_others_are_whole(ran: Ran) -> None:
    (file,) = (ran.home / "data").glob("*.tar.gz")
    timed = {b.implementation for b in read(file).blocks if b.timings}
    assert {"ref", "opt64"} <= timed
    harmless = {f for f in FAULTS if re.search(r"expect: (flag|right)", source(f))}
    assert {"reads-behind", "reads-before", "refuses-long", "prints-at-exit"} <= harmless
    free = {f for f in FAULTS if compiled(ran.home, f)}
    assert timed & set(FAULTS) - free == harmless


def gains(ran: Ran, name: str, *words: str) -> Mapping[str, float]:
    """Ticks of a fault over those of opt64, of each length, timed in turn; the least of seven of
    each, for others may disturb one."""
    build, least = ran.home / "build", dict[tuple[str, str], int]()
    base = re.findall(r"BASE = (\S+)", (build / "cells.mk").read_text())[0]
    warden = build / base / "warden"
    for each in 7 * ("opt64", name):
        (path,) = build.glob(f"cells/*/{HOME}/{each}/*/measure")
        done = subprocess.run(
            [warden, "60", "512", "-", "", path, *words], capture_output=True, text=True, timeout=60
        )  # fmt: skip
        for _, mlen, middle, *_ in re.findall(r"^(cycles) (\d+) (\d+)", done.stdout, re.MULTILINE):
            least[each, mlen] = min(int(middle), least.get((each, mlen), int(middle)))
    return {mlen: least[name, mlen] / least["opt64", mlen] for each, mlen in least if each == name}


@pytest.mark.parametrize("name", ["remembers-the-last", "remembers-many", "remembers-short-ones"])
def test_who_remembers_messages_gains_nothing(ran: Ran, name: str) -> None:
    (file,) = (ran.home / "data").glob("*.tar.gz")
    block = next(b for b in read(file).blocks if b.implementation == name)
    words = [block.counter, "30", str(block.persecond // 5000), "15", "0", "60", "0", "0"]
    its = gains(ran, name, *words, *map(str, papers(HOME)))
    assert len(its) == len(papers(HOME))
    assert min(its.values()) > 0.9, its


def test_nor_where_a_counter_is_so_slow_that_a_sample_has_many_calls(ran: Ran) -> None:
    """Of 64 bytes, on a counter whose step is 10 us, as if it had 100 kHz."""
    its = gains(ran, "remembers-many", "monotonic", "10000", "1e7", "15", "0", "0", "0", "0", "64")
    assert its["64"] > 0.9


def test_who_works_ahead_within_the_timing_is_doubted(ran: Ran) -> None:
    """It knows the harness: its first call does the work of all, which one sample shows."""
    (file,) = (ran.home / "data").glob("*.tar.gz")
    (row,) = (r for r in rows_of(read(file).blocks) if r.implementation == "works-ahead")
    doubts = [row.figures[mlen].doubts for mlen in (8, 64, 576)]
    assert all(doubts) and "uneven" in {*sum(doubts, ())}, doubts  # or disturbed


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_a_file_has_a_name_that_is_none(ran: Ran, number: int) -> None:
    assert told(ran.output, f"named{number}").startswith("does not compile")
    assert f": {escaped(NAMES[number])}: " in ran.output


@pytest.mark.parametrize("number", range(len(LINKED)))
def test_a_link_leads_out_of_the_tree(ran: Ran, number: int) -> None:
    """The compiler would say what is wrong with the lines of that file."""
    assert told(ran.output, f"linked{number}").startswith("does not compile")
    assert f": {[*LINKED][number]}: a link that leads out of crypto_hash" in ran.output
    stages = ran.home / "build" / "stage" / HOME
    staged = b"".join(f.read_bytes() for f in (stages / f"linked{number}").iterdir())
    assert not re.search(rb"root:|PATH=|the user's", staged)


@pytest.mark.parametrize("name", LOST)
def test_a_link_leads_nowhere(ran: Ran, name: str) -> None:
    """Whoever has it is left out by name, and the run goes on."""
    assert told(ran.output, name).startswith("does not compile")
    assert f": {name}.c: a link that leads nowhere" in ran.output


def test_a_file_is_larger_than_any_source(ran: Ran) -> None:
    assert told(ran.output, "large").startswith("does not compile")
    assert ": table.h: too large for a source" in ran.output


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_has_a_name_that_is_none(ran: Ran, name: str) -> None:
    assert f"left out: {HOME}/{escaped(name)}: " in ran.output


def test_nobody_learns_whose_machine_it_is(ran: Ran) -> None:
    """Neither who reads the file, nor code that looks around in the jail and prints it."""
    (file,) = (ran.home / "data").glob("*.tar.gz")
    private = {TOKEN, platform.node(), getpass.getuser(), str(ran.home), str(Path.home())}
    with tarfile.open(file) as tar:
        for member in tar:
            content = tar.extractfile(member)
            assert content
            text = content.read().decode()
            for word in private - {"root", "localhost"}:
                assert not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text), (member, word)
    if "seccomp" in jail(ran.home):
        assert "localhost 6.0 Permission denied [] []" in ran.output


def test_the_exit_status_says_so(ran: Ran) -> None:
    assert ran.status == 1


def test_nothing_was_left_behind(ran: Ran) -> None:
    assert not list(ROOT.rglob("left-behind")) and not list(ran.home.rglob("left-behind"))
