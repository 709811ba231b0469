"""Changes by chance, for the fuzzer: of lines, words and bytes, and of what kind a file is."""

from __future__ import annotations

import os
import random
from pathlib import Path

BUILD = Path(__file__).resolve().parents[1] / "build" / "fuzz"
HOME = BUILD / "now"  # of the case at work
SECRET = "what no compiler may see"  # the text of a file of the user's
Chance = random.Random
TOKENS = (
    b"0", b"-1", b"1e308", b"1e-308", b"nan", b"inf", b"99999999999999999999", b"+0+0", b"-", b"/",
    b"..", b"\x1b[31m", b"\x00", b"\xff\xfe", b"\xc2\x9b", b"\r", b"\t", b"same", b"clock",
    b"calls", b"flag", b"cycles", b"sum", b"took", b"null", b"ok", b"fails", b"255", b"65536",
    b"4096", b"'",
    b"</script>", b"[" * 2000, b" " * 300, b"1536", b"8", b"shootout", b"0" * 400, b"1.5",
)  # fmt: skip


def changed(chance: Chance, data: bytes, separator: bytes) -> bytes:
    """The data with some of its parts, and words of parts, changed, moved, repeated or lost."""
    parts = data.split(separator)
    for _ in range(1 << chance.randrange(5)):
        at = chance.randrange(len(parts))
        how = chance.randrange(9)
        if how == 0:
            del parts[at : at + 1 + chance.randrange(3)]
        elif how == 1:
            parts[at:at] = [parts[at]] * (1 << chance.randrange(9))
        elif how == 2:
            parts.insert(at, chance.choice(parts))
        elif how == 3:
            parts[at] = flipped(chance, parts[at])
        elif how == 4:
            parts[at] = parts[at][: chance.randrange(len(parts[at]) + 1)]
        else:
            words = parts[at].split(b" ")
            other = chance.choice(chance.choice(parts).split(b" "))
            words[chance.randrange(len(words))] = chance.choice((*TOKENS, other))
            parts[at] = b" ".join(words)
        parts = parts or [b""]
    return separator.join(parts)


def flipped(chance: Chance, data: bytes) -> bytes:
    """The data with some bytes changed."""
    found = bytearray(data)
    for _ in range(1 << chance.randrange(4)):
        if found:
            found[chance.randrange(len(found))] = chance.randrange(256)
    return bytes(found)


def put(chance: Chance, path: Path, content: bytes) -> None:
    """The content at a path; sometimes something else that is no file, or cannot be read."""
    if os.path.lexists(path):
        return
    how = chance.randrange(12)
    if how == 0:
        path.mkdir()
    elif how == 1:
        os.mkfifo(path)
    elif how == 2:
        path.symlink_to(chance.choice(("nowhere", "/dev/zero", "/proc/self/mem", ".", path.name)))
    else:
        path.write_bytes(content)
        path.chmod(0 if how == 3 else 0o644)
