"""Lines and facts in a form that no ./do writes."""

from __future__ import annotations

import random
import re
import string

from summing import packed, summed

from .making import (
    FILES,
    LINES,
    MEMBERS,
    Hostile,
    block,
    first,
    hostile,
    replaced,
    with_facts,
    with_lines,
)


@hostile(10)
def a_line_of_two_megabytes() -> bytes:
    letters = "".join(random.Random(1).choices(string.ascii_letters, k=2 << 20))
    return with_lines([*LINES, letters])


@hostile(11)
def an_unknown_word_among_the_curves() -> bytes:
    place = first("implementation")
    curve = [line.replace(" clock ", " clocks ") for line in LINES[place:]]
    return packed({**MEMBERS, "curves": "\n".join([*summed(curve), ""]).encode()})


@hostile(11)
def negative_samples() -> bytes:
    place = first("cycles")
    head = " ".join(LINES[place].split(" ")[:8])
    return with_lines([*LINES[:place], f"{head} 100 -200-200-200+0", *LINES[place + 1 :]])


@hostile(12)
def a_head_without_a_compiler() -> bytes:
    place = first("compiler", block()[0])
    return with_lines(LINES[:place] + LINES[place + 1 :])


@hostile(12)
def a_flag_of_another_length() -> bytes:
    place = first("cycles", block()[0])
    flag = " ".join([*LINES[place].split(" ")[:6], "flag 12345 switched 1"])
    return with_lines([*LINES[: place + 1], flag, *LINES[place + 1 :]])


@hostile(12)
def a_line_of_another_primitive() -> bytes:
    place = first("cycles", block()[0])
    other = re.sub("crypto_hash [a-z0-9]+ ", "crypto_hash md5 ", LINES[place])
    return with_lines([*LINES[:place], other, *LINES[place + 1 :]])


@hostile(13)
def a_line_from_tomorrow() -> bytes:
    start, end = block()
    later = [re.sub(r" \d{8} crypto", " 20991231 crypto", line) for line in LINES[start:end]]
    return with_lines([*LINES[:start], *later, *LINES[end:]])


@hostile(15)
def a_length_left_out() -> bytes:
    place = first("cycles 1536", block()[0])
    return with_lines(LINES[:place] + LINES[place + 1 :])


@hostile(15)
def a_round_twice() -> bytes:
    start, end = block()
    return with_lines([*LINES, *LINES[start:end]])


@hostile(16)
def a_line_changed_under_its_sum() -> bytes:
    data = MEMBERS["data"].decode()
    return packed(
        {**MEMBERS, "data": re.sub(r"( pace \d\.\d\d)\d", r"\g<1>0", data, count=1).encode()}
    )


@hostile(16)
def a_sum_left_out() -> bytes:
    data = re.sub(r".* sum .*\n", "", MEMBERS["data"].decode(), count=2)
    return packed({**MEMBERS, "data": data.encode()})


def laid(layout: str, odd: str, place: int) -> bytes:
    """The real file with a layout in each block; that of one is odd, or left out."""
    lines, number = [], 0
    for line in LINES:
        if " took " in line:
            head = line[: line.index(" took ")]
            if odd or number != place:
                lines.append(f"{head} layout {odd if number == place else layout}")
            number += 1
        lines.append(line)
    return with_lines(lines)


@hostile(12)
def a_layout_behind_the_times() -> bytes:
    place = first("took")
    line = LINES[place].replace(" took ", " layout 64 0 0 ")
    return with_lines([*LINES[: place + 1], " ".join(line.split()[:10]), *LINES[place + 1 :]])


FILES |= {
    "an_escape_sequence": Hostile(
        10,
        lambda: replaced(
            "tryflag" if " tryflag " in "".join(LINES) else "objsize", "try$", "\x1b[2J"
        ),
    ),
    "bytes_beyond_ascii": Hostile(10, lambda: replaced("compiler", "gcc", "g\xe9c")),
    "a_last_line_without_an_end": Hostile(
        10, lambda: packed({**MEMBERS, "data": MEMBERS["data"][:-1]})
    ),
    "an_escape_sequence_in_the_facts": Hostile(10, lambda: with_facts("cpu AMD", "cpu \x1b]0;AMD")),
    "an_unknown_word": Hostile(11, lambda: replaced("clock", " clock ", " clocks ")),
    "a_function_that_is_a_prototype": Hostile(
        11, lambda: with_lines([line.replace(" sha256 ", " __proto__ ") for line in LINES])
    ),
    "an_implementation_that_is_a_formula": Hostile(
        11, lambda: replaced("implementation", r"crypto_hash/(\w+)/\S+", r"crypto_hash/\1/-1+1")
    ),
    "a_compiler_that_is_a_formula": Hostile(
        11, lambda: replaced("compiler", r"compiler \S+", "compiler =cmd|'/c-calc'!A1")
    ),
    "a_number_of_thirty_digits": Hostile(11, lambda: replaced("cycles", r"\+\d+", "+" + "9" * 30)),
    "a_number_of_a_megabyte": Hostile(
        11, lambda: replaced("cpucycles_persecond", r"\d+$", "9" * 1000000)
    ),
    "a_clock_that_is_no_number": Hostile(11, lambda: replaced("clock", r"\S+$", "nan")),
    "a_clock_of_zero": Hostile(19, lambda: replaced("clock", r"\S+$", "0.00000")),
    "facts_twice": Hostile(11, lambda: with_facts("smt ", "cpu another\nsmt ")),
    "a_line_that_belongs_to_nothing": Hostile(
        12, lambda: with_lines([LINES[first("cycles")], *LINES])
    ),
    "a_line_of_another_machine": Hostile(13, lambda: replaced("try", " testbox ", " otherbox ")),
    "a_file_by_the_name_of_another_machine": Hostile(
        14, lambda: packed(MEMBERS), "fastbox-20261121-045950.tar.gz"
    ),
    "nothing_that_was_timed": Hostile(18, lambda: with_lines(LINES[: block()[0]])),
    "a_block_with_another_layout_than_its_round": Hostile(
        27, lambda: laid("64 0 1296", "64 0 1312", 1)
    ),
    "a_block_without_its_layout": Hostile(27, lambda: laid("64 0 1296", "", 0)),
    "an_offset_beyond_a_page": Hostile(11, lambda: laid("64 0 4096", "64 0 4096", 0)),
}
