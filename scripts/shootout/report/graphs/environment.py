"""NumPy and matplotlib for drawing: found on this system, or installed under build/."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ...common.errors import Trouble
from ...common.paths import BUILD, ROOT, short
from ...common.progress import BAR
from ...common.terminal import warn

REQUIREMENTS = ROOT / "scripts" / "requirements-graphs.txt"
OLDEST = (3, 6)  # of matplotlib: the first that can take a dollar sign in text literally
SECONDS = 600  # wall time of a step of the installation
PIP = "-m pip install -q --disable-pip-version-check --retries 1 --timeout 15 --only-binary :all:"


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
    """Make `import matplotlib` work; raise Trouble when that is impossible.

    Packages under build/ take precedence over the system's, whose NumPy may be too old.
    """
    if present():
        return
    folder = BUILD / "drawing-{}.{}".format(*sys.version_info[:2])
    stamp = folder / "made"
    wanted = REQUIREMENTS.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        warn(f"installing matplotlib and NumPy under {short(folder)}, once")
        _install(folder)
        stamp.write_text(wanted)
    sys.path[:0] = [str(path) for path in folder.glob("lib*/python*/site-packages")]
    importlib.invalidate_caches()
    if not present():
        raise Trouble(f"{folder}: no matplotlib in it. Remove the folder, then try again.")


def _install(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    environment = [sys.executable, "-m", "venv", str(folder)]
    libraries = [str(folder / "bin" / "python"), *PIP.split(), "-r", str(REQUIREMENTS)]
    for command in BAR.each("install matplotlib", [environment, libraries]):
        _run(command)


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS, cwd=ROOT
        )
        said = (done.stdout + done.stderr).strip().splitlines()
        if not done.returncode:
            return
        errors = [line for line in said if line.startswith("ERROR")]
        why = (errors or said or ["no reason given"])[-1]
    except (OSError, subprocess.SubprocessError) as error:
        why = str(error)
    raise Trouble(
        f"no graphs: matplotlib is missing and cannot be installed under build/ ({why:.120}). "
        "Install it (Debian: apt install python3-matplotlib), then run ./do graphs."
    )
