"""Assembly as a library would link it, and with the instructions that its folder names, no others.

The assembler checks the instructions; the objects tell the rest.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from sisters import FIRST
from trying import ARMV8, need_compiler, ran, told

from shootout.registry.stage import namespace, stage
from shootout.registry.tree import Implementation

# Where gas has other names than gcc
NAMES = {"sse41": "sse4.1", "sse42": "sse4.2", "avx512vbmi2": "avx512_vbmi2"}


class Assembler(NamedTuple):
    """gcc with its options for an ABI; gas and its options for the baseline, which
    `architectures` does not name; the option that protects, and what an object then says."""

    gcc: tuple[str, ...]
    gas: tuple[str, ...]
    protecting: str = ""
    properties: str = ""

    def knows(self, words: frozenset[str]) -> list[str]:
        """gas's options for the baseline and these extensions."""
        kind = self.gas[0].partition("-")[0]
        if kind == "as":
            names = sorted(NAMES.get(word, word) for word in words)
            return [*self.gas[1:-1], "+".join([self.gas[-1], *names])]
        if kind == "arm" and words:
            return ["-march=armv7-a", f"-mfpu={' '.join(words)}"]
        if kind == "aarch64" and words:
            return [
                "-march=" + "+".join(["armv8.2-a", *sorted({ARMV8[w] for w in words - {"neon"}})])
            ]
        if kind == "powerpc":
            return [*self.gas[1:], *(f"-m{word}" for word in sorted(words))]
        return [*self.gas[1:-1], "_".join([self.gas[-1], *sorted(words)])]


CET = ("-fcf-protection", "IBT, SHSTK")
PAC = ("-mbranch-protection=standard", "BTI, PAC")
ASSEMBLERS = {
    "amd64": Assembler(("gcc", "-m64"), ("as", "--64", "-march=generic64"), *CET),
    "x86": Assembler(("gcc", "-m32"), ("as", "--32", "-march=i686"), *CET),
    "armeabi": Assembler(
        ("arm-linux-gnueabi-gcc", "-march=armv5te"), ("arm-linux-gnueabi-as", "-march=armv5te")
    ),
    "arm64": Assembler(
        ("aarch64-linux-gnu-gcc",), ("aarch64-linux-gnu-as", "-march=armv8-a"), *PAC
    ),
    "ppc32": Assembler(("powerpc-linux-gnu-gcc",), ("powerpc-linux-gnu-as", "-a32", "-mppc")),
    "riscv64": Assembler(
        ("riscv64-linux-gnu-gcc",),
        ("riscv64-linux-gnu-as", "-fpic", "-mabi=lp64d", "-march=rv64gc"),
    ),
}
CELLS = [
    (i, abi) for i in FIRST for abi in ASSEMBLERS if abi in i.abis() and list(i.folder.glob("*.S"))
]
# What would let the assembler take more than it was told
MORE = re.compile(r"^ *\.(arch|arch_extension|cpu|fpu|machine|option)\b.*$", re.M)


def assemble(source: Path, abi: str, words: frozenset[str], name: str, *options: str) -> str:
    """What the assembler says against a file when it may use these extensions; else nothing."""
    its = ASSEMBLERS[abi]
    folder, bare = source.parent, source.with_suffix(".s")
    names = f"-DCRYPTO_NAMESPACE(name)={name}_##name"
    text = told(folder, *its.gcc, names, *options, "-I", folder, "-E", "-P", source)
    bare.write_text(MORE.sub("", text))
    made = ran(folder, its.gas[0], *its.knows(words), "-o", source.with_suffix(".o"), bare)
    return made.stderr if made.returncode else ""


def needed(abi: str) -> None:
    need_compiler(*ASSEMBLERS[abi].gcc, what=f"{abi}: ")


