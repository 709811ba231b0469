"""Every C implementation under AddressSanitizer and UndefinedBehaviorSanitizer."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import Trying, lacking

from shootout.registry.tree import Implementation, implementations, primitives

FLAGS = ["-O1", "-g1", "-march=native", "-fno-sanitize-recover=all"]  # lines suffice
CHECKS = "-fsanitize=address,undefined"
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
FIRST = distinct(ALL)
C = [
    i
    for i in ALL
    if i.runs_on("amd64") and not list(i.folder.glob("*.[sS]")) and not lacking(i)
    # test_extensions.py looks for overruns in the others.
    if i in FIRST or not i.abis()
]


@pytest.fixture(scope="module")
def sanitizing(tmp_path_factory: pytest.TempPathFactory) -> Trying:
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    for name in ("gcc", "clang"):
        command = [name, *FLAGS, CHECKS]
        try:
            subprocess.run(
                [*command, "-o", os.devnull, str(folder / "empty.c")],
                check=True,
                capture_output=True,
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return Trying(command, folder)
    pytest.skip("no compiler here links with -fsanitize=address,undefined")


@pytest.mark.parametrize("i", C, ids=lambda i: i.path[12:])
def test_no_complaint(i: Implementation, sanitizing: Trying) -> None:
    said = sanitizing.small(i, ASAN_OPTIONS="detect_leaks=0", PATH=os.environ["PATH"])
    assert not re.search("flag (over|under)read", said), "reads outside of its input"


def test_a_fault_is_seen(sanitizing: Trying, tmp_path: Path) -> None:
    """The same build complains about an implementation that overruns a buffer of its own."""
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault/api.h").write_text("#define CRYPTO_BYTES 32\n")
    (tmp_path / "fault/hash.c").write_text(
        '#include "crypto_hash.h"\n'
        "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n)\n"
        "{ volatile char room[8]; room[n + 8] = 1; o[0] = i == 0; return room[n + 8] - 1; }\n"
    )
    from shootout.registry.tree import Primitive

    fault = Implementation(Primitive("fault", tmp_path), "fault", tmp_path / "fault")
    with pytest.raises(AssertionError, match=r"stack-buffer-overflow|runtime error"):
        sanitizing.small(fault, ASAN_OPTIONS="detect_leaks=0", PATH=os.environ["PATH"])
