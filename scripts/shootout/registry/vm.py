"""ABIs of processors and of VMs, and implementations for VMs that leave the work to native code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..common.named import escaped, told
from ..common.paths import CRYPTO_HASH

# How the words for ABIs of VMs begin: ours, and those of known/published.
PREFIXES = ("jvm", "java")
NATIVE = "native"  # a file in the folder of an implementation


def of_vm(abi: str) -> bool:
    """Whether the ABI is that of a VM, and not of a processor."""
    return abi.startswith(PREFIXES)


@cache
def native(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> str:
    """The native code that does the work of an implementation for a VM; empty for all others.

    It is the line of the file `native` in the implementation's folder, if that is in this checkout.
    """
    if ".." in implementation.split("/"):
        return ""
    return escaped(told(top / primitive / implementation / NATIVE).strip())
