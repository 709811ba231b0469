"""Trials: an implementation with another order as a shared object, at several places of memory."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import MEASURE
from shootout.registry.stage import SOURCES, contents, namespace
from shootout.registry.tree import Implementation

COMPILER = "cc -O3 -fomit-frame-pointer -march=native"
PLACES = (64, 1472, 2880)  # bytes of a page in front of the code
SECONDS = 120


class Trials:
    """Builds an implementation again and again; only what the order decides is compiled again."""

    def __init__(
        self, implementation: Implementation, generated: str, folder: Path, compiler: str = COMPILER
    ) -> None:
        self.folder = folder
        self.generated = generated
        self.name = namespace(implementation)
        self.compiler = shlex.split(compiler)
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in contents(implementation).items():
            (folder / name).write_bytes(data)
        sources = [f for f in sorted(folder.iterdir()) if f.suffix in SOURCES and f.stem != "place"]
        self.fresh = [f.name for f in sources if f.name == generated or generated in f.read_text()]
        for place in PLACES:
            (folder / f"place{place}.s").write_text(
                f"    .text\n    .p2align 12\n    .skip {place}\n"
                '    .section .note.GNU-stack,"",@progbits\n'
            )
            self._compile(f"place{place}.s")
        self.objects = [f"{f.stem}.o" for f in sources]
        for file in sources:
            if file.name not in self.fresh:
                self._compile(file.name)

    def build(self, text: str) -> list[Path]:
        """The shared objects with this text as the generated file, one for each place."""
        (self.folder / self.generated).write_text(text)
        for name in self.fresh:
            self._compile(name)
        self.count += 1
        made = []
        for place in PLACES:
            made.append(self.folder / f"{self.count}-{place}.so")
            objects = [f"place{place}.o", *self.objects]
            self._run("-shared", "-o", made[-1].name, *objects)
        return made

    def _compile(self, name: str) -> None:
        names = [
            f"-D{u}CRYPTO_{shared}NAMESPACE(name)={u}{self.name}_##name"
            for u in ("", "_") for shared in ("", "SHARED_")
        ]  # fmt: skip
        tops = [f"-D{u}CRYPTO_NAMESPACETOP={u}{self.name}" for u in ("", "_")]
        align = "-DCRYPTO_ALIGN(n)=__attribute__((aligned(n)))"
        include = f"-I{MEASURE / 'include'}"
        self._run("-fPIC", "-DSUPERCOP", *names, *tops, align, include, "-I.", "-c", name)

    def _run(self, *words: str) -> None:
        command = [*self.compiler, *words]
        made = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, errors="replace",
            timeout=SECONDS, check=False,
        )  # fmt: skip
        if made.returncode:
            said = (made.stderr.splitlines() or ["no output"])[0]
            raise Trouble(f"{self.folder}: {shlex.join(command)} fails: {said}")


def discard(files: list[Path]) -> None:
    """Remove shared objects that are not wanted any more."""
    for file in files:
        file.unlink(missing_ok=True)
