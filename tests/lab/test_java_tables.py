"""./do java: a short real run, tables and figures of made-up results, and what may be missing."""

from __future__ import annotations

import csv
import hashlib
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, copy_of, do, okcompilers, pinned
from test_driver import path_without

from lab.hanser import against_c, bench, complexity, hanser, java_md, steps, strategies
from lab.hanser.against_c import InC, Rivals
from lab.hanser.bench import CASTLE, OURS, SPHLIB, Bench, C, Digest, Measured, Sample, VmFigure
from lab.hanser.results import Results
from lab.hanser.subjects import version
from shootout.build.compilers import Compiler
from shootout.common.errors import Trouble
from shootout.common.journal import Journal
from shootout.common.paths import CRYPTO_HASH
from shootout.common.process import Outcome
from shootout.java import vms
from shootout.java.vms import GRAAL
from shootout.registry.families import SHOOTOUT
from shootout.report.machines import MachineRow
from shootout.results import published

VM = "^java -XX:.UseSerialGC$"
VM64, VM32 = (
    Compiler((name, "-XX:+UseSerialGC"), abi, f"OpenJDK_{abi}_Server_VM_17.0.15+6-x", (name,))
    for name, abi in (("java", "jvm64"), ("java32", "jvm32"))
)
with_javac = pytest.mark.skipif(not shutil.which("javac"), reason="no javac")


@with_javac
def test_a_short_run_goes_on_where_it_was_and_c_takes_turns(tmp_path: Path) -> None:
    """Each compiler's C is looked at, the faster one is timed, its digest right."""
    tree, output = tmp_path / "crypto_hash", tmp_path / "graphs"
    pinned("sha256", tree / "sha256")
    for name in ("java", "javaplain", "jdk", "opt32", "opt64"):
        copy_of(f"sha256/{name}", tree / "sha256" / name)
    words = ("java", "--quick", "--plain", "--vm", VM, "--output", str(output))
    two = {"SHOOTOUT_OKCOMPILERS": okcompilers(rf"{VM}|^(gcc|clang) -march=native .* -O3 ")}
    done = do(*words, home=tmp_path, tree=tree, **two)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("left out: scripts/get-java-peers fetches them") == 1
    n = 2 + len([*filter(shutil.which, ("gcc", "clang"))])
    said = rf"^{n} VMs of 1.5 s, {min(n, 3)} of 1.5 s, 0 of 5.0 s: 0 min"
    assert re.search(said, done.stderr, re.M)
    text = (output / "java.md").read_text()
    assert "Measured with --quick" in text
    assert re.search(r"^Measurements ended on 20\d\d-\d\d-\d\d, on .* \(\w", text, re.M)
    assert re.search(r"^\| SHA-256 \| java \| [\d.]+\?? \|", text, re.M)
    assert re.search(r"^\| SHA-256 \| javaplain \|.*%", text, re.M)
    assert (output / "java.pdf").read_bytes().startswith(b"%PDF")
    assert "0 VMs of 1.5 s, 0 of 1.5 s" in do(*words, home=tmp_path, tree=tree, **two).stderr
    assert (output / "java.md").read_text() == text
    if "portable C is left out" in done.stderr:
        pytest.skip("no C compiler makes programs for this machine")
    rows = list(csv.DictReader((output / "java.csv").read_text().splitlines()))
    speeds = [float(row["median"]) for row in rows if row["who"] == "C"]
    assert speeds and all(1 < speed < 1000 for speed in speeds)
    program = min((tmp_path / "build" / "java" / "native").rglob("block"))
    ran = subprocess.run([program, "64", "0.01", "0.7"], capture_output=True, text=True)
    message = bytes((i % 64 * 167 + 13) % 256 for i in range(1024 * 64))
    counted = re.search(r"^slices (\d+) 7$", ran.stdout, re.M)
    assert counted and 2 <= int(counted[1]) <= 7, "a fifth of the slices, or all with a doubt"
    assert f"digest {hashlib.sha256(message).hexdigest()}" in ran.stdout


