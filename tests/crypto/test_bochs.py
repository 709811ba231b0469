"""Code for extensions that this machine lacks, on one that Bochs emulates: AVX-512, GFNI."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Shared
from looping import Record
from sisters import ALL, FIRST
from test_known_answers import EDGES
from together import right_at_every_length
from trying import lacking, objects, options, staged

from shootout.machine.target import of_machine
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation, Primitive

BARE = ROOT / "tests" / "bochs"
LONGEST = 1 << 18  # bytes of a message
DISK = 16 * 16 * 63 * 512  # bytes, as bochsrc has it
BIOS = Path("/usr/share/bochs/BIOS-bochs-latest")
FREESTANDING = "-ffreestanding -fno-stack-protector -fno-pic -fcf-protection=none -mno-red-zone"
FREESTANDING += " -fno-asynchronous-unwind-tables"
LACKING = [i for i in ALL if "amd64" in i.abis() and lacking(i)]
OWN = [i for i in LACKING if i in FIRST]  # code that is no other's
NONE = {"id": "none", "marks": pytest.mark.skip(reason="this machine lacks none of it")}
# An instruction of GFNI that adds its last operand to each byte of the result.
AFFINE = re.compile(r"(\bvgf2p8affine(?:inv)?qb\b.*, )(0x[0-9a-f]+|\d+)$", re.MULTILINE)
GFNI = [i for i in LACKING if "gfni" in i.extensions() and not list(i.folder.glob("*.S"))]


def run(folder: Path, *command: str | Path) -> None:
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr


def known(primitive: str) -> list[list[str]]:
    """Lengths and digests; the longest messages take Bochs minutes, and fill no more lanes."""
    return [row for row in EDGES[primitive] if int(row[0]) <= LONGEST]


def answers(primitive: str) -> str:
    """The known answers of a primitive as a C table."""
    rows = known(primitive)
    size, longest = len(rows[0][1]) // 2, max(int(n) for n, _ in rows)
    table = [
        f"{{{n}, {{{','.join(str(b) for b in bytes.fromhex(digest))}}}}}," for n, digest in rows
    ]
    head = [f"#define BYTES {size}", f"#define LONGEST {longest}"]
    head.append("static const struct { unsigned mlen; unsigned char digest[BYTES]; } answers[] = {")
    return "\n".join([*head, *table, "};\n"])


def complemented(folder: Path) -> None:
    """Makes assembly right on Bochs 2.7, which complements what affine instructions give."""
    for file in folder.iterdir():
        text = file.read_text()
        file.write_text(AFFINE.sub(lambda m: f"{m[1]}{int(m[2], 0) ^ 0xFF}", text))


def disk(
    i: Implementation, folder: Path, compiler: str, complement: bool = False, *words: str
) -> None:
    """Writes folder/disk: a boot sector, the implementation, and what examines it, compiled with
    these words more; with its known answers."""
    folder.mkdir(exist_ok=True)
    (folder / "answers.h").write_text(answers(i.primitive.name))
    bare = FREESTANDING.split()
    command = [compiler, "-O2", "-march=x86-64", *options(i), *bare]
    if complement:
        own = staged(i, folder / "code")
        complemented(folder / "code")
        run(folder, *command, "-c", *own)
    harness = ["gcc", "-O1", *bare, f"-I{folder}", f"-DSUBJECT={namespace(i)}", *words]
    run(folder, *harness, "-c", BARE / "examine.c")
    every = [*([] if complement else objects(command, i)), *sorted(folder.glob("*.o"))]
    run(folder, "gcc", "-c", "-o", "boot", BARE / "boot.S")
    script = ["-z", "noexecstack", "--no-warn-rwx-segments", "-T", str(BARE / "link.ld")]
    run(folder, "ld", "-nostdlib", *script, "-o", "all", "boot", *every)
    run(folder, "objcopy", "-O", "binary", "all", "disk")
    image = (folder / "disk").read_bytes()
    assert len(image) < 0x8F000, "does not fit below the stack"
    (folder / "disk").write_bytes(image.ljust(DISK, b"\0"))


def printed(folder: Path, debugger: str) -> list[str]:
    """The lines of the emulated machine and its debugger, which is given these commands."""
    shutil.copy(BARE / "bochsrc", folder)
    ran = subprocess.run(
        ["bochs", "-q", "-f", "bochsrc"], cwd=folder, capture_output=True,
        text=True, errors="replace", timeout=300, input=debugger,
    )  # fmt: skip
    return ran.stdout.splitlines()


def booted(folder: Path) -> list[str]:
    """The emulated machine's output about the known answers."""
    return [s for s in printed(folder, "c\nq\n") if s.startswith(("right", "wrong"))]


def expected(p: Primitive) -> list[str]:
    return [f"right {len(known(p.name))}"]


def name(i: Implementation) -> str:
    return i.path[12:]


@pytest.fixture
def bochs() -> None:
    """For tests that boot it."""
    if not shutil.which("bochs") or not BIOS.exists():
        pytest.skip("bochs (with bochsbios, vgabios) is not installed")


@pytest.mark.usefixtures("bochs")
@pytest.mark.parametrize(
    ("i", "compiler"),
    [(i, "gcc") for i in LACKING] + [(i, "clang") for i in OWN] or [pytest.param(None, "", **NONE)],
    ids=lambda x: getattr(x, "path", x),
)
def test_right_where_the_extension_is(i: Implementation, compiler: str, tmp_path: Path) -> None:
    if i in GFNI:
        disk(i, tmp_path, compiler)
        pytest.skip("Bochs 2.7 complements what gf2p8affineinvqb gives; see test_gfni_in_c")
    said = []
    for complement in (True, False) if "gfni" in i.extensions() else (False,):
        folder = tmp_path / f"{complement}"
        disk(i, folder, compiler, complement)
        said = booted(folder)
        if said == expected(i.primitive):
            break
    assert said == expected(i.primitive)


def test_gfni_in_c(tmp_path: Path, shared: Shared, record_property: Record) -> None:
    """The code is right when its GFNI instructions are what Intel says."""
    if not GFNI or "avx2" not in (of_machine() or frozenset()):
        pytest.skip("this machine lacks avx2, or has GFNI")
    command = ["gcc", "-O2", "-march=x86-64-v3", "-include", str(ROOT / "tests/gfni.h")]
    right_at_every_length(command, GFNI, tmp_path, shared, record_property, options_of=lambda i: [])


@pytest.mark.usefixtures("bochs")
def test_a_wrong_digest_is_seen(tmp_path: Path) -> None:
    """The same machine complains about an implementation that reads zmm registers wrongly."""
    home = tmp_path / "wrong"
    home.mkdir()
    (home / "api.h").write_text("#define CRYPTO_BYTES 32\n")
    (home / "architectures").write_text("amd64 avx512f\n")
    (home / "hash.c").write_text(
        '#include <immintrin.h>\n#include "crypto_hash.h"\n'
        "int crypto_hash(unsigned char *o, const unsigned char *m, unsigned long long n)\n"
        "{ char z[64]; _mm512_storeu_si512(z, _mm512_set1_epi8((char)(n + !m)));\n"
        "  for (int k = 0; k < 32; ++k) o[k] = (unsigned char)z[k]; return 0; }\n"
    )
    primitive = Primitive("sha256", ROOT / "crypto_hash/sha256")
    disk(Implementation(Primitive("sha256", tmp_path), "wrong", home), tmp_path, "gcc")
    said = booted(tmp_path)
    assert said[-1] == "right 0"
    assert len(said) - 1 == int(expected(primitive)[0].split()[1])