# An instruction, the extension that it belongs to, and one that does not have it
FOREIGN = [
    ("x86", ".intel_syntax noprefix\n pxor mm0, mm1\n", "pxor", "mmx", ""),
    ("amd64", ".intel_syntax noprefix\n vpxor ymm0, ymm1, ymm2\n", "vpxor", "avx2", "ssse3"),
    ("armeabi", ".syntax unified\n.fpu neon\n veor q0, q1, q2\n", "veor", "neon", ""),
    ("arm64", ".arch armv8.2-a+sha3\n bcax v0.16b, v1.16b, v2.16b, v3.16b\n", "bcax", "sha3", ""),
    ("ppc32", '.machine "altivec"\n vxor 0, 1, 2\n', "vxor", "altivec", ""),
    ("riscv64", ".option arch, +zbb\n rori a0, a0, 1\n", "rori", "zbb", ""),
]


@pytest.mark.parametrize(("abi", "text", "name", "has", "lacks"), FOREIGN)
def test_what_is_not_named_is_refused(
    abi: str, text: str, name: str, has: str, lacks: str, tmp_path: Path
) -> None:
    needed(abi)
    source = tmp_path / "a.S"
    source.write_text(text)
    assert name in assemble(source, abi, frozenset({lacks} - {""}), "a")
    assert not assemble(source, abi, frozenset({has}), "a")


@pytest.mark.parametrize(("i", "abi"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_an_object_keeps_its_names_to_itself_and_bears_protection(
    i: Implementation, abi: str, tmp_path: Path
) -> None:
    """Of functions only their names are symbols, hidden ones; each begins where a call may lead."""
    needed(abi)
    stage(i, tmp_path)
    its = ASSEMBLERS[abi]
    for source in sorted(tmp_path.glob("*.S")):
        said = assemble(source, abi, i.extensions(), namespace(i), *filter(None, [its.protecting]))
        assert not said, f"{i.path} names {' '.join(sorted(i.extensions()))}:\n{said[:1000]}"
        made = source.with_suffix(".o")
        notes = told(tmp_path, "readelf", "-nW", made)
        assert its.properties in notes, f'{source.name}: #include "asm.h"'
        entries = set()
        for line in told(tmp_path, "readelf", "-sW", made).splitlines():
            words = line.split()
            if len(words) != 8 or not words[0].rstrip(":").isdigit() or words[6] == "UND":
                continue
            value, _, kind, bind, seen, index, name = words[1:]
            if kind == "FUNC":
                assert (bind, seen) == ("GLOBAL", "HIDDEN"), f"FUNCTION {name}"
                entries.add(int(value, 16))
            elif not re.match(r"\$[adx]|\.L", name):  # what marks data in code, and RISC-V's own
                # a number by .set does no harm
                assert kind in ("SECTION", "FILE") or index == "ABS", f"{name}: call it .L{name}"
        if its.protecting:
            intel = ["-Mintel"] if its.gcc[0] == "gcc" else []
            code = told(tmp_path, its.gcc[0].replace("gcc", "objdump"), "-d", *intel, made)
            for entry in entries:
                (line,) = re.findall(rf"^ *{entry:x}:.*", code, re.M)
                assert re.search(r"endbr|bti\tc", line), f"{source.name}: FUNCTION, not {line}"


@pytest.mark.parametrize("i", [i for i, abi in CELLS if abi == "arm64"], ids=lambda i: i.path)
def test_a_return_address_on_the_stack_is_signed(i: Implementation, tmp_path: Path) -> None:
    needed("arm64")
    stage(i, tmp_path)
    for source in sorted(tmp_path.glob("*.S")):
        assert not assemble(source, "arm64", i.extensions(), namespace(i), PAC[0])
        code = told(tmp_path, "aarch64-linux-gnu-objdump", "-d", source.with_suffix(".o"))
        stored = len(re.findall(r"\tstp\tx29, x30, \[sp, #-", code))
        assert len(re.findall(r"\tpaciasp", code)) == stored, "SIGN"
        loaded = len(re.findall(r"\tldp\tx29, x30, \[sp\], ", code))
        assert len(re.findall(r"\tautiasp", code)) == loaded, "CHECK"
