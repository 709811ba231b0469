"""What programs that we start get of the user's environment: variables by name, and no others.

A library that LD_PRELOAD names, or an allocator's settings, would be tried and timed with the code;
and what is in nobody's environment can get into nobody's result file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

CODE = ("PATH", "TMPDIR", "LD_LIBRARY_PATH")
# Where compilers look for files, programs and libraries: module systems set these.
PLACES = (
    "PATH", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH", "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
)  # fmt: skip
COMPILERS = (*PLACES, "SDKROOT", "DEVELOPER_DIR", r"NIX_\w+", r"\w+_LICENSE_FILE")
DEVICE = (
    *CODE, "HOME", "USER", "LOGNAME", "XDG_RUNTIME_DIR", r"SSH_\w+", r"ANDROID_\w+", r"ADB_\w+",
)  # fmt: skip
UTF8 = "C.UTF-8"  # a locale that every system has, or takes for C
ELSEWHERE = "DEVICE"  # names the command that runs programs on another machine


def _named(patterns: Iterable[str]) -> dict[str, str]:
    wanted = re.compile("|".join(patterns))
    found = {name: value for name, value in os.environ.items() if wanted.fullmatch(name)}
    if "LD_LIBRARY_PATH" in found:  # programs work in other folders
        folders = filter(None, found["LD_LIBRARY_PATH"].split(os.pathsep))
        found["LD_LIBRARY_PATH"] = os.pathsep.join(map(os.path.abspath, folders))
    return {**found, "LC_ALL": "C"}


def of_code() -> dict[str, str]:
    """The environment of code that is tried or timed; of $DEVICE, where that runs it."""
    return {**_named(DEVICE if os.environ.get(ELSEWHERE) else CODE), "LC_ALL": UTF8}


def of_compilers() -> dict[str, str]:
    """The environment of compilers, make and tools of these. A line of okcompilers gives its
    compiler more: `env NAME=VALUE gcc -O3`."""
    return {**_named(COMPILERS), "CCACHE_DISABLE": "1"}  # its cache lies outside of the jail
