"""The sources that nodes build: this checkout without its results and pictures."""

from __future__ import annotations

import os
import subprocess
import tarfile
from gzip import GzipFile
from pathlib import Path

from shootout.common.atomic import appear
from shootout.common.errors import Trouble
from shootout.common.paths import ROOT

LEFT_OUT = ("data", "graphs", "build", "fleet", "tests", ".git")


def pack(file: Path) -> None:
    """Write the archive, anew each time. The same sources make the same bytes."""
    try:
        with appear(file, replace=True) as out, GzipFile("", "wb", fileobj=out, mtime=0) as packed:
            _tar(packed)
    except OSError as error:
        raise Trouble(f"{file}: {error.strerror}. Make room there or choose --folder.") from error


def _tar(packed: GzipFile) -> None:
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in paths():
            archive.add(ROOT / path, arcname=path, recursive=False)


def paths() -> list[str]:
    """The files of the checkout, those that git does not know yet included."""
    words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
        found = [Path(name) for name in sorted({*os.fsdecode(listed).split("\0")}) if name]
    except (OSError, subprocess.CalledProcessError):  # no git, or no clone
        found = [path.relative_to(ROOT) for path in sorted(ROOT.rglob("*")) if not path.is_dir()]
    kept = (p for p in found if p.parts[0] not in LEFT_OUT and "__pycache__" not in p.parts)
    return [str(path) for path in kept if (ROOT / path).is_symlink() or (ROOT / path).exists()]
