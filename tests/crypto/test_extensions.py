"""Code for extensions: it runs with just those that it names, and elsewhere is not supported."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from conftest import ROOT, Shared, copy_of, do, pinned
from looping import Record
from sisters import ALL, FIRST
from together import all_of, here, right_at_every_length
from trying import NATIVE, lacking, need_compiler, objects, options

from shootout.build.compilers import of_compiler
from shootout.machine import hwcap, sysctl, target
from shootout.machine.target import of_machine
from shootout.registry.extensions import word
from shootout.registry.tree import Implementation

MACHINE = {"amd64": ["-m64", "-march=x86-64"], "x86": ["-m32", "-march=i686"]}


def test_words() -> None:
    assert word("sse4_1") == word("__SSE4_1__") == "sse41"
    assert word("pni") == word("__SSE3__") == "sse3"
    assert word("sha_ni") == word("__SHA__") == "sha"
    assert word("avx512_vbmi2") == word("__AVX512VBMI2__") == "avx512vbmi2"
    assert word("__ARM_NEON") == "neon"
    assert hwcap.of_cpuinfo({"flags": "fpu sse2 sse4_1"}) == {"fpu", "sse2", "sse41"}
    assert hwcap.of_cpuinfo({"cpu": "7447A, altivec supported"}) == {"altivec"}
    assert hwcap.of_cpuinfo({"Features": "half thumb neon"}) == {"half", "thumb", "neon"}
    assert hwcap.of_cpuinfo({}) == frozenset()


# `sysctl hw` of an Apple M1 under macOS 12, a part of it: https://qiita.com, article
# 5deec6b139a76246aeee of 2022. The name is from https://github.com/workhorsy/py-cpuinfo/issues/162.
M1 = (ROOT / "tests/data/apple-m1.sysctl").read_text()


def test_what_a_mac_tells() -> None:
    told = sysctl.parsed(M1)
    assert hwcap.of_sysctl(told) == {"neon", "aes", "sha2", "sha512", "sha3"}
    assert sysctl.name(told) == "Apple M1"
    assert sysctl.caches(told) == {"L1d=128K", "L1i=192K", "L2=12288K"}
    assert sysctl.kinds(told) == "4 performance, 4 efficiency"
    intel = {"machdep.cpu.leaf7_features": "BMI1 AVX2", "machdep.cpu.features": "FPU SSE4.1"}
    assert hwcap.of_sysctl(intel) == {"bmi", "avx2", "fpu", "sse41"}


def test_the_facts_of_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what macOS says recorded, and no file of Linux to read."""
    monkeypatch.setattr(sysctl, "values", lambda: sysctl.parsed(M1))
    monkeypatch.setattr("shootout.machine.remote.text", lambda path: "")
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    facts = target.facts(None)
    assert facts["cpu"] == facts["microarchitecture"] == "Apple M1"
    assert facts["features"] == "aes neon sha2 sha3 sha512"
    assert facts["caches"] == "L1d=128K L1i=192K L2=12288K"
    assert facts["kinds-of-cores"] == "4 performance, 4 efficiency"
    assert facts["governor"] == facts["boost"] == facts["smt"] == "unknown"
    assert sysctl.part({"machdep.cpu.brand_string": "Apple M2 Pro"}) == 0x33
    assert sysctl.part({"machdep.cpu.brand_string": "Intel(R) Core(TM) i7"}) is None


def test_other_systems_tell_nothing_by_sysctl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    sysctl.values.cache_clear()
    assert sysctl.values() == {} and hwcap.of_sysctl({}) == frozenset()
    assert sysctl.name({}) == sysctl.kinds({}) == "" and sysctl.caches({}) == set()


