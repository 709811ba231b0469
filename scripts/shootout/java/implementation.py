"""A Java implementation: a folder of crypto_hash with Hash.java, whose package is its path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ..common.named import told
from ..common.paths import ROOT
from ..registry.sets import native
from ..registry.tree import Implementation, strays

# The code that implementations share (package digest), and the programs that try and time them.
HOME = ROOT / "java"
# What `javaflags` may have.
MODULES = re.compile(
    r"(?:(?: |^)--add-(?:modules|exports|opens|reads) [A-Za-z][\w.,=/]*)*", re.ASCII
)
# The use of a class from a package of ours.
NAMED = re.compile(r"\b(crypto_hash\.\w+\.\w+|digest)\.[A-Z]")


@dataclass(frozen=True)
class JavaImplementation(Implementation):
    """A folder that holds Hash.java, which SUPERCOP ignores."""

    MARK: ClassVar[str] = "Hash.java"

    @property
    def class_name(self) -> str:
        """The full name of the class, a MessageDigest."""
        return ".".join([*self.path.split("/"), "Hash"])

    @property
    def native(self) -> str:
        """The native code that does its work; empty for most."""
        return native(self.primitive.name, self.name, self.primitive.folder.parent)

    def flags(self) -> tuple[str, ...]:
        """The options that javac and java need for it, from the file `javaflags`."""
        words = self._words()
        return words if MODULES.fullmatch(" ".join(words)) else ()

    def refused(self) -> frozenset[str]:
        """Words of `javaflags` that would be more than modules: agents, commands to run, ..."""
        return frozenset(self._words()) - frozenset(self.flags())

    def _words(self) -> tuple[str, ...]:
        return tuple(told(self.folder / "javaflags").split())

    def parts(self) -> dict[str, Path]:
        """Its sources by path: those of its folder, and the classes that it uses."""
        found: dict[str, Path] = {}
        packages = {self.path: self.folder}  # in the order they are met
        waiting = [self.path]
        while waiting:
            name = waiting.pop()
            home, pattern = packages[name], "*" if name == self.path else "*.java"
            apart = strays(home.iterdir(), self.primitive.folder.parent)
            for file in (f for f in home.glob(pattern) if f.is_file() and f.name not in apart):
                found[f"{name}/{file.name}"] = file
                for used in NAMED.findall(file.read_text("utf-8", errors="replace")):
                    path, folder = self._package(used)
                    if path not in packages and folder.is_dir():
                        packages[path] = folder
                        waiting.append(path)
        return found

    def _package(self, name: str) -> tuple[str, Path]:
        """The name of a package of ours in results, and its folder."""
        top, _, rest = name.partition(".")
        if top == "crypto_hash":
            return name.replace(".", "/"), self.primitive.folder.parent.joinpath(*rest.split("."))
        return f"java/{name}", HOME / name
