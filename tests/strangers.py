"""Folders of crypto_hash as a stranger may send them, by chance: code, and what tells about it."""

from __future__ import annotations

import shutil
from pathlib import Path

from chances import HOME, TOKENS, Chance, changed, put

from shootout.common.paths import FUNCTIONS

# Of sources: what reads files, what stands in a complaint, what takes time and memory.
IN_C = (
    f'#include "{HOME}/secret"', '#include "linked.h"', f'__asm__(".incbin \\"{HOME}/secret\\"");',
    '__asm__(".include \\"/etc/passwd\\"");', '#include "/dev/stdin"',
    "#include </proc/self/environ>",
    "#error \x1b[2J\x9b31m", '_Static_assert(0, "\x1b]0;x\x07");', '#line 1 "\x1b[31m.c"',
    "#pragma GCC poison int", "char large[1ul << 33];", "}", "#define crypto_hash memcmp",
    "__attribute__((constructor)) static void early(void) { for (;;) {} }",
    "__attribute__((constructor)) static void loud(void) { __builtin_printf(\"done\\n\"); }",
    "__asm__(\".fill 0x7fffffff, 8, 1\");", "__asm__(\".globl \\\"\\33[31m\\\"\");", "\\" * 3000,
    "__asm__(\".rept 99999\\n nop\\n .endr\");", "(" * 5000, "int crypto_hash(", "\0", "\xff\xfe",
)  # fmt: skip
IN_JAVA = (
    'static final String A = "0123456789abcdef", B = A + A + A + A, C = B + B + B + B,'
    " D = C + C + C + C, E = D + D + D + D, F = E + E + E + E, G = F + F + F + F,"
    " H = G + G + G + G, I = H + H + H + H, J = I + I + I + I, K = J + J + J + J,"
    " L = K + K + K + K, M = L + L + L + L, N = M + M + M + M;",
    "\\u001b[31m", "import linked.*;", "static { System.out.println(\"made\\33[2J\"); }",
    "static { Runtime.getRuntime().halt(0); }", "static { while (true) {} }", "}", "(" * 5000,
    "import shootout.Try;", "@javax.annotation.processing.SupportedOptions(\"x\")", "\x1b[31m",
    "static { System.loadLibrary(\"own\"); }", "package shootout;", "\xff\xfe", "record X() {}",
)  # fmt: skip
TELLING = (
    "architectures", "set", "native", "tuned", "from", "description", "implementors", "javaflags",
    "goal-constbranch", "checksumsmall", "linked.h", "api.h", "a b.c", "$(x).c", "x.gch", ".x.c",
)  # fmt: skip


def trees(chance: Chance, home: Path) -> None:
    """A crypto_hash with a stranger's folder: changed C beside odd files that tell about it."""
    mine = home / "tree" / "sha256" / "mine"
    _tree(mine.parent)
    shutil.copytree(FUNCTIONS / "sha256" / "opt32", mine)
    for file in chance.sample(sorted(mine.glob("*.c")), 1):
        text = file.read_bytes().split(b"\n")
        for _ in range(chance.randrange(3)):
            text.insert(chance.randrange(len(text)), chance.choice(IN_C).encode("latin-1"))
        spoilt = chance.random() < 0.3
        file.write_bytes(changed(chance, b"\n".join(text), b"\n") if spoilt else b"\n".join(text))
    _odd(chance, mine)


def classes(chance: Chance, home: Path) -> None:
    """The same in Java."""
    mine = home / "tree" / "sha256" / "right"
    _tree(mine.parent)
    mine.mkdir()
    source = Path(__file__).with_name("faults") / "java" / "right.java"
    text = source.read_bytes().split(b"\n")
    for _ in range(1 + chance.randrange(2)):
        line = chance.choice(IN_JAVA).encode("latin-1")
        text.insert(chance.choice((chance.randrange(len(text)), len(text) - 3)), line)
    (mine / "Hash.java").write_bytes(b"\n".join(text))
    _odd(chance, mine)


def _tree(primitive: Path) -> None:
    """A primitive with its checksums and one implementation as it is."""
    primitive.mkdir(parents=True)
    for file in (FUNCTIONS / primitive.name).glob("checksum*"):
        shutil.copy(file, primitive)
    shutil.copytree(FUNCTIONS / primitive.name / "ref", primitive / "ref")


def _odd(chance: Chance, folder: Path) -> None:
    """Odd files that tell of an implementation, or seem to be part of it."""
    for name in chance.sample(TELLING, chance.randrange(4)):
        path = folder / name
        path.unlink(missing_ok=True)
        how = chance.randrange(8)
        if how == 0:
            path.symlink_to(HOME / "secret")
        elif how == 1:
            with path.open("wb") as out:
                out.truncate(1 << 36)
        else:
            text = b" ".join(chance.choice((*TOKENS, b"amd64", b"jvm64")) for _ in range(9))
            put(chance, path, text)
