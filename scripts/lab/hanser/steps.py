"""The kernels of the strategies: their sources, their classes, their methods that do the work."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.build.programs import COMPILE_SECONDS
from shootout.common.errors import Trouble
from shootout.common.paths import BUILD, ROOT
from shootout.java import make, vms
from shootout.java.implementation import HOME

from . import groestl_port, kernels, ports, vectors
from .bench import Pair
from .block import Subject

MADE = BUILD / "java" / "strategies"
WHO = "strategies"
VECTORS = ("--add-modules", "jdk.incubator.vector")
WRITTEN = {
    "KeccakXor": kernels.keccak("KeccakXor", joined="^"),
    "KeccakOr": kernels.keccak("KeccakOr"),
    "KeccakMembers": kernels.keccak("KeccakMembers", members=True),
    "KeccakUnrolled": kernels.keccak("KeccakUnrolled", rounds=24),
    "SkeinXor": kernels.skein("SkeinXor", joined="^"),
    "SkeinOr": kernels.skein("SkeinOr"),
    "SkeinUnrolled": kernels.skein("SkeinUnrolled", joined="", rounds=72),
    "KeccakAgain": kernels.keccak("KeccakAgain", again=True),
    "KeccakPublic": kernels.keccak("KeccakPublic", method="public"),
    "KeccakPrivate": kernels.keccak("KeccakPrivate", method="private static"),
    "KeccakTwo": kernels.keccak("KeccakTwo", rounds=2),
    "SkeinArray": kernels.skein("SkeinArray", array=True),
    "SkeinFields": kernels.skein("SkeinFields", fields=True),
    "SkeinNew": kernels.skein("SkeinNew", subkeys="new long[152]"),
    "SkeinBuffer": kernels.skein("SkeinBuffer", subkeys="room"),
    "SkeinPublic": kernels.skein("SkeinPublic", method="public"),
    "SkeinPrivate": kernels.skein("SkeinPrivate", method="private static"),
    "BlakePort": ports.blake("BlakePort"),
    "BlakeFlat": ports.blake("BlakeFlat", flat=True),
    "BlakeBuffers": ports.blake("BlakeBuffers", buffers=True),
    "BlakeSimple": ports.blake("BlakeSimple", simple=True),
    "BlakeInlined": ports.blake("BlakeInlined", inlined=True),
    "BlakeBare": ports.blake("BlakeBare", bare=True),
    "GroestlModulo": ports.groestl("GroestlModulo", modulo=True),
    "GroestlNew": ports.groestl("GroestlNew", buffer="new"),
    "GroestlBuffer": ports.groestl("GroestlBuffer", buffer="field"),
    "GroestlMethod": ports.groestl("GroestlMethod", "method"),
    "GroestlPublic": ports.groestl("GroestlPublic", "method", public=True),
    "GroestlLocals": ports.groestl("GroestlLocals", "method", locals_=True),
    "GroestlWhole": ports.groestl("GroestlWhole", "whole"),
    "GroestlSplit": ports.groestl("GroestlSplit", "split"),
    "JhPort": ports.jh("JhPort"),
    "JhPublic": ports.jh("JhPublic", public=True),
    "JhNew": ports.jh("JhNew", buffer="new"),
    "JhBuffer": ports.jh("JhBuffer", buffer="field"),
    "JhInlined": ports.jh("JhInlined", inlined=True),
    "JhMembers": ports.jh("JhMembers", inlined=True, members=True),
    "JhTwo": ports.jh("JhTwo", inlined=True, rounds=2),
    "GroestlDeep": kernels.groestl("GroestlDeep", flat=False),
    "GroestlFlat": kernels.groestl("GroestlFlat", flat=True),
}
IN_VECTORS = {
    "KeccakVector": vectors.keccak("KeccakVector"),
    "SkeinVector": vectors.skein("SkeinVector"),
    "JhVector": vectors.jh("JhVector", whole=False),
    "JhWhole": vectors.jh("JhWhole", whole=True),
}
# Plain ports of C that no strategy begins with.
PORTS = {
    "Blake512Port": ports.blake("Blake512Port", wide=True),
    "GroestlPort": groestl_port.groestl("GroestlPort", 8),
    "Groestl512Port": groestl_port.groestl("Groestl512Port", 16),
    "SkeinPort": kernels.skein("SkeinPort", joined="^", subkeys="new long[152]", array=True),
}
# Packages of implementations that serve as kernels.
DIGESTS = {
    "Blake": "crypto_hash.blake256.java",
    "BlakeVector": "crypto_hash.blake256.javavector",
    "Blake512": "crypto_hash.blake512.java",
    "Blake512Vector": "crypto_hash.blake512.javavector",
    "Jh": "crypto_hash.round3jh256.java64",
}
SCALAR = ("Blake", "Blake512", "Jh")
# The function of each family of kernels, and the method that does most of the work.
FAMILIES = {
    "Keccak": ("keccakc512", "permute"),
    "Skein": ("skein512512", "encrypt"),
    "Groestl512": ("groestl512", "roundP"),
    "Groestl": ("groestl256", "roundP"),
    "Jh": ("round3jh256", "permute"),
    "Blake512": ("blake512", "compress"),
    "Blake": ("blake256", "compress"),
}
# The methods that do the work, where they are not the family's.
WORK = {
    "Blake": ("Blake256Rounds0To3::rounds0And1",),
    "BlakeVector": ("Hash::rounds",),
    "Blake512": ("Blake512Rounds0To3::rounds0And1",),
    "Blake512Vector": ("Hash::rounds",),
    "Jh": ("Rounds::seven",),
    "JhVector": ("JhVector::round", "JhVector::linear"),
    "JhWhole": ("JhWhole::round",),
    "KeccakVector": ("KeccakVector::thetaRho", "KeccakVector::chiIota"),
    "SkeinVector": ("SkeinVector::rounds",),
}


def methods(name: str) -> list[str]:
    """The methods that do a kernel's work, each package.Class::method."""
    package = DIGESTS.get(name, "strategies")
    return [f"{package}.{m}" for m in WORK.get(name, (f"{name}::{_family(name)[1]}",))]


