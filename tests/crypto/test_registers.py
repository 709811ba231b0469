"""Assembly keeps the registers that a call must keep, and describes its frames, on every ABI."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import ALL, FIRST
from stops import lost
from trying import made_of, missing, need, need_compiler, options, ran, staged, told

from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

HERE = ROOT / "tests" / "registers"
POISON = "0x5a5a1000"
RUNS = {
    "amd64": ("gcc -m64 -march=x86-64", ""),
    "x86": ("gcc -m32 -march=i686", ""),
    "armeabi": ("arm-linux-gnueabi-gcc -static -march=armv5te", "qemu-arm"),
    # with signed return addresses, which have to be unwound, too
    "arm64": ("aarch64-linux-gnu-gcc -static -mbranch-protection=standard", "qemu-aarch64"),
    "ppc32": ("powerpc-linux-gnu-gcc -static", "qemu-ppc -cpu 7447A"),  # a G4: AltiVec
    "riscv64": ("riscv64-linux-gnu-gcc -static", "qemu-riscv64 -cpu rv64,zbb=true"),
}
# On these the processor steps over each instruction of a short call: a block of 64 bytes and more.
# Without tables of procedures and without C's thunks, for which the C library tells no frames.
UNWIND = ("-DUNWIND=70", "-fasynchronous-unwind-tables", "-fno-plt", "-fno-pie", "-no-pie")
STEPS = dict.fromkeys(("amd64", "x86"), UNWIND)
# On the others each instruction of the assembly is a trap.
STOPS = ("-DSTOPS", str(HERE / "traps.c"))
NEON = "arm-linux-gnueabihf-gcc -static -march=armv7-a+neon"
ASSEMBLY = [
    (i, abi) for i in FIRST for abi in RUNS if list(i.folder.glob("*.[sS]")) and i.runs_on(abi)
]


def built(i: Implementation, abi: str, folder: Path) -> tuple[list[str], list[str]]:
    """What compiled a program that checks it, and what runs that."""
    compiler, runner = RUNS[abi]
    neon = abi == "armeabi" and "neon" in i.extensions()
    compiler = NEON if neon else compiler
    command = compiler.split()
    need(*runner.split()[:1], what=f"{abi}: ")
    need_compiler(*command, what=f"{abi}: ")
    if not runner and missing(i):
        pytest.skip(missing(i))
    names = [f"-DSUBJECT={namespace(i)}", f"-DPOISON={POISON}", *STEPS.get(abi, STOPS)]
    command += ["-O2", *([] if neon else options(i))]
    sources = [*staged(i, folder), str(HERE / f"{abi}.S"), str(HERE / "check.c")]
    told(folder, *command, "-o", "check", *names, *sources)
    return command, [*runner.split(), "./check"]


def functions(i: Implementation, nm: str, folder: Path) -> dict[str, range]:
    """The addresses of the functions of the assembly in the program, by their names."""
    parts = [f.read_text() for f in folder.iterdir() if f.suffix in {".S", ".inc"}]
    begun = re.findall(r"^ *FUNCTION (?:\w+\()?(\w+)", "".join(parts), re.M)
    own = {f"{namespace(i)}_{name}" for name in begun} or {namespace(i)}
    symbols = [line.split() for line in told(folder, nm, "-P", "check").splitlines()]
    sized = {w[0]: (int(w[2], 16), int(w[3], 16)) for w in symbols if len(w) == 4}
    return {name: range(sized[name][0], sum(sized[name])) for name in own}


def unwound(i: Implementation, abi: str, folder: Path, gcc: str, run: Sequence[str]) -> list[str]:
    """Where the frame of the caller is not found from an instruction of the assembly."""
    nm, objdump = (gcc.replace("gcc", tool) for tool in ("nm", "objdump"))
    there = functions(i, nm, folder)
    lines = []
    for its in there.values():
        limits = (f"--start-address={its.start}", f"--stop-address={its.stop}")
        code = told(folder, objdump, "-d", *limits, "check")
        at = re.findall(r"^ *([0-9a-f]+):\t[0-9a-f ]+\t(?!\.word|\.short|\.byte)", code, re.M)
        lines += [f"{address}{'+' * (int(address, 16) == its.start)}\n" for address in at]
    (folder / "addresses").write_text("".join(lines))
    told(folder, *run, "addresses", "records")
    names = {its.start: name for name, its in there.items()}
    steps, wrong = lost(folder / "check", (folder / "records").read_bytes(), abi, names)
    assert steps, "no instruction was seen"
    return wrong


def test_every_abi_that_has_assembly_is_looked_at() -> None:
    written = [i for i in ALL if list(i.folder.glob("*.[sS]"))]
    assert {abi for i in written for abi in i.abis() - i.extensions()} == set(RUNS)
    assert set(RUNS) <= set(CLOBBERS)


@pytest.mark.parametrize(("i", "abi"), ASSEMBLY, ids=lambda x: getattr(x, "path", x))
def test_registers_are_kept(i: Implementation, abi: str, tmp_path: Path) -> None:
    """The stack is unwound at each instruction, too: .cfi tells how."""
    command, run = built(i, abi, tmp_path)
    checked = ran(tmp_path, *run)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    if abi not in STEPS:
        wrong = unwound(i, abi, tmp_path, command[0], run)
        assert not wrong, "\n".join(wrong[:20])


X87 = (
    "std", "movd %eax, %mm0", "fld1", "fninit", "push $0x37f; fldcw (%{sp}); pop %{cx}",
    "push $0x1f80; ldmxcsr (%{sp}); pop %{cx}",
)  # fmt: skip
CLOBBERS = {
    "amd64": ("xor %r14d, %r14d", *(each.format(sp="rsp", cx="rcx") for each in X87)),
    "x86": ("xor %esi, %esi", *(each.format(sp="esp", cx="ecx") for each in X87)),
    "armeabi": ("mov r7, #0",),
    "armeabi neon": ("mov r7, #0", "vmov.i32 d8, #0", "vmov.i32 d15, #0"),
    "arm64": ("mov x24, 0", "fmov d8, xzr", "fmov d15, xzr"),
    "ppc32": (
        "li 20, 0",
        "li 0, 0; mtcrf 0x10, 0",
        "li 0, 0; mtspr 256, 0",
        '.machine "altivec"; vspltisw 20, 0',
        '.machine "altivec"; vspltisw 31, 0',
    ),
    "riscv64": ("li s5, 0", "fmv.d.x fs0, zero", "fmv.d.x fs11, zero"),
}


def leaf_of(code: str, abi: str, folder: Path) -> Implementation:
    """A function with this code, whose frame is described as that of a leaf."""
    back = {"armeabi": "bx lr", "armeabi neon": "bx lr", "ppc32": "blr"}.get(abi, "ret")
    kind = ".globl SUBJECT\n.type SUBJECT, %function\n"
    text = f"{kind}SUBJECT:\n.cfi_startproc\n{code}\n{back}\n.cfi_endproc\n"
    text += '.size SUBJECT, . - SUBJECT\n.section .note.GNU-stack, ""\n'
    i = made_of(text, folder, file="hash.S")
    (i.folder / "architectures").write_text(abi + "\n")
    return i


@pytest.mark.parametrize(
    ("abi", "clobber"), [(abi, each) for abi, some in CLOBBERS.items() for each in ("", *some)]
)
def test_a_changed_register_is_seen(abi: str, clobber: str, tmp_path: Path) -> None:
    """A function that returns at once passes; one that changes a register does not."""
    _, run = built(leaf_of(clobber, abi, tmp_path), abi.split()[0], tmp_path / "made")
    checked = ran(tmp_path / "made", *run)
    assert (checked.returncode != 0) == bool(clobber), checked.stdout + checked.stderr
    assert ("is changed" in checked.stdout) == bool(clobber)


# What moves the stack pointer and says nothing; what moves the return address and says nothing;
# what says that a register lies where the stack has ended; what is right, but not to gdb.
UNSAID = {
    "amd64": ("push %rax\npop %rax",),
    "x86": ("push %eax\npop %eax",),
    "armeabi": (
        "push {r4}\npop {r4}",
        "mov r12, lr\nmov lr, #0\nmov lr, r12",
        "push {r4}\n.cfi_adjust_cfa_offset 4\n.cfi_rel_offset r4, 0\n"
        "pop {r4}\n.cfi_adjust_cfa_offset -4",
        "mov r12, r4\nmov r4, #0\nmov r4, r12",
    ),
    "arm64": (
        "sub sp, sp, 16\nadd sp, sp, 16",
        "mov x9, x30\nmov x30, 0\nmov x30, x9",
        "str d8, [sp, -16]!\n.cfi_adjust_cfa_offset 16\n.cfi_rel_offset d8, 8\nldr d8, [sp], 16",
    ),
    "ppc32": (
        "stwu 1, -16(1)\naddi 1, 1, 16",
        "mflr 0\nli 12, 0\nmtlr 12\nmtlr 0",
        "mr 0, 31\nli 31, 0\nmr 31, 0",
    ),
    "riscv64": (
        "addi sp, sp, -16\naddi sp, sp, 16",
        "mv t0, ra\nli ra, 0\nmv ra, t0",
        "mv t0, s11\nli s11, 0\nmv s11, t0",
        ".cfi_remember_state\naddi sp, sp, -16\n.cfi_adjust_cfa_offset 16\n"
        "addi sp, sp, 16\n.cfi_restore_state",
    ),
}


@pytest.mark.parametrize(("abi", "code"), [(abi, code) for abi in UNSAID for code in UNSAID[abi]])
def test_a_frame_that_is_not_described_is_seen(abi: str, code: str, tmp_path: Path) -> None:
    """All registers are kept, but in between no directive tells where they are."""
    i, folder = leaf_of(code, abi, tmp_path), tmp_path / "made"
    command, run = built(i, abi, folder)
    checked = ran(folder, *run)
    if abi in STEPS:
        assert checked.returncode != 0 and " not, the first crypto_hash+1" in checked.stdout
    else:
        assert checked.returncode == 0, checked.stdout
        assert unwound(i, abi, folder, command[0], run)


@pytest.mark.parametrize("abi", [abi for abi in UNSAID if abi not in STEPS])
def test_a_leaf_is_unwound_at_its_only_instruction(abi: str, tmp_path: Path) -> None:
    i, folder = leaf_of("", abi, tmp_path), tmp_path / "made"
    command, run = built(i, abi, folder)
    assert unwound(i, abi, folder, command[0], run) == []
    assert len((folder / "addresses").read_text().splitlines()) == 1
