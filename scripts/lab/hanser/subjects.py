"""The subjects of the paper's method: our implementations, and others' libraries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.build.programs import COMPILE_SECONDS, failure
from shootout.common.errors import Trouble
from shootout.common.paths import BUILD
from shootout.common.process import execute
from shootout.java import make
from shootout.java.cell import java_cells
from shootout.java.implementation import HOME
from shootout.java.vms import GRAAL
from shootout.registry.tree import Implementation

from .bench import BLOCKS, CASTLE, JDK, OURS, SPHLIB, Digest, Pair

PEERS = BUILD / "java" / "peers"  # the jars of scripts/get-java-peers
ADAPTER = PEERS / "classes"
SPHLIB_CLASSES = {
    "sha256": "SHA256", "sha512": "SHA512", "blake256": "BLAKE256", "blake512": "BLAKE512",
    "groestl256": "Groestl256", "groestl512": "Groestl512", "round3jh256": "JH256",
    "round3jh512": "JH512", "keccakc512": "Keccak256", "keccakc1024": "Keccak512",
    "skein512256": "Skein256", "skein512512": "Skein512",
}  # fmt: skip
CASTLE_CLASSES = {
    "sha256": "SHA256$Digest", "sha512": "SHA512$Digest", "keccakc512": "Keccak$Digest256",
    "keccakc1024": "Keccak$Digest512", "skein512256": "Skein$Digest_512_256",
    "skein512512": "Skein$Digest_512_512",
}  # fmt: skip


def ours(
    implementations: Sequence[Implementation], used: Sequence[Compiler]
) -> tuple[list[Pair], list[str]]:
    """Our subjects in the VMs that can run them here, and reports of what is left out."""
    found: list[Pair] = []
    reasons = []
    for vm in used:
        for cell in java_cells(implementations, [vm]):
            name, why = cell.implementation.name, ""
            if cell.primitive not in BLOCKS:
                continue
            if missing := cell.lacking():
                why = f"there is no {' '.join(sorted(missing))} here"
            elif failure(cell):
                why = "it does not compile"
            if why:
                reasons.append(f"{cell.primitive}/{name} is left out: {why}")
                continue
            library = cell.made / cell.abi
            places = (cell.made / "classes", *([library] if library.is_dir() else []))
            flags = (*cell.implementation.flags(), f"-Djava.library.path={library}")
            who, name = (JDK, f"JDK {version(vm)}") if name == "jdk" else (OURS, name)
            class_name = cell.implementation.class_name
            found.append((vm, Digest(cell.primitive, who, name, class_name, places, flags)))
    return found, reasons


def version(vm: Compiler) -> str:
    """The release of a VM: 17.0.15 for OpenJDK_64-Bit_Server_VM_17.0.15+6-..."""
    release = vm.version.rpartition("VM_")[2].partition("+")[0]
    return f"{release} with Graal" if GRAAL in vm.command else release


def _jar(prefix: str) -> Path | None:
    found = sorted(PEERS.glob(f"{prefix}-*.jar"))
    return found[-1] if found else None


def peers(
    primitives: Sequence[str], used: Sequence[Compiler], javac: str
) -> tuple[list[Pair], list[str]]:
    """The subjects of others' libraries that are installed, and a report of the missing ones."""
    sphlib, castle = _jar("saphir-hash-core"), _jar("bcprov-jdk18on")
    missing = [name for name, jar in ((SPHLIB, sphlib), (CASTLE, castle)) if not jar]
    found = []
    if sphlib:
        _adapter(sphlib, javac)
        for p in (p for p in primitives if p in SPHLIB_CLASSES):
            flags = (f"-Dpeers.sphlib={SPHLIB_CLASSES[p]}",)
            places = (ADAPTER, sphlib)
            found.append(Digest(p, SPHLIB, sphlib.stem, "peers.Sphlib", places, flags))
    if castle:
        for p in (p for p in primitives if p in CASTLE_CLASSES):
            name = f"org.bouncycastle.jcajce.provider.digest.{CASTLE_CLASSES[p]}"
            found.append(Digest(p, CASTLE, castle.stem, name, (castle,)))
    said = f"{' and '.join(missing)} left out: scripts/get-java-peers fetches them"
    return [(vm, one) for vm in used for one in found], [said] if missing else []


def _adapter(jar: Path, javac: str) -> None:
    """Compile java/peers against sphlib; it takes a second, so it is not cached."""
    ADAPTER.mkdir(parents=True, exist_ok=True)
    words = [javac, *make.OWN, "-cp", str(jar), "-d", str(ADAPTER)]
    if trouble := compiled([*words, *map(str, sorted((HOME / "peers").glob("*.java")))]):
        raise Trouble(f"java/peers does not compile: {trouble}")


def compiled(words: Sequence[str]) -> str:
    """Run javac; return the first error, empty if there is none."""
    ran = execute(words, COMPILE_SECONDS)
    errors = [line for line in ran.output.splitlines() if "error" in line]
    return (errors or ["javac says nothing"])[0] if ran.status else ""
