"""Small pieces of the driver, each by its edge cases."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from shootout.build.compilers import commands, expand
from shootout.cli import parsers
from shootout.common import privacy
from shootout.common.errors import Trouble, Usage
from shootout.common.journal import Journal
from shootout.common.paths import BUILD, ROOT
from shootout.common.process import Outcome
from shootout.common.progress import Progress
from shootout.machine.naming import fit
from shootout.registry.sets import strength
from shootout.registry.tree import Implementation, Primitive, matches, select
from shootout.run.measurements import flagged, probes, usual
from shootout.run.verify import verdict_of

BLAKE = Implementation(Primitive("blake256", Path("x/blake256")), "avx2", Path("x/blake256/avx2"))


def test_braces_make_every_combination() -> None:
    assert expand("cc -O2") == ["cc -O2"]
    assert expand("{gcc,clang} {-O3,-O}") == ["gcc -O3", "gcc -O", "clang -O3", "clang -O"]


def test_okcompilers_may_have_comments(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("# none\n\ngcc -O2 # here\nclang '-DX=a b'\n")
    assert commands(tmp_path / "c") == [("gcc", "-O2"), ("clang", "-DX=a b")]


@pytest.mark.parametrize(
    "line", [b'gcc "-O2', b"gcc -O2 '", b"gcc \\", b"gcc -D\xff", b'""', b"gcc " + 30 * b"{a,b}"]
)
def test_a_line_of_okcompilers_that_is_no_command_is_named(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "c").write_bytes(b"gcc -O2\n" + line + b"\n")
    with pytest.raises(Trouble, match=r"line 2: |its braces make"):
        commands(tmp_path / "c")


@pytest.mark.parametrize(
    "text", ["", "abc x", "128", "-5 x", "9" * 5000 + " x", "1 \x1b[31m", "\xe9"]
)
def test_a_claim_of_security_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "ref").mkdir()
    (tmp_path / "ref" / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    (tmp_path / "security").write_bytes(text.encode("latin-1"))
    with pytest.raises(Trouble, match="security: not BITS SOURCE"):
        strength(tmp_path)
    (tmp_path / "security").write_text("128 a paper\n")
    assert strength(tmp_path) == (256, 128, "a paper")


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [
        ("blake256", True), ("blake256/avx2", True), ("crypto_hash/blake256/", True),
        ("blake*/avx?", True), ("*/avx2", True), ("blake256/avx", False), ("blake25", False),
    ],
)  # fmt: skip
def test_patterns(pattern: str, meant: bool) -> None:
    assert matches(pattern, "blake256", "avx2") == meant


def test_a_pattern_without_match_is_wrong_usage() -> None:
    with pytest.raises(Usage, match="nosuch: no such primitive or implementation"):
        select(["nosuch"])


@pytest.mark.parametrize("name", ["", "a b", "-x", "a/b", "x" * 65, "naïve"])
def test_names_of_machines(name: str) -> None:
    with pytest.raises(Usage, match="--machine"):
        fit(name)
    assert fit("zen3-vm.2") == "zen3-vm.2"


def test_options_hold_before_and_after_the_word() -> None:
    parse = parsers()[0].parse_args
    assert parse(["--quick", "run", "--cpu", "0", "blake256"]).quick
    assert parse(["run", "--quick"]).quick and not parse(["run"]).quick
    assert parse(["--machine", "a", "run", "--machine", "b"]).machine == "b"
    assert parse([]).timeout == 60 and parse([]).patterns == ()


def test_a_journal_survives_a_crash(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "run" / "journal")
    journal.add("a", ["1", "2"])
    journal.add("b", ["3"])
    with journal.file.open("ab") as f:
        f.write(b'["c", ["4"')
    again = Journal.open(journal.file)
    assert again.events == {"a": ["1", "2"], "b": ["3"]}
    again.add("d", [])
    again.forget({"a"})
    assert Journal.open(journal.file).events == {"b": ["3"], "d": []}
    fresh = Journal.open(journal.file, fresh=True)
    assert not fresh.events and list((tmp_path / "run").glob("*set-aside"))


def test_the_usual_pace_is_one_that_probes_agree_on() -> None:
    assert usual([]) == 0
    assert usual([4.0] * 50 + [6.0, 6.01, 5.99] + [9.9]) == pytest.approx(6.0, abs=0.02)
    assert usual([3.0, 5.0, 9.0]) == 5.0, "none agree: the middle one"


def test_groups_that_were_slow_are_flagged_later() -> None:
    lines = [
        "pace 6.0", "cycles 8 700 +0", "pace 4.5", "cycles 64 900 +0", "flag 64 drift 0.1",
        "cycles 576 5000 +0", "flag 576 drift 0.1", "flag 576 shared 0.8",
    ]  # fmt: skip
    text = "".join(f"\n{line}" for line in lines).encode()
    assert probes(text) == [6.0, 4.5]
    lines.insert(4, "flag 64 shared 0.750")
    assert flagged(text, 6.0).decode().split("\n")[1:] == lines


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The home folder of somebody with a telling name."""
    monkeypatch.setenv("HOME", "/nfs/zaphodquux")
    privacy._folders.cache_clear()
    yield "/nfs/zaphodquux"
    privacy._folders.cache_clear()


