"""./do library: the tree is built as a user builds it, and answers as it should on every core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, Shared
from trying import compiled, harness, need, need_compiler, told

from lab.library import choose, library
from lab.library.choices import FILE, Choice, CoreChoices, parsed
from lab.library.choose import functions
from lab.library.write import write
from shootout.build import constanttime
from shootout.cli import main
from shootout.machine.target import of_machine
from shootout.results.records import Attempt

KNOWN = functions()
CORES = parsed(FILE.read_text(encoding="utf-8"), KNOWN)
# Portable code of each function, and code for extensions: C of one file and of several, assembly of
# one, and of several with C
SAMPLE = {"sha256/shani", "blake3/avx2", "sha512/avx2", "groestl256/aesni", "k12/avx2-leaves"}
SOME = [
    replace(core, choices={
        f: [c for c in some if not c.words or f"{f}/{c.name}" in SAMPLE]
        for f, some in core.choices.items()
    })
    for core in CORES
]  # fmt: skip
CHECKS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
FLAGS = re.compile("^flag .*", re.MULTILINE)
# The checksums that `try` prints, by the number of its words
SUMS = {0: {"small", "big", "edges", "every"}, 1: {"small"}, 2: set()}
# Prints the extensions of this processor, as the library finds them.
HERE = """#include "choose.h"
#include <stdio.h>
int main(void) { char vendor[13]; printf("%lu", (unsigned long)shootout_cpu(vendor)); }
"""
# Prints the core that decides for a processor: its vendor and the bits of its extensions.
NEAREST = """#include "choose.h"
#include <stdio.h>
#include <stdlib.h>
static char **said;
uint32_t shootout_cpu(char vendor[13]) { return strcpy(vendor, said[1]), atoi(said[2]); }
const struct core shootout_cores[] = {{"a7", "a", 7}, {"a1", "a", 1}, {"b15", "b", 15}};
const struct choice some[] = {{0, 4, "a7"}, {0, 0, "a7, later"}, {1, 0, "a1"}, {2, 0, "b15"}};
int main(int n, char **words) { said = words; puts(shootout_choose(some, NUMBER(some))->name); }
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, shared: Shared) -> Iterator[Path]:
    """The tree with its library, for the ABI of this machine: a copy, for tests change it."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")

    def build(folder: Path) -> None:
        write(folder / "tree", CORES, KNOWN)
        made = make(folder / "tree", "CFLAGS=-O1", "all", "check")
        assert (made.returncode, made.stderr) == (0, ""), made.stdout[-2000:]

    folder = tmp_path_factory.mktemp("library") / "tree"
    shutil.copytree(shared.once("library", build) / "tree", folder, symlinks=True)
    yield folder
    shutil.rmtree(folder)


def run(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    every = {**os.environ, **env}
    return subprocess.run(words, cwd=folder, env=every, capture_output=True, text=True, timeout=600)


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "make", "-sj2", "CC=gcc", *words)


class Tried:
    """The library under the harness's `try`, which says that the processor is another."""

    def __init__(self, folder: Path, compiler: str, abi: str, runner: str) -> None:
        command, self.runner = compiler.split(), runner.split()
        self.program, shim = folder / "tried", str(Path(__file__).with_name("library.c"))
        objects = harness(tuple(command))
        words = ["-I.", f"-DABI_{abi}", "-o", "tried", shim, *objects, "libshootout.a", "-lm"]
        compiled(command, folder, "-std=gnu99", *words)
        part = (folder / "words.h").read_text().split("aarch64__)")[abi == "arm64"]
        found = re.findall(r"WORD_(\w+) \(UINT32_C\(1\) << (\d+)", part)
        self.bits = {word: 1 << int(n) for word, n in found}
        (folder / "here.c").write_text(HERE)
        compiled(command, folder, "-std=gnu99", "-I.", "-o", "here", "here.c", "cpu.c")
        here = int(told(folder, *self.runner, "./here"))
        self.here = {word for word, bit in self.bits.items() if bit & here}

    def command(self, core: CoreChoices, function: str, choice: Choice) -> list[str]:
        """Runs it where a core makes this choice; words of `try` are to follow its limits."""
        here = sum(self.bits[word] for word in choice.words)
        said = [f"SHOOTOUT_CORE={core.name}", f"HERE={here}", f"FUNCTION={function}"]
        said += [f"CHOICE={choice.name}", "ASAN_OPTIONS=detect_leaks=0"]
        return ["env", *said, *self.runner, str(self.program), "0", "0"]


