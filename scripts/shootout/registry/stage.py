"""Staging: a flat copy of an implementation, links followed, with the headers SUPERCOP makes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ..common.named import escaped
from .tree import Implementation

SOURCES = {".c", ".s", ".S"}
# Of a source: what make and a shell take for a name and nothing else.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
NO_NAME = "a name of a source has letters, digits and ._+-, and none of .+- at the beginning"
# SUPERCOP's other operations (crypto_hashblocks_sha256.h), whose headers nothing here makes.
OPERATION = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"(crypto_(?!hash[_.])[a-z]+_\w+\.h)"', re.M)
# Read by compilers in place of headers, as an image of their own memory.
PRECOMPILED = {".gch", ".pch", ".pcm"}


def namespace(implementation: Implementation) -> str:
    """The prefix of an implementation's symbols, as in SUPERCOP."""
    return re.sub(r"[^A-Za-z0-9_]", "_", implementation.path)


def crypto_hash_h(primitive: str) -> str:
    """The text of crypto_hash.h, which gives the function its general name."""
    names = "".join(
        f"#define crypto_hash{part} crypto_hash_{primitive}{part}\n" for part in ("", "_BYTES")
    )
    return (
        "#ifndef crypto_hash_H\n#define crypto_hash_H\n\n"
        f'#include "crypto_hash_{primitive}.h"\n\n{names}'
        f'#define crypto_hash_PRIMITIVE "{primitive}"\n'
        f"#define crypto_hash_IMPLEMENTATION crypto_hash_{primitive}_IMPLEMENTATION\n"
        f"#define crypto_hash_VERSION crypto_hash_{primitive}_VERSION\n\n#endif\n"
    )


def crypto_hash_primitive_h(implementation: Implementation, files: Mapping[str, bytes]) -> str:
    """The text of crypto_hash_PRIMITIVE.h: the function by its primitive's name, and api.h, which
    is one of the files of the implementation."""
    own = namespace(implementation)
    primitive = f"crypto_hash_{implementation.primitive.name}"
    api = files.get("api.h", b"").decode(errors="replace")
    api = re.sub(r"([ \t])CRYPTO_", rf"\1{own}_", api)
    return (
        f"#ifndef {primitive}_H\n#define {primitive}_H\n\n{api}\n"
        '#ifdef __cplusplus\nextern "C" {\n#endif\n'
        f"extern int {own}(unsigned char *, const unsigned char *, unsigned long long);\n"
        "#ifdef __cplusplus\n}\n#endif\n\n"
        f"#define {primitive} {own}\n#define {primitive}_BYTES {own}_BYTES\n"
        f'#define {primitive}_IMPLEMENTATION "{implementation.path}"\n'
        f'#ifndef {own}_VERSION\n#define {own}_VERSION "-"\n#endif\n'
        f"#define {primitive}_VERSION {own}_VERSION\n\n#endif\n"
    )


def contents(implementation: Implementation) -> dict[str, bytes]:
    """The files of the flat copy by name: those directly in the folder, and the two headers."""
    files = implementation.files()
    name = implementation.primitive.name
    files["crypto_hash.h"] = crypto_hash_h(name).encode()
    files[f"crypto_hash_{name}.h"] = crypto_hash_primitive_h(implementation, files).encode()
    return files


def operations(implementation: Implementation) -> list[str]:
    """The headers of SUPERCOP's other operations that it includes and lacks; usually none."""
    files = implementation.files()
    found = {name.decode() for data in files.values() for name in OPERATION.findall(data)}
    return sorted(found - files.keys())


def unfit(implementation: Implementation) -> list[str]:
    """What is wrong with its files; usually nothing."""
    wrong = implementation.strays()
    for name, file in implementation.entries().items():
        if file.is_symlink() and not file.exists():  # or in a circle: the copy would lack the file
            wrong[name] = "a link that leads nowhere"
        elif not file.is_file() or name.startswith("."):
            continue
        elif Path(name).suffix in SOURCES and not NAME.fullmatch(name):
            wrong[name] = NO_NAME
        elif Path(name).suffix in PRECOMPILED:
            wrong[name] = "a header has to come as text"
    return [f"{escaped(name):.120}: {reason}" for name, reason in sorted(wrong.items())]


def stage(implementation: Implementation, folder: Path) -> Path:
    """Bring the copy up to date, touching only what changed; return its `stamp`, whose time is that
    of the last change."""
    folder.mkdir(parents=True, exist_ok=True)
    files = contents(implementation)
    changed = False
    for old in folder.iterdir():
        if old.name not in files and old.name != "stamp":
            old.unlink()
            changed = True
    for name, data in files.items():
        file = folder / name
        if not file.is_file() or file.read_bytes() != data:
            file.write_bytes(data)
            changed = True
    stamp = folder / "stamp"
    if changed or not stamp.exists():
        stamp.touch()
        os.utime(stamp)
    return stamp
