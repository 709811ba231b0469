"""A private environment of packages under build/: made on first use, for what is not installed."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import BUILD, ROOT, short
from ..common.progress import BAR
from ..common.terminal import warn

OLDEST = (3, 6)  # of matplotlib: the first that can take a dollar sign in text literally
SECONDS = 600  # wall time of a step of the installation
PIP = "-m pip install -q --disable-pip-version-check --retries 1 --timeout 15 --only-binary :all:"


@dataclass(frozen=True)
class Environment:
    """Packages that a command needs beyond the standard library."""

    name: str  # of its folder in build/, before the version of Python
    requirements: str  # a file in scripts/, its packages pinned
    packages: str  # in words
    present: Callable[[], bool]  # whether this Python has them
    without: str  # what cannot be done without them
    todo: str  # how else to get them

    def ready(self) -> None:
        """Make the packages importable; raise Trouble when that is impossible.

        Those under build/ take precedence over the system's, which may be too old.
        """
        if self.present():
            return
        folder = BUILD / "{}-{}.{}".format(self.name, *sys.version_info[:2])
        stamp = folder / "made"
        wanted = (ROOT / "scripts" / self.requirements).read_text()
        if not stamp.exists() or stamp.read_text() != wanted:
            if not BAR.drawn:
                warn(f"installing {self.packages} under {short(folder)}, once")
            self._install(folder)
            stamp.write_text(wanted)
        sys.path[:0] = [str(path) for path in folder.glob("lib*/python*/site-packages")]
        importlib.invalidate_caches()
        if not self.present():
            raise Trouble(f"{folder}: no {self.packages} in it. Remove the folder, then try again.")

    def _install(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        environment = [sys.executable, "-m", "venv", str(folder)]
        requirements = str(ROOT / "scripts" / self.requirements)
        libraries = [str(folder / "bin" / "python"), *PIP.split(), "-r", requirements]
        for command in BAR.each(f"install {self.packages}", [environment, libraries]):
            if why := run(command):
                raise Trouble(
                    f"{self.without}: {self.packages} are missing and cannot be installed under "
                    f"build/ ({why:.120}). {self.todo}"
                )


def run(command: list[str]) -> str:
    """Run a step of the installation; return why it failed, empty if it did not."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS, cwd=ROOT
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    said = (done.stdout + done.stderr).strip().splitlines()
    errors = [line for line in said if line.startswith("ERROR")]
    return (errors or said or ["no reason given"])[-1] if done.returncode else ""


def present() -> bool:
    """Whether this Python has NumPy and a matplotlib that is new enough."""
    if not all(importlib.util.find_spec(name) for name in ("numpy", "matplotlib")):
        return False
    try:
        version = importlib.metadata.version("matplotlib")
    except importlib.metadata.PackageNotFoundError:
        return False
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= OLDEST


def ready() -> None:
    """Make `import matplotlib` work; raise Trouble when that is impossible."""
    Environment(
        "drawing", "requirements-graphs.txt", "matplotlib and NumPy", present, "no graphs",
        "Install them (Debian: apt install python3-matplotlib), then run ./do graphs.",
    ).ready()  # fmt: skip
