"""The table of microarchitectures, and the way from a CPU's numbers to its line."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from conftest import ROOT
from looping import for_each

from shootout.common.errors import Trouble
from shootout.machine.cpu import Cpu, family_model_stepping, signature
from shootout.machine.microarchitecture import (
    TABLE,
    Bounds,
    CpuPattern,
    features_of,
    microarchitecture,
    order,
    read_table,
)

INTEL, AMD, VIA = "GenuineIntel", "AuthenticAMD", "CentaurHauls"

# What /proc/cpuinfo of a Zen 3 server shows of CPUID(1).EDX, and a few more.
ZEN3 = """fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx
    fxsr sse sse2 ht syscall nx lm aes avx2 sha_ni vaes"""


# kind, numbers, features, name: of x86 family and model, of ARM implementer and part, of PowerPC
# the PVR, of RISC-V uarch, mvendorid and marchid, of others a word of SUPERCOP's. The first of x86
# are the paper's.
CPUS = [line.split("\t") for line in (ROOT / "tests/data/cpus.tsv").read_text().splitlines()[1:]]


@for_each(map(tuple, CPUS))
def test_a_cpu_has_its_name(kind: str, numbers: str, features: str, name: str) -> None:
    """From its numbers, and from the word that SUPERCOP makes of them."""
    words, given = [word.strip("-") for word in numbers.split()], features.split()
    if kind == "word":
        cpu = Cpu.parse(numbers)
    elif kind == "RISC-V":
        cpu = Cpu.riscv(*words)
    elif kind == "PVR":
        cpu = Cpu.ppc(int(numbers, 0), "")
    elif kind == "ARM":
        cpu = Cpu.arm(int(words[0], 0), int(words[1], 0), given)
    else:
        cpu = Cpu.x86(kind, int(words[0], 0), int(words[1], 0), 1, given)
    assert microarchitecture(cpu) == name
    assert kind == "word" or microarchitecture(Cpu.parse(cpu.word, given)) == name


def test_words_as_supercop_writes_them() -> None:
    assert Cpu.x86(AMD, 25, 1, 1, ZEN3.split()).word == "AuthenticAMD-00a00f11-178bfbff_"
    assert Cpu.x86(INTEL, 6, 26, 5, ()).word == "GenuineIntel-000106a5"
    assert (
        Cpu.x86(INTEL, 6, 0x97, 2, ["e-core", "fpu"]).word == "GenuineIntel-00090672-20-00000001_"
    )
    assert Cpu.x86("  Shanghai  ", 7, 0x3B, 0, ()).word == "__Shanghai__-000307b0"
    assert Cpu.arm(0x41, 0xD03, (), revision=4).word == "410fd034_"
    assert Cpu.riscv("a b\n", "0x5b7", "?").word == "riscv-5b7--a_b_"


def test_signature_and_back() -> None:
    assert signature(15, 4, 3) == 0xF43
    assert signature(25, 0x11, 1) == 0xA10F11
    for numbers in product((5, 6, 7, 15, 16, 26), (0, 1, 15), (0, 15)):
        assert family_model_stepping(signature(*numbers)) == numbers
    for numbers in product((6, 7, 15, 26), (16, 255), (0, 15)):
        assert family_model_stepping(signature(*numbers)) == numbers


def test_stepping_tells_nano_from_its_successor() -> None:
    assert microarchitecture(Cpu.x86(VIA, 6, 15, 0xD, ())) == "Nano"
    assert microarchitecture(Cpu.x86(VIA, 6, 15, 0xE, ())) == "ZhangJiang"


def test_abi_decides_about_atom() -> None:
    for cpu in (Cpu.parse("GenuineIntel-000106ca-bfe9fbff_"), Cpu.x86(INTEL, 6, 28, 10, ["lm"])):
        assert microarchitecture(cpu, "amd64") == "Atom amd64"
        assert microarchitecture(cpu, "x86") == "Atom x86"


def test_core_type_of_supercop() -> None:
    assert microarchitecture(Cpu.parse("GenuineIntel-000906a3-40-bfebfbff_")) == "Golden Cove"
    assert microarchitecture(Cpu.parse("GenuineIntel-000906a3-20-bfebfbff_")) == "Gracemont"


def example(kind: str, numbers: list[int]) -> Cpu:
    """A CPU of these numbers of which nothing else is known."""
    if kind == "ARM":
        return Cpu.arm(numbers[0], numbers[1], ())
    if kind == "PVR":
        return Cpu.ppc(numbers[0] << 16, "")
    if kind == "RISC-V":
        return Cpu.riscv("", hex(numbers[0]), hex(numbers[1]))
    family, model, stepping = [*numbers, 0][:3]
    return Cpu.x86(kind, family, model, stepping, ())


@for_each(read_table(TABLE))
def test_stated_name_makes_up_for_the_flags(pattern: CpuPattern) -> None:
    """What a result file states leads from the word to the same name, for each line."""
    for each in pattern.ranges:
        word = example(pattern.kind, [low for low, _ in each]).word
        assert microarchitecture(Cpu.parse(word, features_of(pattern.name))) == pattern.name


def test_names_without_conditions_tell_no_features() -> None:
    assert features_of("Sandy Bridge+AES") == frozenset({"aes"})
    assert features_of("Tegra 2") == frozenset()
    assert features_of("Cortex-A9") is features_of("Zen 3") is features_of("no such") is None


@pytest.mark.parametrize(("cpu", "name"), [
    (Cpu.parse("AuthenticAMD-00ffffff"), "unknown AuthenticAMD-00ffffff"),
    (Cpu.parse("AuthenticAMD-00ffffff-00-178bfbff_"), "unknown AuthenticAMD-00ffffff"),
    (Cpu.x86("SomebodyElse", 6, 1, 2, ZEN3.split()), "unknown SomebodyElse-00000612"),
    (Cpu.parse("410ffff4_"), "unknown ARM-41_fff"),
    (Cpu.ppc(0xFFFF0001, "new"), "unknown PVR-ffff"),
    (Cpu.ppc(0, "a new one"), "unknown a_new_one"), (Cpu.riscv("", "", ""), "unknown riscv---"),
    (Cpu.riscv("eswin,new", "0x1", "junk"), "unknown riscv-1--eswin,new"),
    (Cpu("unknown", "unknown-mips64", ()), "unknown mips64"), (Cpu.parse(""), "unknown"),
])  # fmt: skip
def test_unknown(cpu: Cpu, name: str) -> None:
    assert microarchitecture(cpu) == name
    assert name not in order()


# The table itself


def meet(one: Bounds, other: Bounds) -> bool:
    return all(a <= d and c <= b for (a, b), (c, d) in zip(one, other))


def test_no_cpu_is_in_two_lines_that_ask_for_as_much() -> None:
    clashes = [
        f"lines {one.line} and {other.line}: {one.name}, {other.name}"
        for one, other in combinations(read_table(TABLE), 2)
        if one.kind == other.kind
        and (
            one.uarchs & other.uarchs
            or any(meet(a, b) for a, b in product(one.ranges, other.ranges))
        )
        and len(one.has | one.lacks) == len(other.has | other.lacks)
        and not (one.has & other.lacks or one.lacks & other.has)
    ]
    assert not clashes


def test_what_is_behind_a_masked_model_is_one_microarchitecture() -> None:
    """A CPU with all that two such lines ask for contradicts the core of one of them."""
    masked = [pattern for pattern in read_table(TABLE) if pattern.masked]
    assert len(masked) > 1
    for one, other in combinations(masked, 2):
        if one.kind == other.kind and one.name != other.name:
            both = Cpu(one.kind, "", ()).also(one.has | other.has)
            caches = [each.partition("=")[0] for each in both.features if "=" in each]
            apart = len(set(caches)) < len(caches)
            assert apart or any(list(each.core.contradictions(both)) for each in (one, other)), (
                f"lines {one.line} and {other.line}"
            )


def test_what_hypervisors_emulate_gives_nobody_away() -> None:
    emulated = {"x2apic", "umip", "movbe", "rdpid", "arat", "tsc_adjust", "hypervisor"}
    assert not any(emulated & pattern.core.never for pattern in read_table(TABLE))


def test_a_core_has_what_its_lines_ask_for() -> None:
    for pattern in read_table(TABLE):
        cpu = Cpu(pattern.kind, "", ()).also(pattern.has)
        assert not list(pattern.core.contradictions(cpu)), f"line {pattern.line}"


def test_ranges_of_one_line_are_apart() -> None:
    for pattern in read_table(TABLE):
        assert not any(meet(a, b) for a, b in combinations(pattern.ranges, 2)), pattern.line


def test_order_is_that_of_the_file() -> None:
    names = order()
    assert len(set(names)) == len(names)
    family = ["K8", "K10 65nm", "K10 45nm", "K10 32nm", "Bulldozer", "Zen", "Zen 5", "Bobcat"]
    assert [name for name in names if name in family] == family
    assert all(len(name) <= 18 for name in names), "a name must fit beside a graph"
    assert all(len(line) <= 100 for line in TABLE.read_text().splitlines())


def test_comments_and_continuations(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text(
        "# new\n\nOne  ARM 41_001 # x\n  # y\n    RISC-V some,one\nTwo 2  PVR 0001-0003\n"
    )
    one, more, two = read_table(table)
    assert (one.name, more.name, two.name) == ("One", "One", "Two 2")
    assert more.uarchs == {"some,one"}
    assert two.ranges == (((1, 3),),)


@pytest.mark.parametrize("line", [
    "Zen 9 AuthenticAMD 20_00", "Zen 9", "Zen 9  AMD 20_00", "Zen 9  AuthenticAMD",
    "Zen 9  AuthenticAMD +aes", "Zen 9  AuthenticAMD 20_00 +", "Zen 9  AuthenticAMD 32_0",
    "Zen 9  AuthenticAMD 0x20_00", "Zen 9  AuthenticAMD 20_00-0g", "Zen 9  AuthenticAMD 20_0f-00",
    "Zen 9  ARM 41_d0", "Zen 9  PVR 41_d00", "Zen 9  RISC-V thead_c906", "First  ARM 41_d00",
    "Zen 9  AuthenticAMD *", "Zen 9  AuthenticAMD * 20_00 +aes", "   core", "   core !",
    "   core aes", "   core !aes L2=512", "   core L2=512K L2=1024K",
])  # fmt: skip
def test_malformed_lines(line: str, tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text(f"First  PVR 0001\n{line}\n")
    with pytest.raises(Trouble, match=r"line 2: .* is not as its head explains"):
        read_table(table)


@pytest.mark.parametrize("text", [
    "    PVR 0001\n", "    core !aes\n", "One  PVR 0001\n  core !a\n  core !b\n",
])  # fmt: skip
def test_malformed_files(text: str, tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text(text)
    with pytest.raises(Trouble, match=f"line {len(text.splitlines())}: "):
        read_table(table)