# The ABI, the archiver and what runs it. The first is the tree's, the next are SAMPLED: all
# of their code would take minutes. Without a level, each code has that of its choice.
BUILDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "gcc -O1": ("amd64", "ar", ("",)),
    "gcc -flto": ("amd64", "gcc-ar", ("",)),
    "clang -O2 -flto": ("amd64", "llvm-ar", ("",)),
    f"clang -O1 {CHECKS} -D__SANITIZE_ADDRESS__": ("amd64", "ar", ("",)),
    "gcc -m32 -O1": ("x86", "ar", ("", "qemu-i386 -cpu max")),
    "aarch64-linux-gnu-gcc": ("arm64", "ar", ("qemu-aarch64 -L /usr/aarch64-linux-gnu",)),
    "riscv64-linux-gnu-gcc": ("unknown64", "ar", ("qemu-riscv64 -L /usr/riscv64-linux-gnu",)),
    "arm-linux-gnueabihf-gcc": ("unknown32", "ar", ("qemu-arm -L /usr/arm-linux-gnueabihf",)),
}
FIRST, *SAMPLED = [*BUILDS][:5]


@pytest.mark.parametrize("compiler", BUILDS)
def test_every_choice_of_every_core_is_right(
    compiler: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    abi, archiver, runners = BUILDS[compiler]
    need_compiler(*compiler.split())
    need(archiver)
    folder = request.getfixturevalue("tree") if compiler == FIRST else tmp_path / "tree"
    cores = SOME if compiler in SAMPLED else CORES
    if compiler != FIRST:
        write(folder, cores, KNOWN)
    for runner in runners:
        need(*runner.split()[:1])
        made = make(folder, f"CC={compiler}", f"AR={archiver}", f"RUN={runner}", "check")
        right = r"([1-9]\d+ answers, 0 wrong\n){2}"  # of the archive and the shared object
        assert re.fullmatch(right, made.stdout), made.stdout + made.stderr
    every_choice(Tried(folder, compiler, abi, runners[0]), cores, abi)


def every_choice(tried: Tried, cores: Sequence[CoreChoices], abi: str) -> None:
    """Code that several cores choose is tried once; that they choose it, for each. All messages are
    for all code without an emulator; test_extensions.py has them of the samples."""
    runner, seen = tried.runner, set()
    briefly = ["small"] if runner or cores is SOME else []
    assert runner or tried.here == (of_machine() or set()) & tried.bits.keys()
    every = ((core, f, c) for core in cores for f, some in core.choices.items() for c in some)
    for core, function, choice in every:
        if core.abi != abi or not choice.words <= tried.here:
            continue
        words = ["calls", "8"] if (function, choice.name) in seen else briefly
        seen.add((function, choice.name))
        said = run(tried.program.parent, *tried.command(core, function, choice), *words)
        found = dict(re.findall(r"checksum (\w+) (\w+)\n", said.stdout))
        slow = {"every"} & set(re.findall(r"skip (every) ", said.stdout))  # by 60 ns a byte
        assert (said.returncode, found.keys()) == (0, SUMS[len(words)] - slow), said
        assert found.items() <= KNOWN[function][choice.name].primitive.checksums().items()
        if abi == "amd64" and "flag" in said.stdout:  # in a VM, at times, of no code's making
            again = run(tried.program.parent, *tried.command(core, function, choice), *words).stdout
            assert not {*FLAGS.findall(said.stdout)} & {*FLAGS.findall(again)}, said.stdout
    assert len(seen) >= len(KNOWN)
    assert abi != "arm64" or tried.here == tried.bits.keys()


def test_the_nearest_core_is_of_the_same_vendor(tree: Path) -> None:
    (tree / "nearest.c").write_text(NEAREST)
    compiled(["gcc"], tree, "-std=gnu99", "-o", "nearest", "nearest.c", "choose.c")
    cores = {
        "a 7": "a7",
        "a 15": "a7",
        "a 1": "a1",
        "a 3": "a7, later",
        "b 1": "b15",
        "c 15": "b15",
    }
    for processor, core in cores.items():
        assert told(tree, "./nearest", *processor.split()) == f"{core}\n", processor


def test_hashsum_says_what_coreutils_say(tree: Path, tmp_path: Path) -> None:
    names = ["a", "b\n\\c"]
    for name in names:
        (tmp_path / name).write_text(name * 999)
    for function, program in (("sha256", "sha256sum"), ("blake2b", "b2sum")):
        ours = run(tmp_path, str(tree / "hashsum"), "-a", function, *names)
        assert ours.stdout == run(tmp_path, program, "--tag", *names).stdout != ""
    (tmp_path / "sums").write_text(ours.stdout)
    assert run(tmp_path, str(tree / "hashsum"), "-c", "sums").returncode == 0
    (tmp_path / "a").write_text("changed")
    found = run(tmp_path, str(tree / "hashsum"), "-c", "sums")
    assert (found.returncode, found.stdout) == (1, "a: FAILED\n\\b\\n\\\\c: OK\n")


def test_hashsum_ends_as_coreutils_do(tree: Path, tmp_path: Path) -> None:
    """With the same exit status, and output that is lost is a failure, too."""
    digest = run(tmp_path, "sha256sum", "/dev/null").stdout.split()[0]
    texts = {
        "good": f"{digest}  /dev/null\n", "bad": f"{'0' * 64}  /dev/null\n", "odd": "words\n",
        "a (b) = c": "", "brackets": f"{digest}  a (b) = c\n", "one": f"{digest} /dev/null\n",
        "led": f"  {digest}  /dev/null\n",
        "gone": f"{digest}  nowhere\n", "mixed": f"words\n{digest} */dev/null\n", "empty": "",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    commands = [f"-c '{name}'" for name in (*texts, "nowhere")]
    commands += ["/dev/null", "nowhere", "nowhere /dev/null", ".", "-", "--nonsense"]
    commands += [
        f"{words} {end}" for words in ("/dev/null", "-c good") for end in (">/dev/full", ">&-")
    ]
    for words in commands:
        ours, theirs = (
            run(tmp_path, "sh", "-c", f"{program} {words} < /dev/null")
            for program in (
                f"{tree / 'hashsum'} -a sha256",
                f"sha256sum {'' if '-c' in words else '--tag'}",
            )
        )
        assert ours.returncode == theirs.returncode, words
        assert ours.stdout == theirs.stdout, words
        assert bool(ours.stderr) == bool(theirs.stderr), words
    many = " ".join(["good"] * 2000)
    lost = run(tmp_path, "sh", "-c", f"{tree / 'hashsum'} -a sha256 {many} > /dev/full")
    assert (lost.returncode, "write error" in lost.stderr) == (1, True)


def test_a_wrong_answer_is_noticed(tree: Path) -> None:
    file = tree / "answers.inc"
    said = file.read_text()
    file.write_text(re.sub(r'"[0-9a-f]{2}(?=[0-9a-f]*"\},)', '"zz', said, count=1))
    made = make(tree, "CFLAGS=-O1", "check")
    file.write_text(said)
    assert made.returncode and ", 1 wrong" in made.stdout


def test_it_is_installed_where_it_is_said(tree: Path, tmp_path: Path) -> None:
    made = make(tree, "CFLAGS=-O1", "install", "PREFIX=/opt/it", f"DESTDIR={tmp_path}")
    told = (tmp_path / "opt/it/lib/pkgconfig/shootout.pc").read_text()
    assert made.returncode == 0 and told.startswith("prefix=/opt/it\n")


def test_only_the_interface_is_exported(tree: Path) -> None:
    told = run(tree, "nm", "-D", "--defined-only", "libshootout.so")
    found = {line.split()[-1].partition("@")[0] for line in told.stdout.splitlines()}
    names = {f"shootout_{name}" for core in CORES for name in core.choices}
    assert found - {"SHOOTOUT_1"} == names | {"shootout_implementation"}


def test_python_may_call_it_as_the_documentation_says(tree: Path) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    told = run(tree, sys.executable, "-c", example)
    assert told.stdout.startswith("ba7816bf8f01cfea414140de5dae2223")  # FIPS 180-4's abc


def test_java_may_call_it_as_the_documentation_says(tree: Path, tmp_path: Path) -> None:
    need("javac")
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    (native,) = re.findall(r"```c\n(#include <jni.*?)```", page, re.DOTALL)
    (program,) = re.findall(r"```java\n(.*?)```", page, re.DOTALL)
    (command,) = re.findall(r"^    (cc -shared .*\n    java .*)", page, re.MULTILINE)
    for name, text in (("sha256.c", native), ("Sha256.java", program)):
        (tmp_path / name).write_text(text)
    for name in ("libshootout.a", "shootout.h"):
        (tmp_path / name).symlink_to(tree / name)
    home = Path(shutil.which("javac") or "").resolve().parents[1]
    told = run(tmp_path, "sh", "-ec", command, JAVA_HOME=str(home))
    assert told.stdout.startswith("ba7816bf8f01cfea414140de5dae2223"), told.stderr


def test_every_core_ends_with_code_that_all_processors_of_its_abi_run() -> None:
    for core in CORES:
        needed = {f: some[-1].words for f, some in core.choices.items() if some[-1].words}
        assert not needed, f"{core.name} {core.abi} needs {needed}"


def test_constant_time_is_promised_and_kept(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best choice of each core is traced as the library calls it, where it runs here."""
    monkeypatch.setattr(library, "data_files", list)  # no file of ours has a broken promise
    assert main(["library", "--into", str(tmp_path / "tree"), "--constant-time"]) == 0
    assert library.KEPT in (tmp_path / "tree/README").read_text()
    assert "some processors: groestl256 groestl512\n" in capsys.readouterr().out
    promised = {path.name for path in (tmp_path / "tree/code").iterdir()}
    every = {f"{f}_{name}": i for f, there in KNOWN.items() for name, i in there.items()}
    assert all(every[name].entries().keys() >= {*constanttime.GOALS.values()} for name in promised)
    tried = Tried(tree, "gcc", "amd64", "")
    first = {(f, core.choices[f][0].name): core for core in CORES for f in core.choices}
    for (function, name), core in first.items():
        choice, here = core.choices[function][0], of_machine() or set()
        if core.abi == "amd64" and f"{function}_{name}" in promised and choice.words <= here:
            command = tried.command(core, function, choice)
            trace = constanttime.by_traps(command, constanttime.LENGTHS, 2)
            assert trace.instructions and not trace.branch + trace.index, (function, name, trace)


def test_a_broken_promise_excludes_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which one file tells, of one compiler: it has no place in any core's list."""
    lost = Attempt("m", "amd64", "sha256", "shani", "gcc", "constanttime", "", "sha256 broken kept")
    monkeypatch.setattr(choose, "read", lambda *_, **__: SimpleNamespace(attempts=[lost]))
    for files, there in (([], True), ([Path()], False)):
        found = choose.promising(CORES, KNOWN, files)
        assert there == any(c.name == "shani" for x in found for c in x.choices["sha256"])


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "--into", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["library"]) == 2
