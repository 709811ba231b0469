"""SUPERCOP's files."""

from __future__ import annotations

import gzip
import random
import re

from .making import SUPERCOP, hostile


@hostile(2, name="box.data.gz")
def supercop_cut_off() -> bytes:
    return gzip.compress(SUPERCOP.encode())[:-20]


@hostile(10, name="box.data")
def supercop_with_other_bytes() -> bytes:
    return SUPERCOP.encode() + b"\x1b[31m\n"


@hostile(2, name="box.data")
def a_program_instead_of_a_result() -> bytes:
    return b"\x7fELF\x02\x01\x01" + bytes(2000)


@hostile(2, name="box.data")
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


def with_word(words: str) -> bytes:
    """A line of these words before each line of samples. SUPERCOP writes no such lines, but
    readers know them from our files."""
    return re.sub(r"^((?:\S+ ){6})cycles", rf"\1{words}\n\g<0>", SUPERCOP, flags=re.M).encode()


@hostile(19, name="box.data")
def supercop_with_a_clock_beyond_floats() -> bytes:
    return with_word("clock 1e308")


@hostile(19, name="box.data")
def supercop_with_a_clock_of_zero() -> bytes:
    return with_word("clock 0")


@hostile(34, name="box.data")
def supercop_with_a_clock_of_terahertz() -> bytes:
    return with_word("clock 900.0")


@hostile(50, name="box.data")
def supercop_with_a_clock_that_makes_everything_fast() -> bytes:
    return with_word("clock 0.001")


@hostile(19, name="box.data")
def supercop_with_a_flag_of_nothing() -> bytes:
    return with_word("flag")


@hostile(19, name="box.data")
def supercop_with_half_a_same() -> bytes:
    return with_word("same x")


@hostile(19, name="box.data")
def supercop_with_digits_of_another_script() -> bytes:
    return re.sub("cpucycles_persecond .*", "cpucycles_persecond \u0661\u0662", SUPERCOP).encode()


@hostile(19, name="box.data")
def supercop_with_underlines_in_a_number() -> bytes:
    return re.sub("outputbytes .*", "outputbytes 3_2", SUPERCOP).encode()


@hostile(19, name="box.data")
def supercop_with_a_primitive_that_is_a_path() -> bytes:
    return SUPERCOP.replace(" crypto_hash sha256", " crypto_hash ../sha256").encode()


@hostile(19, name="box.data")
def supercop_of_a_hundred_abis() -> bytes:
    return "".join(SUPERCOP.replace(" amd64 ", f" abi{i} ") for i in range(100)).encode()


@hostile(19, name="box.data.gz")
def supercop_with_more_lines_than_its_bytes_pay_for() -> bytes:
    filler = random.Random(1).randbytes(90_000).hex()
    noise = "".join(f"+ {filler[i : i + 900]}\n" for i in range(0, len(filler), 900))
    return gzip.compress((SUPERCOP + noise + "+\n" * 800_000).encode())