def test_lines_name_no_folder_of_this_machine(at_home: str) -> None:
    assert privacy.clean(f"{at_home}/x.c: na\u00efve\tthing\x1b[31m") == "~/x.c: na?ve?thing?[31m"
    assert privacy.clean(f"{BUILD}/x {ROOT}/y /nfs/other") == "build/x ./y /nfs/other"


def test_progress_off_a_terminal_is_plain_lines() -> None:
    stream = io.StringIO()
    progress = Progress(stream=stream)
    progress.start("build", 2)
    progress.step()
    progress.say("said")
    progress.finish()
    assert stream.getvalue() == "build: 0/2\nsaid\n"


def test_no_verdict_without_the_last_word() -> None:
    right = "checksum small aa\ntime 1000 2000\ndone\n"
    assert verdict_of(Outcome(0, right), {"small": "aa"}).right
    assert verdict_of(Outcome(0, right.replace("done\n", "")), {"small": "aa"}).cause
    assert verdict_of(Outcome(-11, right), {"small": "aa"}).cause == "dies of SIGSEGV"
    assert verdict_of(Outcome(0, "", True), {}).cause == "loops: no answer in time"
    wrong = verdict_of(Outcome(0, right), {"small": "bb"})
    assert (wrong.cause, wrong.where) == ("wrong digest", "small")
    assert verdict_of(Outcome(0, right), {}).flags == ("unchecked small",)


@pytest.mark.parametrize(
    "line",
    [
        "time nan", "time 1e400", "time -5", "time " + "9" * 5000, "bytes 99999", "bytes -1",
        "bytes x", "checksum small zz", "checksum other aa", "checksum small a", "time \u0661",
        "checksum small " + "aa" * 9999, "checksum big", "checksum small aa bb",
    ],
)  # fmt: skip
def test_what_is_printed_is_looked_at_before_it_is_believed(line: str) -> None:
    """In a VM, or under an emulator, code prints what it likes: that costs no other anything."""
    verdict = verdict_of(Outcome(0, f"checksum small aa\n{line}\ndone\n"), {"small": "aa"})
    assert verdict.cause.startswith("prints a bad line of ") and len(verdict.cause) < 80


def test_what_is_told_of_a_program_is_short() -> None:
    many = "".join(f"flag odd{n} {'x' * 999}\n" for n in range(999))
    verdict = verdict_of(Outcome(0, f"{many}fails small 8 {'y' * 9999}\n"), {})
    assert len(verdict.flags) <= 21 and max(map(len, verdict.flags)) <= 200
    assert len(verdict.cause) == 200