def test_a_starved_vm_runs_again_and_is_doubted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the CPU, warming up ends before anything is compiled."""
    monkeypatch.setattr(Digest, "key", property(str))  # that of the classes needs them compiled
    said = "blockcycles 64 65536\nclock 1\ndigest 00\ndone\n"
    for used, doubts in (([0.1, 1.9], ()), ([0.3, 0.3], (bench.STARVED,)), ([2], ())):
        left = iter(used)
        ran = (Outcome(0, said, used=seconds) for seconds in left)
        monkeypatch.setattr(bench, "execute", lambda *_, ran=ran: next(ran))
        here = Bench(Journal(tmp_path / f"journal{used}"), None)
        subject = Digest("sha256", OURS, "java", "no.Class")
        (found,) = here.time("once", [(VM64, subject)], bench.Allotment(1, 1, 1))
        assert (found.figure.median, found.figure.doubts) == (1.0, doubts)
        assert not list(left)


def test_what_was_faster_at_first_is_timed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Digest, "key", property(lambda subject: subject.name))

    def measured(name: str, speed: float) -> Measured:
        return Measured(VM64, Digest("sha256", OURS, name, name), VmFigure(speed, speed, speed, 1))

    survey = [measured("java", 10), measured("javavector", 12), measured(bench.PLAIN, 1)]
    assert [s.name for _, s in bench.leaders(survey)] == ["java"]
    assert bench.overtaken(survey, [measured("java", 13)]) == [], "within a tenth"
    ((_, subject),) = bench.overtaken(survey, [measured("java", 14)])
    assert subject.name == "javavector"
    assert bench.overtaken(survey, [measured("java", 14), measured("javavector", 20)]) == []


def test_without_javac_a_line_says_so(tmp_path: Path) -> None:
    done = do("java", home=tmp_path, PATH=path_without(tmp_path / "bin", "javac"))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "./do: Java is left out: no javac (Debian: apt install default-jdk-headless)"
    ]


def test_without_a_32_bit_vm_a_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanser.machines([VM64], [], "") == [VM64]
    assert capsys.readouterr().err.count("no 32-bit VM") <= 1
    assert hanser.machines([VM64, VM32], [], "java32") == [VM32]


@pytest.mark.parametrize("name", ["get-java-peers", "get-graal"])
def test_without_maven_a_line_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / "scripts").mkdir()
    for each in (name, "get-jars"):
        shutil.copy(ROOT / "scripts" / each, tmp_path / "scripts")
    path = path_without(tmp_path / "bin", "mvn")
    script = tmp_path / "scripts" / name
    done = subprocess.run([script], env={"PATH": path}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"(skipped: no jars in build/java/\S+: no mvn.*\n)+", done.stdout)


def test_graal_has_a_name_and_time_to_warm_up() -> None:
    graal = replace(VM64, command=(*VM64.command, GRAAL))
    assert version(VM64) == "17.0.15"
    assert version(graal) == "17.0.15 with Graal"
    for quick in (False, True):
        alone, both = (hanser.budgets(quick, used) for used in ([VM64], [VM64, graal]))
        assert both == hanser.Budgets(*(b._replace(warm=hanser.SLOW_TO_WARM) for b in alone))
    assert hanser.budgets(False, [VM64]) == hanser.Budgets()
    assert (
        hanser.budgets(True, [VM64]).steps.warm == hanser.Budgets().steps.warm > hanser.QUICK.warm
    )


def results(vms: tuple[Compiler, ...]) -> Results:
    """Ours 10, sphlib 20, Bouncy Castle 15, C 5 and 4; one of ours with a doubt."""
    finals, survey = [], []
    for vm in vms:
        for p in SHOOTOUT:
            doubts = ("unsteady",) if p == "blake256" else ()
            for who, name, speed in (
                (OURS, "java", 10.0),
                (SPHLIB, "sphlib-3", 20.0),
                (CASTLE, "bcprov-1", 15.0),
            ):
                subject = Digest(p, who, name, name)
                said = VmFigure(speed - 1, speed, speed + 1, 5, doubts if who == OURS else ())
                finals.append(Measured(vm, subject, said))
            plain = Digest(p, OURS, "javaplain", "javaplain")
            survey.append(Measured(vm, plain, VmFigure(90, 90, 90, 1)))
    c = {vm.abi: Rivals("box", {p: InC(5.0, 4.0, "avx2") for p in SHOOTOUT}) for vm in vms}
    return Results(finals, survey, published.load(), vms, c)


def test_c_is_of_the_newest_run_of_this_microarchitecture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against_c, "microarchitecture", lambda _: "Zen 3")

    def run(name: str, date: str, time: str, **words: Any) -> MachineRow:
        path = Path(f"{name}-{date}-{time}.tar.gz")
        return MachineRow(name, "amd64", "Zen 3", "20261122", date, paths=(path,), **words)

    noon, night = run("z", "20261122", "120000"), run("a", "20261122", "235959")
    later = run("b", "20261123", "000000", states=frozenset({"emulated"}))
    assert against_c.here([noon, night, later], "jvm64") is night
    assert against_c.here([noon, night, later], "jvm32") is None
    assert against_c.here([later], "jvm64") is None


def test_tables_and_figures(tmp_path: Path) -> None:
    from lab.hanser import java_pdf

    found = results((VM64, VM32))
    paths = java_md.write(found, [None], tmp_path, quick=False)
    bars = next(java_pdf.charts(found, quick=False)).groups["keccakc512"]
    assert [(bar.place, bar.value) for bar in bars[3:]] == [(3, 21.7), (4, 45.0)]
    assert [path.name for path in paths] == ["java.md", "java.csv", "java.pdf"]
    text = paths[0].read_text()
    assert "| BLAKE-256 | java | 10.0? | 9.0-11.0 | 90.0 | 48.7 | java | 10.0?" in text
    assert "10.0 | 20.0 | 15.0 | - | 21.7 | 45.0 | 42.7 | 2.00 | 1.50 | 2.17" in text, "Keccak"
    assert "paper: 2012 on Intel Core i5-2540M, 64-bit JVM" in text
    assert "| JH-512 | avx2 | 10.0 | 5.0 | 4.0 | 2.00 | 2.50 |" in text
    unsteady = "- ? unsteady, VMs differ by more than a tenth: "
    assert text.count(f"{unsteady}ours BLAKE-256\n") == 2
    assert text.count(f"{unsteady}Java BLAKE-256\n") == 2
    assert text.count(f"{unsteady}64-bit BLAKE-256; 32-bit BLAKE-256\n") == 1
    rows = list(csv.DictReader(paths[1].read_text().splitlines()))
    assert len(rows) == 2 * 12 * (3 + 1 + 3)
    assert paths[2].read_bytes().count(b"/Type /Page ") == 6


def test_c_that_took_turns_is_what_java_is_compared_with(tmp_path: Path) -> None:
    found = results((VM64,))
    c = Measured(VM64, Digest("skein512512", C, "opt64, gcc", ""), VmFigure(8, 8, 8, 5))
    more = replace(found, finals=[*found.finals, c])
    text = java_md.write(more, [None], tmp_path, quick=False)[0].read_text()
    assert "| Skein-512-512 | avx2 | 10.0 | 8.0 | 4.0 | 1.25 | 2.50 |" in text
    assert "| JH-512 | avx2 | 10.0 | 5.0 | 4.0 | 2.00 | 2.50 |" in text
    assert "opt64: alternating with Java; fastest C: undisturbed long messages" in text


def test_what_block_prints() -> None:
    lines = ["blockcycles 64 65536", "clock 3.0", "slices 50 50", "flag 64 drift 0.84", "done"]
    assert bench.parse_block(lines) == Sample(3.0, ("drift",))
    assert bench.parse_block(lines[:-1]) is None


def test_disturbed_vms_are_left_out() -> None:
    sound = [Sample(s) for s in (10.0, 10.1, 10.2)]
    assert bench.over_vms([*sound, Sample(20.0, ("shared",))]) == VmFigure(10.0, 10.1, 10.2, 3)
    few = bench.over_vms([*sound[:2], Sample(20.0, ("shared",)), Sample(21.0, ("shared",))])
    assert (few.vms, few.doubts) == (4, ("shared", "unsteady"))
    assert bench.over_vms([Sample(10.0), Sample(12.0), Sample(10.0)]).doubts == ("unsteady",)


JAVAP = """\
Compiled from "A.java"
public final class a.b.A extends a.B {
  private static final long[] C;

