"""Output of timed code is looked at before it is believed; the jail ends with its warden."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT, copy_of
from test_policy import row
from trying import Trying, entered, need, need_compiler

from shootout.build import jail
from shootout.build.answers import ROUNDS, Answers
from shootout.build.compilers import Compiler, Refused, probe
from shootout.build.constanttime import understood
from shootout.build.printed import Answer, BadLine, asked, understand
from shootout.common.process import Outcome
from shootout.ranking.rows import shown
from shootout.registry.tree import Implementation, Primitive
from shootout.results.reader import read
from shootout.run.measurements import unusable

LENGTHS = (64, 1536)
GOOD = """pace 5.985
clock 1.42153
calls 64 2
cycles 64 1154 +35+21-3+0
flag 64 shared 0.913
cycles 1536 13836 -8-28+38
answer 64 18446744073709551615 32 ea5f
answer 1536 7 16 00ff
"""


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_what_a_harness_prints_is_understood() -> None:
    found = understand(words(GOOD), {64, 1536})
    assert found.lengths == {64, 1536}
    assert found.answers == (
        Answer(64, "64 18446744073709551615 32", "ea5f"),
        Answer(1536, "1536 7 16", "00ff"),
    )
    assert list(found.lines) == GOOD.splitlines()[:6]


def test_lengths_of_a_task() -> None:
    assert asked(("8", "64:100:12")) == {8, 64, 76, 88, 100}


@pytest.mark.parametrize(
    "line",
    [
        "clock 1e400", "clock nan", "clock 0", "clock -1", "clock 1.5 2", "clock 100000.5",
        "cycles 64 5 +0", "cycles 8 5 +0", "cycles 1536 5", "cycles 1536 -5 +0",
        "cycles 1536 5 +0 +1", "cycles 1536 " + 400 * "9" + " +0", "cycles 1536 5 0",
        "cycles 1536 5 " + 256 * "+1", "cycles ١٥٣٦ 5 +0",
        "implementation crypto_hash/sha256/ref -", "took 1 2", "sum 3 00000000", "round 7",
        "flag - stolen 5", "flag 64 broken", "flag 64 shared 0.9\tclock", "answer 64 2 3 xy",
        "answer 8 1 2 ea5f", "answer 1536 7 16 00ff", "answer 64 -1 2 ea5f",
        "outside 64 2 3", "checksum big 00", "done", "same a b", "calls 64 0", "pace inf",
    ],
)  # fmt: skip
def test_a_bad_line_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        understand(words(GOOD.replace("answer 64", f"{line}\nanswer 64")), {64, 1536})


def test_messages_differ_from_round_to_round_and_from_run_to_run() -> None:
    one, other = Answers([]), Answers([])
    first = [one.secret("sha256", number, fresh=False) for number in range(1, ROUNDS + 1)]
    assert len({*first}) == ROUNDS
    # Witnesses are asked once for all processes of a round.
    assert first == [one.secret("sha256", number, fresh=False) for number in range(1, ROUNDS + 1)]
    assert one.secret("sha256", 1, fresh=True) not in first
    assert not {*first} & {other.secret("sha256", n, fresh=False) for n in range(1, ROUNDS + 1)}


def program(quick_run: Path, name: str) -> list[str]:
    """The command that runs a program of a real run in its jail, as far as the program."""
    build = quick_run.parents[1] / "build"
    (path,) = build.glob(f"cells/*/sha256/ref/*/{name}")
    (warden,) = build.glob("base/*/warden")
    return [str(warden), "60", "512", "secret", "", str(path)]


def lines_of(command: list[str], *words: str) -> list[list[str]]:
    ran = subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)
    found = [line.split() for line in ran.stdout.splitlines()]
    assert found.pop() == ["done"], ran
    return found


ORDER = ["monotonic", "100", "200000", "5", "0", "0", "0", "0"]


def test_what_was_timed_is_made_again_in_the_same_words(quick_run: Path) -> None:
    """Each length has another start, and `try` has the answers."""
    lengths = [0, 1, 7, 64, 1536, 70000]
    timed = lines_of(program(quick_run, "measure"), *ORDER, *map(str, lengths))
    answers = [words for words in timed if words[0] == "answer"]
    assert [int(words[1]) for words in answers] == lengths
    assert len({words[2] for words in answers}) == len(lengths)
    asked = [":".join(words[1:4]) for words in answers]
    assert lines_of(program(quick_run, "try"), "0", "0", "answer", *asked) == answers
    # One call fewer, or another start, is another answer.
    mlen, start, calls = map(int, answers[3][1:4])
    for other in (f"{mlen}:{start}:{calls - 1}", f"{mlen}:{start ^ 1}:{calls}"):
        (again,) = lines_of(program(quick_run, "try"), "0", "0", "answer", other)
        assert again[4] != answers[3][4]


def test_a_secret_decides_what_is_drawn_and_is_wiped(quick_run: Path) -> None:
    command = program(quick_run, "measure")
    starts = []
    for secret in ("one", "one", "other"):
        command[3] = secret
        timed = lines_of(command, *ORDER, "64", "576")
        starts.append([words[2] for words in timed if words[0] == "answer"])
    assert starts[0] == starts[1] and not {*starts[0]} & {*starts[2]}
    command[3] = "a-secret-of-some-length"
    with subprocess.Popen([*command, *ORDER, "0:4096:1"], stdout=subprocess.DEVNULL) as warden:
        seen = Path(f"/proc/{warden.pid}/cmdline")
        while warden.poll() is None and b"measure" not in seen.read_bytes():
            time.sleep(0.001)  # before it has become the warden
        time.sleep(0.05)
        assert b"a-secret" not in seen.read_bytes()
        warden.kill()


class Said(NamedTuple):
    """In place of a cell: what it answers."""

    implementation: str
    digest: str
    primitive: str = "sha256"


class Talk(Answers):
    """Answers of cells that are made up."""

    def ask(self, witness: Said, answers: Sequence[Answer]) -> list[str]:  # type: ignore[override]
        return [witness.digest for _ in answers]


class Named(NamedTuple):
    name: str


def said(name: str, digest: str) -> Said:
    return Said(Named(name), digest)  # type: ignore[arg-type]


RIGHT, WRONG = "00" * 32, "11" * 32


@pytest.mark.parametrize(
    ("own", "others", "accused"),
    [
        (RIGHT, [("ref", RIGHT), ("opt64", WRONG)], False),
        (WRONG, [("ref", RIGHT), ("opt64", WRONG)], True),
        (WRONG, [("opt64", RIGHT)], True),
        # Nothing but a witness that lies: the cell's own program, which was verified, agrees.
        (RIGHT, [("evil", WRONG)], False),
        (RIGHT, [], False),
    ],
)
def test_ref_decides_and_without_it_nobody_is_called_wrong_by_one_voice(
    own: str, others: list[tuple[str, str]], accused: bool
) -> None:
    mine = said("mine", RIGHT)
    talk = Talk([mine, *(said(*other) for other in others)])  # type: ignore[list-item]
    found = talk.wrong(mine, [Answer(64, "64 1 16", own)])  # type: ignore[arg-type]
    assert found == ("wrong digest of another message, 64 bytes" if accused else "")


def disturbed(chance: random.Random) -> str:
    """What an honest process prints on a machine that interrupts it, throttles it, freezes it or
    takes 50 us to switch: times are as they come, digests are right."""
    lines = []
    clock = chance.choice([1.4, 1500 / 54, 600 / 54])  # core cycles per tick
    for mlen in (8, 64, 576, 1536, 2048, 4096):
        clock *= chance.choice([1, 1, 1, 1, 0.4, 2.5])
        calls = chance.choice([1, 2, 500])
        samples = [abs(chance.gauss(10 * mlen, mlen)) / clock for _ in range(15)]
        for each in range(15):
            if chance.random() < 0.1:  # interrupts, switches, a frozen machine
                samples[each] += chance.choice([5e3, 2e5, 4e10]) / calls
        lines += [f"pace {6 * chance.random():.3f}", f"clock {clock:.5f}"]
        lines += [f"calls {mlen} {calls}"] * (calls > 1)
        middle = round(sorted(samples)[7])
        apart = "".join(f"{round(each) - middle:+d}" for each in samples)
        lines.append(f"cycles {mlen} {middle} {apart}")
        if chance.random() < 0.5:
            lines.append(f"flag {mlen} switched 3")
        lines.append(f"answer {mlen} {chance.getrandbits(64)} {16 * calls} {RIGHT}")
    return "\n".join(lines)


def test_honest_processes_are_never_accused_however_the_machine_treats_them() -> None:
    """PROCESSES=100000 tries that many."""
    chance = random.Random(34)
    mine, ref = said("mine", RIGHT), said("ref", RIGHT)
    talk = Talk([mine, ref])  # type: ignore[list-item]
    lengths = {8, 64, 576, 1536, 2048, 4096}
    for _ in range(int(os.environ.get("PROCESSES", "2000"))):
        printed = understand(words(disturbed(chance)), lengths)
        assert printed.lengths == lengths
        assert not talk.wrong(mine, printed.answers)  # type: ignore[arg-type]


def test_who_is_loaded_reads_libraries_alone(quick_run: Path, tmp_path: Path) -> None:
    """While it is loaded code has the longer list of system calls, as `cat` has here for ever."""
    warden = program(quick_run, "try")[0]
    probed = subprocess.run([warden, "probe"], capture_output=True, text=True)
    if "files" not in probed.stdout.split():
        pytest.skip("this system has no rules about files")
    (tmp_path / "key").write_text("a key of the user's\n")
    for folders, seen in (("", "jailed: "), (f"/no:{tmp_path}", "a key of the user's")):
        words = ["5", "0", "-", folders, shutil.which("cat") or "cat", str(tmp_path / "key")]
        done = subprocess.run([warden, *words], capture_output=True, text=True, timeout=60)
        said, fails = done.stdout.splitlines()
        assert said.startswith("printed ") and seen in said and fails.startswith("fails start 0 ")
        assert re.search(r" prints \d+ bytes$", fails)


def test_a_prisoner_does_not_outlive_its_warden(quick_run: Path) -> None:
    command = [*program(quick_run, "try"), "0", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as warden:
        children = Path(f"/proc/{warden.pid}/task/{warden.pid}/children")
        if not children.exists():
            pytest.skip("this system does not tell the children of a process")
        child = ""
        while not child and warden.poll() is None:
            child = children.read_text().strip()
        assert child
        os.kill(warden.pid, signal.SIGKILL)
        warden.wait()
    end = time.monotonic() + 10
    status = Path(f"/proc/{child}/stat")
    while status.exists() and " Z " not in status.read_text() and time.monotonic() < end:
        time.sleep(0.01)
    assert time.monotonic() < end


@pytest.mark.parametrize(
    "fault", ["installs-a-handler", "sets-an-alarm", "blocks-signals", "changes-a-limit"]
)
def test_settings_are_compared_where_nothing_filters_calls(fault: str, tmp_path: Path) -> None:
    """Under qemu-user, which has no filter and does what the code asks for."""
    need("qemu-arm")
    need_compiler("arm-linux-gnueabi-gcc", "-static")
    home = tmp_path / "sha256" / fault
    copy_of("sha256/opt32", home, {"int crypto_hash(": "int right("})
    for name in (f"{fault}.c", "fault.h"):
        (home / name).write_text((ROOT / "tests" / "faults" / name).read_text())
    trying = Trying(["arm-linux-gnueabi-gcc", "-O1", "-static"], tmp_path / "made")
    program = trying.build(Implementation(Primitive("sha256", tmp_path), fault, home))
    ran = subprocess.run(
        ["qemu-arm", str(program), "0", "0", "small"], capture_output=True, text=True, timeout=60
    )
    cause = (home / f"{fault}.c").read_text().partition("expect: ")[2].partition(" */")[0]
    assert ran.returncode == 111
    assert ran.stdout.startswith("fails small") and ran.stdout.endswith(f"{cause}\n")


def test_the_file_tells_of_the_jail(quick_run: Path) -> None:
    facts = read(quick_run, curves=False).facts
    (found,) = (text for key, text in facts.items() if key.startswith("jail-"))
    assert found.split()[0] in ("seccomp", "files") or found.startswith("none: ")


def test_no_figure_below_its_floor_is_a_record() -> None:
    rows = [row("ref", {1536: 9.0, 4096: 8.5}), row("avx2", {1536: 9.0, 4096: 0.06})]
    assert [r.implementation for r in shown(rows)] == ["ref"]


def test_no_slope_below_the_floor_is_a_record() -> None:
    rows = [row("ref", {4096: 0.55, "long": 0.52}), row("opt64", {4096: 0.51, "long": 0.4})]
    assert [[*r.figures.medians] for r in shown(rows)] == [[4096, "long"], [4096]]


def test_a_line_that_stops_the_reader_is_found_in_the_journal() -> None:
    head = "20261122 box amd64 20261122 crypto_hash sha256"
    block = [
        f"{head} implementation crypto_hash/sha256/ref -", f"{head} outputbytes 32",
        f"{head} cpuid x", f"{head} cpucycles_persecond 1000000000",
        f"{head} cpucycles_implementation x86-tsc", f"{head} compiler gcc 12", f"{head} round 1",
        f"{head} clock 1.5", f"{head} cycles 64 1000 +0+0+0",
    ]  # fmt: skip
    bad = [*block[:7], f"{head} clock 1e400", *block[8:]]
    assert unusable({"six 1 good": block, "six 1 bad": bad}) == {"six 1 bad"}


def test_compilers_read_nothing_of_a_user_and_write_to_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, build = tmp_path / "home", tmp_path / "build"
    for folder in ("bin", "tools/bin", ".local/bin", ".local/lib", ".local/share"):
        (home / folder).mkdir(parents=True)
        (home / folder / "file").touch()
    build.mkdir()
    for file in (home / "secret", home / "bin" / "cc", home / "tools" / "header", build / "a.c"):
        file.write_text("x\n")
    monkeypatch.setenv("HOME", str(home))
    own = ":".join(f"{home}/{folder}/bin" for folder in (".", "tools", ".local"))
    monkeypatch.setenv("PATH", f"{own}:{os.environ['PATH']}")
    order = jail.order([("cc", f"-I{home}", "-I.", f"--sysroot={home}/tools")], [], build)
    runs = partial(entered, order)
    assert runs("cat", str(home / "bin" / "cc"))
    assert runs("cat", str(home / "tools" / "header")) and runs("cat", str(build / "a.c"))
    assert not runs("cat", str(home / "secret")) and not runs("cat", "/etc/passwd")
    assert runs("cat", f"{home}/.local/lib/file") and runs("cat", f"{home}/.local/bin/file")
    assert not runs("cat", f"{home}/.local/share/file")
    assert not runs("ls", str(home)) and not runs("ls", str(tmp_path))
    assert runs("sh", "-c", f"echo x > '{build}/b'") and (build / "b").is_file()
    for place in (home, home / "tools", tmp_path):
        assert not runs("sh", "-c", f"echo x > '{place}/new'") and not (place / "new").exists()
    assert not runs("sh", "-c", f"head -c 99999999 /dev/zero > '{build}/large'")


def test_compilers_have_limits_where_there_are_no_rules_about_files(tmp_path: Path) -> None:
    words = (*jail.entering(jail.limits()), "sh", "-c", "ulimit -v; ulimit -f; ulimit -t")
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    said, memory, _, seconds = done.stdout.split("\n")[:4]
    assert (said, seconds) == ("jail limits", str(jail.SECONDS))
    assert memory in (str(jail.MEMORY >> 10), "unlimited")


@pytest.mark.parametrize("needs", [False, True])
def test_a_probe_is_jailed(
    needs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    """A compiler that reads and writes where it likes does not do so when it is tried; one that
    has to is tried once more, and told by its name where it still fails."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "own").write_text("a file of the user's\n")
    script = tmp_path / "bin" / "odd-cc"
    takes = f"cat '{tmp_path}/own' >> '{tmp_path}/taken'"
    then = "|| exit 1" if needs else ""
    real = shutil.which("gcc") or shutil.which("clang")
    script.write_text(f'#!/bin/sh\n{{ {takes}; }} 2> /dev/null {then}\nexec {real} "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    made = tmp_path / "build"
    found = probe(("odd-cc", "-O1"), "c", made)
    assert isinstance(found, Compiler), found.reason
    assert entered(jail.order([("odd-cc",)], [], made), "true")
    taken = tmp_path / "taken"
    assert taken.exists() == needs
    script.write_text("#!/no/such/shell\n")
    failed = probe(("odd-cc", "-O2"), "c", made)
    assert isinstance(failed, Refused) and failed.reason.startswith("does not compile: ")
    assert "Traceback" not in failed.reason


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("branch 8 0x1f", "8:0x1f"), ("branch 8 a\x1b[31m b", "8:a?[31m?b"),
        ("branch 200 " + "f" * 9999, "200:" + "f" * 200),
        ("branch x 0x1f", ""), ("branch 8", ""), ("traced 1e9", ""), ("traced " + "9" * 5000, ""),
        ("index -1 f", ""),
    ],
)  # fmt: skip
def test_a_trace_is_looked_at_before_it_is_believed(line: str, found: str) -> None:
    """A name that hides a leak does not do so; what is no line of a trace is no trace."""
    trace = understood(Outcome(0, ""), words(f"traced 99\n{line}"))
    assert (trace.branch, bool(trace.instructions)) == (found, bool(found))
    assert found or trace.why.startswith("prints a bad line of ")


@pytest.mark.parametrize("number", ["9" * 50, "x", "-1", ""])
def test_a_witness_that_prints_nonsense_has_no_answer(number: str) -> None:
    class Witness:
        def trying(self, seconds: int, *words: str) -> list[str]:
            return ["echo", f"answer 64 {number} 16 aa"]

    asked = [Answer(64, "64 7 16", "aa")]
    assert Answers(()).ask(Witness(), asked) == [""]  # type: ignore[arg-type]
