"""SUPERCOP's files."""

from __future__ import annotations

import gzip
import re

from .making import SUPERCOP, hostile


@hostile(2, name="box.data.gz")
def supercop_cut_off() -> bytes:
    return gzip.compress(SUPERCOP.encode())[:-20]


@hostile(10, name="box.data")
def supercop_with_other_bytes() -> bytes:
    return SUPERCOP.encode() + b"\x1b[31m\n"


@hostile(10, name="box.data")
def a_program_instead_of_a_result() -> bytes:
    return b"\x7fELF\x02\x01\x01" + bytes(2000)


@hostile(11, name="box.data")
def a_page_instead_of_a_result() -> bytes:
    return b"<html>\n<body>404 not found, come again</body>\n</html>\n"


@hostile(11, name="box.data")
def an_empty_file() -> bytes:
    return b""


@hostile(11, name="box.data")
def supercop_with_a_number_of_thirty_digits() -> bytes:
    return re.sub(r"(cycles 4096 \d+ )\S+", r"\1+" + "9" * 30, SUPERCOP, count=1).encode()


@hostile(19, name="box.data")
def supercop_without_a_compiler() -> bytes:
    return re.sub(r".* compiler .*\n", "", SUPERCOP).encode()


@hostile(13, name="box.data")
def supercop_of_two_machines() -> bytes:
    return (SUPERCOP + SUPERCOP.replace(" zen4vm ", " other ")).encode()


@hostile(20, name="box.data")
def supercop_with_another_checksum() -> bytes:
    return re.sub(r" try \w{8}", " try deadbeef", SUPERCOP).encode()


@hostile(36, name="box.data")
def supercop_with_another_middle() -> bytes:
    return re.sub(r"(cycles 4096 \d+ ).*", r"\1" + "+26" * 16, SUPERCOP, count=1).encode()


@hostile(52, name="box.data")
def supercop_with_a_disturbed_length() -> bytes:
    return SUPERCOP.encode()  # skein512512, as it came
