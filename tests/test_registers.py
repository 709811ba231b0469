"""Assembly keeps the registers that a call must keep, on every ABI."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import lacking, need, need_compiler, options, staged

from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation, Primitive, implementations, primitives

HERE = ROOT / "tests" / "registers"
POISON = "0x5a5a1000"
RUNS = {
    "amd64": ("gcc -m64 -march=x86-64", ""),
    "x86": ("gcc -m32 -march=i686", ""),
    "armeabi": ("arm-linux-gnueabi-gcc -static -march=armv5te", "qemu-arm"),
    "arm64": ("aarch64-linux-gnu-gcc -static", "qemu-aarch64"),
    "ppc32": ("powerpc-linux-gnu-gcc -static", "qemu-ppc -cpu 7447A"),  # a G4: AltiVec
    "riscv64": ("riscv64-linux-gnu-gcc -static", "qemu-riscv64 -cpu rv64,zbb=true"),
}
# On these each instruction of a short call is stepped over: the message has a block of 64 bytes
# Without tables of procedures and without C's thunks, for which the C library tells no frames.
UNWIND = ("-DUNWIND=70", "-fasynchronous-unwind-tables", "-fno-plt", "-fno-pie", "-no-pie")
UNWINDING = dict.fromkeys(("amd64", "x86"), UNWIND)
NEON = "arm-linux-gnueabihf-gcc -static -march=armv7-a+neon"
ASSEMBLY = [
    (i, abi)
    for i in distinct(i for p in primitives(ROOT / "crypto_hash") for i in implementations(p))
    for abi in RUNS
    if list(i.folder.glob("*.[sS]")) and i.runs_on(abi)
]


def called(i: Implementation, abi: str, folder: Path) -> subprocess.CompletedProcess[str]:
    compiler, runner = RUNS[abi]
    neon = abi == "armeabi" and "neon" in i.extensions()
    compiler = NEON if neon else compiler
    command = compiler.split()
    need(*runner.split()[:1], what=f"{abi}: ")
    need_compiler(*command, what=f"{abi}: ")
    if not runner and lacking(i):
        pytest.skip(f"this machine lacks {' '.join(sorted(lacking(i)))}")
    names = [f"-DSUBJECT={namespace(i)}", f"-DPOISON={POISON}", *UNWINDING.get(abi, ())]
    extensions = [] if neon else options(i)
    command += ["-O2", *extensions, *names, "-o", "check", *staged(i, folder)]
    made = subprocess.run(
        [*command, HERE / f"{abi}.S", HERE / "check.c"], cwd=folder, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    return subprocess.run(
        [*runner.split(), "./check"], cwd=folder, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize(("i", "abi"), ASSEMBLY, ids=lambda x: getattr(x, "path", x))
def test_registers_are_kept(i: Implementation, abi: str, tmp_path: Path) -> None:
    """On x86 the stack is unwound at each instruction, too: .cfi tells how."""
    ran = called(i, abi, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


X87 = ("movd %eax, %mm0", "fld1", "fninit", "push $0x1f80; ldmxcsr (%{sp}); pop %{cx}")
CLOBBERS = {
    "amd64": ("xor %r14d, %r14d", *(each.format(sp="rsp", cx="rcx") for each in X87)),
    "x86": ("xor %esi, %esi", *(each.format(sp="esp", cx="ecx") for each in X87)),
    "armeabi": ("mov r7, #0",),
    "arm64": ("mov x24, 0",),
    "ppc32": (
        "li 20, 0",
        '.machine "altivec"; vspltisw 20, 0',
        '.machine "altivec"; vspltisw 31, 0',
    ),
    "riscv64": ("li s5, 0",),
}


def made_of(code: str, abi: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The check of a function with this code, whose frame is described as that of a leaf."""
    home = folder / "home"
    home.mkdir()
    back = {"armeabi": "bx lr", "ppc32": "blr"}.get(abi, "ret")
    (home / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    (home / "architectures").write_text(abi + "\n")
    text = f".globl SUBJECT\nSUBJECT:\n.cfi_startproc\n{code}\n{back}\n.cfi_endproc\n"
    (home / "hash.S").write_text(text + '.section .note.GNU-stack, ""\n')
    return called(Implementation(Primitive("some", folder), "home", home), abi, folder / "made")


@pytest.mark.parametrize(
    ("abi", "clobber"), [(abi, each) for abi in RUNS for each in ("", *CLOBBERS[abi])]
)
def test_a_changed_register_is_seen(abi: str, clobber: str, tmp_path: Path) -> None:
    """A function that returns at once passes; one that changes a register does not."""
    ran = made_of(clobber, abi, tmp_path)
    assert (ran.returncode != 0) == bool(clobber), ran.stdout + ran.stderr
    assert ("is changed" in ran.stdout) == bool(clobber)


@pytest.mark.parametrize("abi", UNWINDING)
def test_a_frame_that_is_not_described_is_seen(abi: str, tmp_path: Path) -> None:
    """Between a push and a pop that no directive follows, the caller is not found."""
    ran = made_of("push %{0}\npop %{0}".format("rax" if abi == "amd64" else "eax"), abi, tmp_path)
    assert ran.returncode != 0 and " not, the first crypto_hash+1" in ran.stdout, ran.stdout
