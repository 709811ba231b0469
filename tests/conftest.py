"""Tests run the real ./do on real compilers, in folders of their own."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browser import CHROMIUM, Browser

from shootout.build.compilers import commands
from shootout.registry.homes import folder_of
from shootout.registry.tree import Implementation, Primitive

ROOT = Path(__file__).resolve().parents[1]
GCC = shutil.which("gcc") or shutil.which("clang")

for name in ("COLUMNS", "LINES"):  # set in the processes of pytest-xdist, where nobody looks
    os.environ.pop(name, None)

# Modules that take emulators of whole machines, Maven, or code for machines that are not here
ELSEWHERE = ["bochs", "bochs_traced", "huge", "instructions", "macos", "modes", "provider"]
# First, or the last of them is left at the end, when another CPU has nothing to do
LONG = ["abis", "bochs_traced", "extensions", "instructions", "library", "sanitizers"]
MACHINES = {"x86", "armeabi", "arm64", "ppc32", "ppc64", "riscv64", "-m32"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what only `make test-all` runs, and puts what takes long first."""
    items.sort(key=lambda item: item.path.stem.removeprefix("test_") not in LONG)
    for item in items:
        folder, given = item.path.parent.name, getattr(item, "callspec", None)
        words = {str(value).partition(" ")[0] for value in given.params.values()} if given else ()
        if (
            folder == "lab"
            or item.path.stem.removeprefix("test_") in ELSEWHERE
            or (folder == "crypto" and not MACHINES.isdisjoint(words))
        ):
            item.add_marker("whole")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A call for tests apart or alone (suite.py) imports their modules only: all take seconds."""
    only = re.fullmatch("(apart|alone)( and not whole)?", config.option.markexpr)
    if only and collection_path.suffix == ".py":
        return f"mark.{only[1]}" not in collection_path.read_text() or None
    return None


KEPT = tempfile.TemporaryDirectory(prefix="kept-")
"""What one process makes once for several tests; gone when it ends."""
COMMON = Path(os.environ.setdefault("TESTS_KEPT", KEPT.name))
"""The folder of the first process, which starts those of pytest-xdist: they have it in common."""
HARNESSES = COMMON / "harnesses"


@cache
def okcompilers(pattern: str) -> str:
    """okcompilers with the lines that match and one more of C, for the machine's counter.

    A run tries every line before it chooses: that is most of the time of a short one.
    """
    made = Path(tempfile.mkdtemp(dir=KEPT.name))
    for file in filter(Path.is_file, (ROOT / "okcompilers").iterdir()):
        every = [shlex.join(command) for command in commands(file)]
        chosen = [line for line in every if re.search(pattern, line)]
        chosen = chosen or [line for line in every if file.name == "c" and " -O2 " in line][:1]
        (made / file.name).write_text("".join(f"{line}\n" for line in chosen))
    return str(made)


def lend(build: Path) -> None:
    """Gives a new build/ the harness that other runs compiled: it takes half of a short one."""
    if HARNESSES.exists() and not build.exists():
        try:
            shutil.copytree(HARNESSES, build)
        except OSError:  # where a test leaves no room
            shutil.rmtree(build, ignore_errors=True)


def keep(build: Path) -> None:
    """Keeps what a run compiled of the harness, for the next ones."""
    for status in (*build.glob("base/*/status"), *build.glob("harness/*/status")):
        place = HARNESSES / status.relative_to(build).parent
        if not place.exists() and status.read_text() == "0\n":
            made = shutil.copytree(status.parent, tempfile.mkdtemp(dir=COMMON), dirs_exist_ok=True)
            place.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(OSError):  # another process was first
                Path(made).rename(place)


def environment(*words: str, home: Path, tree: Path | None = None) -> dict[str, str]:
    """For ./do with these words: build/ and data/ below `home`, perhaps another crypto_hash; with
    this Python, which has matplotlib."""
    if words[:1] == ("run",):
        lend(home / "build")
    found = {**os.environ, "SHOOTOUT_BUILD": str(home / "build"), "PYTHON": sys.executable}
    found["SHOOTOUT_DATA"] = str(home / "data")
    if tree:
        found["SHOOTOUT_CRYPTO_HASH"] = str(tree)
    chosen = words[words.index("--compilers") + 1] if "--compilers" in words else ""
    if words[:1] in (("list",), ("doctor",)):  # these try every line, too
        chosen = "^java -XX:.UseSerialGC$"
    if chosen:
        with contextlib.suppress(re.error):  # which ./do is to tell
            found["SHOOTOUT_OKCOMPILERS"] = okcompilers(chosen)
    return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium with a profile of its own, for the tests of a module."""
    if not CHROMIUM:
        pytest.skip("no chromium")
    started = Browser(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


def do(
    *words: str, home: Path, tree: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Runs ./do with build/ and data/ below `home`, and perhaps another crypto_hash.

    What was collected is not drawn: that takes longer than most of these tests.
    """
    if words[:1] == ("collect",):
        words = ("collect", "--no-graphs", *words[1:])
    env = {**environment(*words, home=home, tree=tree), **more}
    done = subprocess.run(
        [str(ROOT / "do"), *words], env=env,
        capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    if "PATH" not in more:
        keep(home / "build")
    return done


def copy_of(implementation: str, folder: Path, replace: Mapping[str, str] | None = None) -> None:
    """A plain copy of an implementation, links followed, words of its C replaced."""
    primitive, _, name = implementation.partition("/")
    function = Primitive(primitive, ROOT / "crypto_hash" / primitive)
    i = Implementation(function, name, folder_of(primitive, name, function.folder.parent))
    folder.mkdir(parents=True)
    beside = {n: file.read_bytes() for n, file in i.entries().items() if file.is_file()}
    for file_name, content in {**beside, **i.files()}.items():
        (folder / file_name).write_bytes(content)
    for file in folder.glob("*.[ch]"):
        text = file.read_text()
        for old, new in (replace or {}).items():
            text = text.replace(old, new)
        file.write_text(text)


def pinned(primitive: str, folder: Path) -> None:
    """A primitive's checksums, copied."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (ROOT / "crypto_hash" / primitive).glob("checksum*"):
        shutil.copy(file, folder / file.name)


@dataclass(frozen=True)
class Shared:
    """What several tests need is made once, by the first process that asks; others wait for it."""

    top: Path

    def folder(self, name: str) -> Path:
        """A folder that all processes of this run have in common."""
        folder = self.top / name
        folder.mkdir(exist_ok=True)
        return folder

    def once(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder of a name, after `make` has filled it."""
        folder, done = self.folder(name), self.top / f"{name}.done"
        with (self.top / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                make(folder)
                done.touch()
        return folder

    def data(self, name: str, make: Callable[[], object]) -> Any:
        """What `make` returns, as JSON keeps it."""
        file = self.top / f"{name}.json"
        self.once(name, lambda folder: file.write_text(json.dumps(make())))
        return json.loads(file.read_text())


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    own = tmp_path_factory.getbasetemp()
    return Shared(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


def asked(request: pytest.FixtureRequest) -> list[Implementation]:
    """The implementations that tests of the same module are to look at in this run."""
    mine = [item for item in request.session.items if item.path == request.path]
    given = [v for item in mine if hasattr(item, "callspec") for v in item.callspec.params.values()]
    return list(dict.fromkeys(i for i in given if isinstance(i, Implementation)))


@pytest.fixture(scope="session")
def compiler() -> str:
    """A regular expression for one line of okcompilers that is quick and everywhere."""
    if not GCC:
        pytest.skip("no gcc and no clang")
    return f"^{Path(GCC).name} -march=native -mtune=native -O2 "


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mount: only root makes a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture(scope="session")
def quick_run(shared: Shared, compiler: str) -> Path:
    """The result file of a real run, a small one."""

    def run(home: Path) -> None:
        pinned("sha256", home / "tree" / "sha256")
        copy_of("sha256/ref", home / "tree" / "sha256" / "ref")
        (home / "build").mkdir()  # nothing is lent: tests look at what it builds
        words = ("run", "--quick", "--plain", "--machine", "box", "--compilers", compiler)
        done = do(*words, home=home, tree=home / "tree")
        assert done.returncode == 0, done.stderr

    (file,) = (shared.once("quick-run", run) / "data").glob("*.tar.gz")
    return file
