"""SUPERCOP's files."""

from __future__ import annotations

import gzip
import random
import re

from .making import FILES, SUPERCOP, Hostile, hostile


def with_word(words: str) -> bytes:
    """A line of these words before each line of samples. SUPERCOP writes no such lines, but
    readers know them from our files."""
    return re.sub(r"^((?:\S+ ){6})cycles", rf"\1{words}\n\g<0>", SUPERCOP, flags=re.M).encode()


@hostile(19, name="box.data.gz")
def supercop_with_more_lines_than_its_bytes_pay_for() -> bytes:
    filler = random.Random(1).randbytes(90_000).hex()
    noise = "".join(f"+ {filler[i : i + 900]}\n" for i in range(0, len(filler), 900))
    return gzip.compress((SUPERCOP + noise + "+\n" * 800_000).encode())


FILES |= {
    "supercop_cut_off": Hostile(2, lambda: gzip.compress(SUPERCOP.encode())[:-20], "box.data.gz"),
    "supercop_with_other_bytes": Hostile(10, lambda: SUPERCOP.encode() + b"\x1b[31m\n", "box.data"),
    "a_program_instead_of_a_result": Hostile(
        2, lambda: b"\x7fELF\x02\x01\x01" + bytes(2000), "box.data"
    ),
    "a_page_instead_of_a_result": Hostile(
        2, lambda: b"<html>\n<body>404 not found, come again</body>\n</html>\n", "box.data"
    ),
    "an_empty_file": Hostile(2, lambda: b"", "box.data"),
    "supercop_with_a_number_of_thirty_digits": Hostile(
        11,
        lambda: re.sub(r"(cycles 4096 \d+ )\S+", r"\1+" + "9" * 30, SUPERCOP, count=1).encode(),
        "box.data",
    ),
    "supercop_without_a_compiler": Hostile(
        19, lambda: re.sub(r".* compiler .*\n", "", SUPERCOP).encode(), "box.data"
    ),
    "supercop_of_two_machines": Hostile(
        13, lambda: (SUPERCOP + SUPERCOP.replace(" zen4vm ", " other ")).encode(), "box.data"
    ),
    "supercop_with_another_checksum": Hostile(
        20, lambda: re.sub(r" try \w{8}", " try deadbeef", SUPERCOP).encode(), "box.data"
    ),
    "supercop_with_another_middle": Hostile(
        36,
        lambda: re.sub(r"(cycles 4096 \d+ ).*", r"\1" + "+26" * 16, SUPERCOP, count=1).encode(),
        "box.data",
    ),
    "supercop_with_a_disturbed_length": Hostile(
        52, lambda: SUPERCOP.encode(), "box.data"
    ),  # skein512512, as it came
    "supercop_with_a_clock_beyond_floats": Hostile(
        19, lambda: with_word("clock 1e308"), "box.data"
    ),
    "supercop_with_a_clock_of_zero": Hostile(19, lambda: with_word("clock 0"), "box.data"),
    "supercop_with_a_clock_of_terahertz": Hostile(34, lambda: with_word("clock 900.0"), "box.data"),
    "supercop_with_a_clock_that_makes_everything_fast": Hostile(
        50, lambda: with_word("clock 0.001"), "box.data"
    ),
    "supercop_with_a_flag_of_nothing": Hostile(19, lambda: with_word("flag"), "box.data"),
    "supercop_with_half_a_same": Hostile(19, lambda: with_word("same x"), "box.data"),
    "supercop_with_digits_of_another_script": Hostile(
        19,
        lambda: re.sub(
            "cpucycles_persecond .*", "cpucycles_persecond \u0661\u0662", SUPERCOP
        ).encode(),
        "box.data",
    ),
    "supercop_with_underlines_in_a_number": Hostile(
        19, lambda: re.sub("outputbytes .*", "outputbytes 3_2", SUPERCOP).encode(), "box.data"
    ),
    "supercop_with_a_primitive_that_is_a_path": Hostile(
        19,
        lambda: SUPERCOP.replace(" crypto_hash sha256", " crypto_hash ../sha256").encode(),
        "box.data",
    ),
    "supercop_of_a_hundred_abis": Hostile(
        19,
        lambda: "".join(SUPERCOP.replace(" amd64 ", f" abi{i} ") for i in range(100)).encode(),
        "box.data",
    ),
}
