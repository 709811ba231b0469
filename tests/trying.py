"""Builds try programs outside of the driver, with compilers and flags that it does not use."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from shootout.machine.features import of_machine
from shootout.registry.stage import SOURCES, namespace, stage
from shootout.registry.tree import Implementation

DOTS = {"sse41": "sse4.1", "sse42": "sse4.2"}
MEASURE = Path(__file__).resolve().parents[1] / "measure"
HARNESS = ("try", "guard", "jail", "syscalls", "vectors")


def options(i: Implementation) -> list[str]:
    """gcc's options for the extensions that an implementation names."""
    return [f"-m{DOTS.get(w, w)}" for w in sorted(i.extensions())]


def lacking(i: Implementation) -> frozenset[str]:
    """The extensions that an implementation names and this machine has not, or does not tell."""
    return i.extensions() - (of_machine() or frozenset())


def need(*tools: str, what: str = "") -> None:
    """Skips a test where one of the programs is not installed."""
    for tool in tools:
        if not shutil.which(tool):
            pytest.skip(f"{what}{tool} is not installed")


def staged(i: Implementation, folder: Path) -> list[str]:
    """Copies an implementation as the harness does; a compiler's words for it: names, headers
    and sources."""
    stage(i, folder)
    own = namespace(i)
    names = [f"-D{u}CRYPTO_NAMESPACE(name)={u}{own}_##name" for u in ("", "_")]
    sources = [str(f) for f in folder.iterdir() if f.suffix in SOURCES]
    return [*names, f"-I{folder}", f"-I{MEASURE / 'include'}", *sources]


@dataclass
class Trying:
    """One compiler command, and the harness it has compiled in a folder."""

    command: Sequence[str]
    folder: Path
    objects: list[str] = field(default_factory=list)

    def _compile(self, folder: Path, *words: str) -> None:
        made = subprocess.run(
            [*self.command, *words], cwd=folder, capture_output=True, text=True, timeout=300
        )
        assert made.returncode == 0, f"{words}\n{made.stderr}"

    def build(self, i: Implementation) -> Path:
        """The try program of an implementation."""
        if not self.objects:
            harness = self.folder / "harness"
            harness.mkdir()
            self._compile(
                harness, "-std=gnu99", f"-I{MEASURE}", "-c", *(f"{MEASURE}/{f}.c" for f in HARNESS)
            )
            self.objects = [str(f) for f in harness.glob("*.o")]
        home, own = self.objects_of(i)
        self._compile(home, "-o", "try", *own, *self.objects)
        return home / "try"

    def objects_of(self, i: Implementation) -> tuple[Path, list[str]]:
        """The folder where an implementation was compiled, and its objects."""
        home = self.folder / i.primitive.name / i.name
        self._compile(home, *staged(i, home), f"-I{MEASURE}", "-c", f"{MEASURE}/subject.c")
        return home, [str(f) for f in home.glob("*.o")]

    def small(self, i: Implementation, *runner: str, **environment: str) -> str:
        """The output of `try small`, which must succeed and have the pinned checksum."""
        ran = subprocess.run(
            [*runner, str(self.build(i)), "0", "0", "small"],
            capture_output=True, text=True, errors="replace", timeout=600, env=environment or None,
        )  # fmt: skip
        said = ran.stdout + ran.stderr
        assert ran.returncode == 0 and ran.stdout.splitlines()[-1:] == ["done"], said
        assert f"checksum small {i.primitive.checksums()['small']}\n" in ran.stdout, said
        return said
