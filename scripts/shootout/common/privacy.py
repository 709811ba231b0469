"""Removal of the names and folders that tell whose machine this is."""

from __future__ import annotations

import getpass
import platform
import re
import tempfile
from functools import cache
from pathlib import Path

from .paths import BUILD, ROOT

COMMON = {"root", "user", "localhost"}  # names that identify nobody
PRIVATE = "private"


def clean(text: str) -> str:
    """The text as printable ASCII on one line, without this machine's folders.

    Names of the user and the host are replaced only in paths: elsewhere they may be our words.
    """
    for path, name in _folders():
        text = text.replace(path, name)
    if "/" in text:
        text = re.sub(rf"(?<=/)(?:{_names()})(?![\w.-])", PRIVATE, text)
    return " ".join(re.sub(r"[^ -~]", "?", text).split())


def said(text: str) -> str:
    """The output of a foreign program, cleaned; in it the names are replaced everywhere."""
    return re.sub(rf"(?<![A-Za-z0-9])(?:{_names()})(?![A-Za-z0-9])", PRIVATE, clean(text))


@cache
def _folders() -> list[tuple[str, str]]:
    """Pairs of a folder and its replacement, the longest folder first: one may contain another."""
    known = [
        (f"{BUILD}/stage/", ""),
        ("../../../../../stage/", ""),  # as seen from the folder of a cell
        (str(BUILD), "build"),
        (str(ROOT), "."),
        (str(Path.home()), "~"),
        (str(Path.home().resolve()), "~"),
        (tempfile.gettempdir(), "/tmp"),
    ]
    return sorted((each for each in known if len(each[0]) > 1), key=lambda each: -len(each[0]))


@cache
def _names() -> str:
    """A regular expression for the names of the user and of the host."""
    host = platform.node()
    try:
        names = {getpass.getuser(), host, host.split(".")[0]}
    except (KeyError, OSError, ImportError):  # a user without a name
        names = {host, host.split(".")[0]}
    telling = sorted(names - COMMON - {""}, reverse=True)
    return "|".join(map(re.escape, telling)) or "(?!)"  # which matches nothing