def test_what_risc_v_and_power_tell() -> None:
    assert hwcap.of_cpuinfo({"isa": "rv64imafdc_zicsr_zba_zbb"}) == {"zicsr", "zba", "zbb"}
    assert {"v", "zvknh"} <= (hwcap.of_cpuinfo({"isa": "rv64imafdcv_zbb_zvknhb"}))
    u74 = struct.pack("<qQ", 4, 0b11011)  # of rv64imafdc_zba_zbb, in the bits of Linux's hwprobe.h
    assert hwcap.of_hwprobe(u74) == {"zbb"}
    vectors = struct.pack("<qQqQ", 3, 1, 4, 1 << 23 | 1 << 8 | 0b11111)
    assert hwcap.of_hwprobe(vectors) == {"v", "zbb", "zbkb", "zvknh"}
    unknown = struct.pack("<qQ", -1, 0)  # what a kernel makes of a key that it does not know
    assert hwcap.of_hwprobe(unknown) == hwcap.of_hwprobe(b"") == frozenset()
    power8 = struct.pack("@6L", 16, 0xDC0065C2, 26, 0xEF000000, 0, 0)
    assert hwcap.of_auxv(power8, "ppc64le") == {"altivec", "vsx", "vcrypto"}
    assert hwcap.of_auxv(power8 + b"cut", "x86_64") == frozenset()
    power7 = struct.pack("@4L", 16, 0xDC0065C2, 26, 0)
    assert hwcap.of_auxv(power7 + b"cut", "ppc64") == {"altivec", "vsx"}


def test_compilers_tell_what_they_may_use() -> None:
    assert "sse2" in of_compiler(("gcc", "-march=x86-64"))
    assert "ssse3" not in of_compiler(("gcc", "-march=x86-64"))
    assert {"ssse3", "sse41"} <= of_compiler(("gcc", "-march=x86-64-v2"))
    assert "avx2" in of_compiler(("gcc", "-march=x86-64-v3"))


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("abi", MACHINE)
def test_the_named_extensions_suffice(
    abi: str, compiler: str, tmp_path: Path, shared: Shared, record_property: Record
) -> None:
    """In one program; with gcc as one file, each at one width. What can't run here is compiled, for
    64 bits by test_known_answers.py and test_bochs.py."""
    need_compiler(compiler, *MACHINE[abi])
    tried = ALL if compiler == "gcc" else FIRST
    every = [i for i in tried if "amd64" in i.abis() and i.runs_on(abi)]
    command = [compiler, "-O2", *MACHINE[abi], "-fPIE"]
    able = here(every, record_property)
    unable = [i for i in every if abi == "x86" and lacking(i)]
    all_of(lambda i: objects([*command, *options(i)], i), unable)

    def options_of(i: Implementation) -> list[str]:
        whole = compiler == "gcc" and i in FIRST and (abi == "x86" or not i.runs_on("x86"))
        return [*options(i), *["-flto"][:whole]]

    right_at_every_length(command, able, tmp_path, shared, record_property, options_of=options_of)


def test_portable_code_takes_other_parameters(
    tmp_path: Path, shared: Shared, record_property: Record
) -> None:
    """Between guards; test_sanitizers.py has the functions that own this code."""
    others = [i for i in ALL if not i.abis() and i not in FIRST]
    right_at_every_length(NATIVE, others, tmp_path, shared, record_property)


LINES = """
gcc -O2 -march=x86-64
gcc -O2 -march=x86-64-v2
"""
SOURCE = """
#include <tmmintrin.h>
__m128i CRYPTO_NAMESPACE(twice)(__m128i x);
__m128i CRYPTO_NAMESPACE(twice)(__m128i x) { return _mm_shuffle_epi8(x, x); }
"""


def test_not_supported_is_no_failure(tmp_path: Path) -> None:
    """An extension that machine or compiler options lack is named, and is no failure."""
    tree, lines = tmp_path / "tree", tmp_path / "okcompilers"
    pinned("sha256", tree / "sha256")
    for name, words in (("ssse3", "ssse3"), ("gfni", "avx512vbmi")):
        copy_of("sha256/opt64", tree / "sha256" / name)
        (tree / "sha256" / name / "architectures").write_text(f"amd64 {words}\n")
        (tree / "sha256" / name / "twice.c").write_text(SOURCE)
    lines.mkdir()
    (lines / "c").write_text(LINES)
    ran = do("run", "--quick", "--compilers=.", "--machine=some", "--plain", home=tmp_path,
             tree=tree, SHOOTOUT_OKCOMPILERS=str(lines))  # fmt: skip
    said = ran.stdout
    assert ran.returncode == 0, said + ran.stderr
    assert "not supported here, the compiler is not given ssse3: sha256/ssse3" in said
    if "avx512vbmi" not in (of_machine() or ()):
        assert "not supported here, the machine lacks avx512vbmi: sha256/gfni" in said
        assert "right 1, failed 0, not supported here 1" in ran.stderr
