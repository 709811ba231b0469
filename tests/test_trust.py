"""Output of timed code is looked at before it is believed; the jail ends with its warden."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT, copy_of
from test_policy import row
from trying import Trying, need, need_compiler

from shootout.build import jail
from shootout.build.answers import SEEDS, SLOWER, TICKS, Answers, too_fast
from shootout.build.compilers import Compiler, Refused, probe
from shootout.build.constanttime import understood
from shootout.build.printed import BadLine, Chain, Printed, asked, understand
from shootout.common.process import Outcome
from shootout.ranking.rows import shown
from shootout.registry.tree import Implementation, Primitive
from shootout.results.reader import read
from shootout.run.measurements import unusable

HERTZ = 1_000_000_000  # of the counter that every system has, in nanoseconds
LENGTHS = (64, 1536)
GOOD = """pace 5.985
clock 1.42153
calls 64 2
cycles 64 1154 +35+21-3+0
flag 64 shared 0.913
cycles 1536 13836 -8-28+38
outside 64 512 292717
answer 64 512 1138 732368 ea5f
"""


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_what_a_harness_prints_is_understood() -> None:
    found = understand(words(GOOD), {64, 1536})
    assert found.middles == {64: 1154, 1536: 13836}
    assert found.chains == (Chain(64, 512, 1138, 732368, "ea5f", 292717),)
    assert list(found.lines) == GOOD.splitlines()[:6]
    again = understand(words(GOOD + "\n".join(GOOD.splitlines()[-2:] * 2)), {64, 1536})
    assert [chain.number for chain in again.chains] == [1, 2, 3]  # each has another message


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
        "flag - stolen 5", "flag 64 broken", "flag 64 shared 0.9\tclock", "answer 64 2 3 4 xy",
        "outside 64 2 3", "checksum big 00", "done", "same a b", "calls 64 0", "pace inf",
    ],
)  # fmt: skip
def test_a_bad_line_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        understand(words(GOOD.replace("outside 64", f"{line}\noutside 64")), {64, 1536})


def test_an_answer_belongs_to_its_look() -> None:
    with pytest.raises(BadLine, match="another chain"):
        understand(words(GOOD.replace("outside 64 512", "outside 64 256")), {64, 1536})


def claimed(once: int, middle: int, ticks: int, ns: int) -> str:
    """What is said of timings of 1536 bytes and one chain of 32 calls."""
    chain = Chain(1536, 32, middle, ticks, "", ns)
    return too_fast(Printed((), {1536: once}, (chain,)), HERTZ, exact=False)


def test_times_that_cannot_be_are_told() -> None:
    assert claimed(5000, 5000, 160_000, 160_000) == ""
    limit = round(SLOWER * 5000 + TICKS)
    assert claimed(5000, limit, 32 * limit, 32 * limit) == ""
    assert "had before" in claimed(5000, limit, 32 * limit + 1, 32 * limit)
    # Whoever does the work of all calls in the first one has a middle as it likes.
    assert "had before" in claimed(5000, 1, 32 * limit + 1, 32 * limit)
    assert "clock is wrong" in claimed(5000, 5000, 160_000, 300_000)


@pytest.mark.parametrize(("clock", "slack"), [("1.0", TICKS), ("1.5", TICKS), ("30.0", 22)])
def test_ticks_of_many_cycles_hide_no_message(clock: str, slack: int) -> None:
    """What may be left out of a short message is a number of cycles, not of a slow counter."""
    for more in (0, 1):
        chain = Chain(64, 512, 15, 512 * (15 + slack + more), "", None)
        said = Printed((f"clock {clock}",), {64: 10}, (chain,))
        assert bool(too_fast(said, HERTZ, exact=False)) == bool(more)


def test_the_best_attempt_at_a_chain_counts() -> None:
    slow = Chain(64, 512, 9000, 512 * 9000, "", None)
    printed = Printed((), {64: 1000}, (slow, replace(slow, ticks=512 * 1100), slow))
    assert too_fast(printed, HERTZ, exact=False) == ""
    assert too_fast(replace(printed, chains=(slow,)), HERTZ, exact=False)


def test_messages_differ_from_round_to_round_and_from_run_to_run() -> None:
    one, other = Answers([]), Answers([])
    first = [one.seed("sha256", number, fresh=False) for number in range(1, SEEDS + 1)]
    assert len({*first}) == SEEDS
    # Witnesses are asked about the message of their round.
    assert first == [one.seed("sha256", number, fresh=False) for number in range(1, SEEDS + 1)]
    other_first = [other.seed("sha256", number, fresh=False) for number in range(1, SEEDS + 1)]
    assert not {*first} & {*other_first}
    assert one.seed("sha256", 1, fresh=True) not in first


def program(quick_run: Path, name: str) -> list[str]:
    """The command that runs a program of a real run in its jail, as far as the program."""
    build = quick_run.parents[1] / "build"
    (path,) = build.glob(f"cells/*/sha256/ref/*/{name}")
    (warden,) = build.glob("base/*/warden")
    return [str(warden), "60", "512", str(path)]


def test_a_counter_that_is_slow_is_found_out(quick_run: Path) -> None:
    """The kernel's clock of the process agrees with a counter, and not with one third of it."""
    order = ["monotonic", "100", "200000", "5", "0", "60", "7", "0", "0", *map(str, LENGTHS)]
    said = subprocess.run(
        [*program(quick_run, "measure"), *order], capture_output=True, text=True, timeout=60
    ).stdout
    lines = [line.split() for line in said.splitlines()]
    assert lines.pop() == ["done"], said
    printed = understand(lines, set(LENGTHS))
    if not all(chain.nanoseconds for chain in printed.chains):
        pytest.skip("this system has no clock of a process's processor time")
    assert too_fast(printed, HERTZ, exact=False) == ""
    assert "clock is wrong" in too_fast(printed, 3 * HERTZ, exact=False)


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
    assert found == "seccomp" or found.startswith("none: ")


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

    def runs(*words: str) -> bool:
        done = subprocess.run([*jail.entering(order), *words], capture_output=True)
        if done.stdout.startswith(b"jail limits"):
            pytest.skip("this system does not keep compilers from files")
        return not done.returncode

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
    order = jail.order([("odd-cc",)], [], made)
    ran = subprocess.run([*jail.entering(order), "true"], capture_output=True)
    if ran.stdout.startswith(b"jail limits"):
        pytest.skip("this system does not keep compilers from files")
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
    assert found or trace.why.startswith("prints a bad line, ")


@pytest.mark.parametrize("number", ["9" * 5000, "x", "-1", ""])
def test_a_witness_that_prints_nonsense_has_no_answer(number: str) -> None:
    class Witness:
        def trying(self, seconds: int, *words: str) -> list[str]:
            return ["echo", f"answer {number} 64 512 aa"]

    answers = Answers(())
    answers.ask(Witness(), [(7, 64)])  # type: ignore[arg-type]
    assert list(answers.known.values()) == [{}]