def _family(name: str) -> tuple[str, str]:
    return next(found for family, found in FAMILIES.items() if name.startswith(family))


def compile_kernels(javac: str) -> tuple[list[Subject], str]:
    """Compile all kernels and return them, with a report if those in vectors are left out.

    What is in one folder is measured again if any of it changes.
    """
    shutil.rmtree(MADE, ignore_errors=True)
    hand = sorted((HOME / "strategies").glob("*.java"))
    classes = [*_write(WRITTEN, "source"), *hand, *_of_digests(*SCALAR)]
    for folder, files in (("classes", classes), ("ports", _write(PORTS, "source"))):
        if trouble := _compile(javac, make.OWN, files, folder):
            raise Trouble(f"java/strategies does not compile: {trouble}")
    names = [*WRITTEN, *(f.stem for f in hand if "abstract class" not in f.read_text())]
    found = [_subject(name) for name in (*names, *SCALAR)]
    found += [_subject(name, "ports") for name in PORTS]
    others = [name for name in DIGESTS if name not in SCALAR]
    files = [*_write(IN_VECTORS, "source"), *_of_digests(*others)]
    trouble = _compile(javac, VECTORS, files, "vectors")
    if trouble:
        return found, f"kernels in vectors are left out: they do not compile: {trouble}"
    in_vectors = (*IN_VECTORS, *others)
    return [*found, *(_subject(name, "vectors", VECTORS) for name in in_vectors)], ""


def _write(texts: dict[str, str], folder: str) -> list[Path]:
    source = MADE / folder / "strategies"
    source.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (source / f"{name}.java").write_text(text)
    return [source / f"{name}.java" for name in texts]


def _of_digests(*names: str) -> list[Path]:
    return [ROOT / DIGESTS[name].replace(".", "/") / "Hash.java" for name in names]


def _compile(javac: str, flags: Iterable[str], files: Iterable[Path], folder: str) -> str:
    """Run javac; return the first error, empty if there is none."""
    sources = f"{MADE / 'source'}:{HOME}:{ROOT}"
    command = [javac, *flags, "-Xlint:all", "-sourcepath", sources, "-d", str(MADE / folder)]
    ran = subprocess.run(
        [*command, *map(str, files)], capture_output=True, text=True, errors="replace",
        timeout=COMPILE_SECONDS, check=False,
    )  # fmt: skip
    errors = [line for line in ran.stderr.splitlines() if "error" in line]
    return (errors or ["javac says nothing"])[0] if ran.returncode else ""


def _subject(name: str, folder: str = "classes", flags: tuple[str, ...] = ()) -> Subject:
    class_name = f"{DIGESTS[name]}.Hash" if name in DIGESTS else f"strategies.{name}"
    return Subject(_family(name)[0], WHO, name, class_name, (MADE / folder,), flags)


def pairs(
    used: Sequence[Compiler], primitives: Collection[str], javac: str
) -> tuple[list[Pair], list[str]]:
    """The kernels of these functions in all VMs that run them, and reports of what is left out."""
    subjects, trouble = compile_kernels(javac)
    reasons = [trouble] if trouble else []
    found = []
    for vm in used:
        takes = vms.takes(vm.runner, VECTORS)
        if not takes and not trouble:
            name = " ".join(vm.command)
            reasons.append(f"kernels in vectors are left out in {name}: no {VECTORS[-1]} there")
        chosen = (s for s in subjects if s.primitive in primitives and (takes or not s.flags))
        found += [(vm, s) for s in chosen]
    return found, reasons
