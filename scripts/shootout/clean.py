"""Text without anything that tells whose machine this is."""

from __future__ import annotations

import getpass
import platform
import re
import tempfile
from functools import cache
from pathlib import Path

from .paths import BUILD, ROOT

COMMON = {"root", "user", "localhost"}  # names that tell nothing


def clean(text: str) -> str:
    """Printable ASCII on one line; folders of this machine, its user and its name replaced."""
    for path, name in _folders():
        text = text.replace(path, name)
    if "/" in text:
        text = _names().sub("private", text)
    return " ".join(re.sub(r"[^ -~]", "?", text).split())


@cache
def _folders() -> list[tuple[str, str]]:
    """The longest first: each may lie in another."""
    known = [
        (f"{BUILD}/stage/", ""),
        (str(BUILD), "build"),
        (str(ROOT), "."),
        (str(Path.home()), "~"),
        (str(Path.home().resolve()), "~"),
        (tempfile.gettempdir(), "/tmp"),
    ]
    return sorted((each for each in known if len(each[0]) > 1), key=lambda each: -len(each[0]))


@cache
def _names() -> re.Pattern[str]:
    """The user and the host, where a folder is called so; anywhere else they are words."""
    host = platform.node()
    try:
        names = {getpass.getuser(), host, host.split(".")[0]}
    except (KeyError, OSError, ImportError):  # a user without a name
        names = {host, host.split(".")[0]}
    told = "|".join(re.escape(name) for name in sorted(names - COMMON - {""}, reverse=True))
    return re.compile(rf"(?<=/)(?:{told or '(?!)'})(?![\w.-])")