  public a.b.A();
    Code:
       0: aload_0
       1: invokespecial #1   // Method a/B."<init>":()V
       4: return

  void loop(byte[], int) throws java.lang.Exception;
    Code:
       0: iload_2
       1: lookupswitch  { // 1
                     7: 20
               default: 20
          }
      20: goto          0

  static {};
    Code:
       0: return
}
"""


def test_sizes_of_methods() -> None:
    assert [(m.name, m.size) for m in complexity.parse_javap(JAVAP)] == [
        ("A", 5), ("loop", 23), (complexity.ONCE, 1)
    ]  # fmt: skip


def test_a_bad_strategy_is_named(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("# head\n\na | b | c | d\n")
    with pytest.raises(Trouble, match=r"list, line 3: not WHAT"):
        strategies.load(tmp_path / "list")


def test_marks_in_the_written_tables_are_explained() -> None:
    """graphs/java.md: doubts below each table that has marks, notes as they are in the code."""
    text = (ROOT / "graphs" / "java.md").read_text()
    for table in text.split("\n### ")[1:]:
        marked = re.search(r"\d\? \|", table)
        assert bool(marked) == ("\n- ? " in table), table.splitlines()[0]
    for s in strategies.load():
        assert s.why == "the same" or f", {s.family}: {s.why}\n" in text


@with_javac
def test_kernels_are_right_and_as_long_as_they_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "MADE", tmp_path / "strategies")
    javac = str(shutil.which("javac"))
    harness = tmp_path / "harness"
    sources = map(str, (ROOT / "java" / "shootout").glob("*.java"))
    subprocess.run([javac, "-d", str(harness), *sources], check=True)
    subjects, trouble = steps.compile_kernels(javac)
    named = {name for s in strategies.load() for name in (s.before, s.after)}
    named |= {name for *_, name in strategies.PORTS.values()}
    assert named == {s.name for s in subjects} if not trouble else "vector" in trouble
    for subject in subjects:
        if subject.flags and not vms.takes(("java",), subject.flags):
            continue
        places = ":".join(map(str, (harness, *subject.classes)))
        words = ["-cp", places, "shootout.Try", "20", subject.class_name, "small"]
        command = ["java", *subject.flags, *words]
        said = subprocess.run(command, capture_output=True, text=True).stdout.split()
        assert (CRYPTO_HASH / subject.primitive / "checksumsmall").read_text().strip() in said
    sizes = complexity.sizes(steps.MADE)
    of = {s.name: [sizes[method] for method in steps.methods(s.name)] for s in subjects}
    assert {name for name, each in of.items() if max(each) > complexity.LIMIT} == set()
