"""The table of microarchitectures, and the way from a CPU's numbers to its line."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pytest

from shootout.common.errors import Trouble
from shootout.machine.cpu import Cpu, family_model_stepping, signature
from shootout.machine.microarchitecture import (
    MAKERS,
    OTHERS,
    TABLE,
    Bounds,
    CpuPattern,
    features_of,
    maker,
    microarchitecture,
    order,
    read_table,
)

INTEL, AMD, VIA = "GenuineIntel", "AuthenticAMD", "CentaurHauls"

# What /proc/cpuinfo of a Zen 3 server shows of CPUID(1).EDX, and a few more.
ZEN3 = """fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx
    fxsr sse sse2 ht syscall nx lm aes avx2 sha_ni vaes"""


@pytest.mark.parametrize(
    ("vendor", "family", "model", "features", "name"),
    [
        # those of the paper
        (INTEL, 6, 15, "lm", "Core 2 65nm"),
        (INTEL, 6, 26, "lm", "Nehalem"),
        (INTEL, 6, 37, "lm", "Westmere"),
        (INTEL, 6, 44, "lm aes", "Westmere+AES"),
        (INTEL, 6, 42, "lm", "Sandy Bridge"),
        (INTEL, 6, 28, "sse", "Atom x86"),
        (INTEL, 6, 28, "lm", "Atom amd64"),
        (INTEL, 15, 2, "sse", "Pentium 4"),
        (INTEL, 15, 4, "lm", "Pentium 4 Prescott"),
        (INTEL, 6, 13, "sse", "Pentium M"),
        (INTEL, 6, 14, "sse", "Core"),
        (AMD, 15, 72, "lm", "K8"),
        (AMD, 16, 2, "lm", "K10 65nm"),
        (AMD, 18, 1, "lm", "K10 32nm"),
        (AMD, 20, 1, "lm", "Bobcat"),
        (AMD, 21, 1, "lm aes", "Bulldozer"),
        (VIA, 6, 13, "sse", "Eden"),
        # and since
        (INTEL, 6, 0x9E, "lm", "Skylake"),
        (INTEL, 6, 0x57, "lm", "Knights Landing"),
        (INTEL, 6, 0x97, "lm e-core", "Gracemont"),
        (INTEL, 6, 0xBE, "lm", "Gracemont"),
        (INTEL, 6, 0xC6, "lm", "Lion Cove"),
        (INTEL, 6, 0xBD, "lm e-core", "Skymont"),
        (INTEL, 6, 0xCC, "lm", "Cougar Cove"),
        (INTEL, 18, 1, "lm", "Coyote Cove"),
        (AMD, 21, 0x30, "lm", "Steamroller"),
        (AMD, 21, 0x65, "lm", "Excavator"),
        (AMD, 22, 0, "lm", "Jaguar"),
        (AMD, 22, 0x30, "lm", "Puma"),
        (AMD, 23, 8, "lm", "Zen+"),
        (AMD, 23, 0x71, "lm", "Zen 2"),
        (AMD, 25, 0x21, "lm", "Zen 3"),
        (AMD, 25, 0x11, "lm", "Zen 4"),
        (AMD, 26, 0x44, "lm", "Zen 5"),
        (AMD, 26, 0x50, "lm", "Zen 6"),
        ("HygonGenuine", 24, 0, "lm", "Dhyana"),
        ("Shanghai", 7, 0x3B, "lm", "LuJiaZui"),
        ("GenuineTMx86", 5, 4, "mmx", "Crusoe"),
        ("Geode by NSC", 5, 5, "mmx", "Geode GX"),
    ],
)
def test_x86(vendor: str, family: int, model: int, features: str, name: str) -> None:
    cpu = Cpu.x86(vendor, family, model, 1, features.split())
    assert microarchitecture(cpu) == name
    assert microarchitecture(Cpu.parse(cpu.word, features.split())) == name


@pytest.mark.parametrize(
    ("implementer", "part", "features", "name"),
    [
        (0x41, 0xB36, "vfp", "ARM11"),
        (0x41, 0xB76, "vfp", "ARM11"),
        (0x41, 0xC08, "neon", "Cortex-A8"),
        (0x41, 0xC09, "vfpv3d16", "Tegra 2"),
        (0x41, 0xC09, "neon", "Cortex-A9"),
        (0x51, 0x02D, "neon", "Scorpion"),
        (0x51, 0x06F, "neon", "Krait"),
        (0x69, 0x411, "iwmmxt", "XScale"),
        (0x41, 0xD03, "asimd", "Cortex-A53"),
        (0x41, 0xD03, "asimd aes", "Cortex-A53+AES"),
        (0x41, 0xD0B, "asimd aes", "Cortex-A76"),
        (0x41, 0xD40, "asimd", "Neoverse V1"),
        (0x6D, 0xD49, "asimd", "Neoverse N2"),
        (0x41, 0xD84, "asimd", "Neoverse V3"),
        (0x41, 0xD82, "asimd", "Cortex-X4"),
        (0x61, 0x023, "asimd", "Apple M1"),
        (0x61, 0x053, "asimd", "Apple M4"),
        (0x61, 0x000, "asimd", "Apple virtual"),
    ],
)
def test_arm(implementer: int, part: int, features: str, name: str) -> None:
    cpu = Cpu.arm(implementer, part, features.split())
    assert microarchitecture(cpu) == name
    assert microarchitecture(Cpu.parse(cpu.word, features.split())) == name


@pytest.mark.parametrize(
    ("pvr", "name"),
    [
        (0x00083214, "G3"),
        (0x000C0209, "G4 7400"),
        (0x800C1104, "G4 7400"),
        (0x80010303, "G4 7450"),
        (0x003C0300, "G5"),
        (0x80830031, "e300"),
        (0x80210030, "e500"),
        (0x00900102, "PA6T"),
        (0x004D0200, "POWER8"),
        (0x00800200, "POWER10"),
    ],
)
def test_powerpc(pvr: int, name: str) -> None:
    cpu = Cpu.ppc(pvr, "")
    assert microarchitecture(cpu) == microarchitecture(Cpu.parse(cpu.word)) == name


@pytest.mark.parametrize(
    ("uarch", "mvendorid", "marchid", "name"),
    [
        ("sifive,u54-mc", "", "", "U54"),
        ("sifive,bullet0", "0x489", "0x8000000000000007", "U74"),
        ("", "0x489", "0x8000000000000008", "P550"),
        ("thead,c906", "0x5b7", "0x0", "C906"),
        ("thead,c910", "0x5b7", "0x0", "C910"),
        ("spacemit,x60", "0x710", "0x8000000058000001", "X60"),
    ],
)
def test_riscv(uarch: str, mvendorid: str, marchid: str, name: str) -> None:
    cpu = Cpu.riscv(uarch, mvendorid, marchid)
    assert microarchitecture(cpu) == microarchitecture(Cpu.parse(cpu.word)) == name


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("unknown_CPU_ID_", "unknown"),  # an ARM board of 2013
        ("410fd034_", "Cortex-A53"),
        ("410fd083_", "Cortex-A72"),
        ("413fd0c1_", "Neoverse N1"),
        ("GenuineIntel-00050654-bfebfbff_", "Skylake-X"),
        ("GenuineIntel-00050657-1f8bfbff_", "Skylake-X"),
        ("GenuineIntel-000806e9-bfebfbff_", "Skylake"),
        ("AuthenticAMD-00a10f11-00-178bfbff_", "Zen 4"),
    ],
)
def test_words_of_supercop(word: str, name: str) -> None:
    assert microarchitecture(Cpu.parse(word)) == name


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


@pytest.mark.parametrize("pattern", read_table(TABLE), ids=lambda pattern: f"line {pattern.line}")
def test_stated_name_makes_up_for_the_flags(pattern: CpuPattern) -> None:
    """What a result file states leads from the word to the same name, for each line."""
    for each in pattern.ranges:
        word = example(pattern.kind, [low for low, _ in each]).word
        assert microarchitecture(Cpu.parse(word, features_of(pattern.name))) == pattern.name


def test_names_without_conditions_tell_no_features() -> None:
    assert features_of("Sandy Bridge+AES") == frozenset({"aes"})
    assert features_of("Tegra 2") == frozenset()
    assert features_of("Cortex-A9") is features_of("Zen 3") is features_of("no such") is None


@pytest.mark.parametrize(
    ("cpu", "name"),
    [
        (Cpu.parse("AuthenticAMD-00ffffff"), "unknown AuthenticAMD-00ffffff"),
        (Cpu.parse("AuthenticAMD-00ffffff-00-178bfbff_"), "unknown AuthenticAMD-00ffffff"),
        (Cpu.x86("SomebodyElse", 6, 1, 2, ZEN3.split()), "unknown SomebodyElse-00000612"),
        (Cpu.parse("410ffff4_"), "unknown ARM-41_fff"),
        (Cpu.ppc(0xFFFF0001, "new"), "unknown PVR-ffff"),
        (Cpu.ppc(0, "a new one"), "unknown a_new_one"),
        (Cpu.riscv("", "", ""), "unknown riscv---"),
        (Cpu.riscv("eswin,new", "0x1", "junk"), "unknown riscv-1--eswin,new"),
        (Cpu("unknown", "unknown-mips64", ()), "unknown mips64"),
        (Cpu.parse(""), "unknown"),
    ],
)
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


def test_every_microarchitecture_has_a_maker() -> None:
    makers = {name: maker(name) for name in order()}
    assert OTHERS not in makers.values()
    told = {"Skylake-X": "Intel", "XScale": "Intel", "Zen 3": "AMD", "Dhyana": "Hygon",
            "Cortex-A53+AES": "Arm", "Apple M1": "Apple", "POWER9": "PowerPC", "U74": "RISC-V",
            "unknown GenuineIntel-000f00f0": "Intel", "unknown ARM-61_fff": "Apple",
            "unknown, says Zen 3": "AMD", "unknown": OTHERS, "unknown 7f": OTHERS,
            "unknown ARM-7f_fff": OTHERS, "unknown ARM-x": OTHERS}  # fmt: skip
    assert {name: maker(name) for name in told} == told


def test_a_line_of_makers_has_kinds_that_no_other_has() -> None:
    lines = [line.partition("#")[0].strip() for line in MAKERS.read_text().splitlines()]
    assert all(re.fullmatch(r"\S+( \S+)*  +\S.*", line) for line in lines if line)
    kinds = [kind for line in lines for kind in line.partition("  ")[2].split()]
    assert len(kinds) == len(set(kinds))
