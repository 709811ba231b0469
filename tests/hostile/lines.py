"""Lines and facts in a form that no ./do writes."""

from __future__ import annotations

import random
import re
import string

from summing import packed, summed

from .making import (
    LINES,
    MEMBERS,
    block,
    first,
    hostile,
    replaced,
    with_facts,
    with_lines,
)


@hostile(10)
def an_escape_sequence() -> bytes:
    return replaced("tryflag" if " tryflag " in "".join(LINES) else "objsize", "try$", "\x1b[2J")


@hostile(10)
def bytes_beyond_ascii() -> bytes:
    return replaced("compiler", "gcc", "g\xe9c")


@hostile(10)
def a_last_line_without_an_end() -> bytes:
    return packed({**MEMBERS, "data": MEMBERS["data"][:-1]})


@hostile(10)
def a_line_of_two_megabytes() -> bytes:
    letters = "".join(random.Random(1).choices(string.ascii_letters, k=2 << 20))
    return with_lines([*LINES, letters])


@hostile(10)
def an_escape_sequence_in_the_facts() -> bytes:
    return with_facts("cpu AMD", "cpu \x1b]0;AMD")


@hostile(11)
def an_unknown_word() -> bytes:
    return replaced("clock", " clock ", " clocks ")


@hostile(11)
def a_function_that_is_a_prototype() -> bytes:
    return with_lines([line.replace(" sha256 ", " __proto__ ") for line in LINES])


@hostile(11)
def an_implementation_that_is_a_formula() -> bytes:
    return replaced("implementation", r"crypto_hash/(\w+)/\S+", r"crypto_hash/\1/-1+1")


@hostile(11)
def a_compiler_that_is_a_formula() -> bytes:
    return replaced("compiler", r"compiler \S+", "compiler =cmd|'/c-calc'!A1")


@hostile(11)
def an_unknown_word_among_the_curves() -> bytes:
    place = first("implementation")
    curve = [line.replace(" clock ", " clocks ") for line in LINES[place:]]
    return packed({**MEMBERS, "curves": "\n".join([*summed(curve), ""]).encode()})


@hostile(11)
def a_number_of_thirty_digits() -> bytes:
    return replaced("cycles", r"\+\d+", "+" + "9" * 30)


@hostile(11)
def a_number_of_a_megabyte() -> bytes:
    return replaced("cpucycles_persecond", r"\d+$", "9" * 1000000)


@hostile(11)
def a_clock_that_is_no_number() -> bytes:
    return replaced("clock", r"\S+$", "nan")


@hostile(19)
def a_clock_of_zero() -> bytes:
    return replaced("clock", r"\S+$", "0.00000")


@hostile(11)
def negative_samples() -> bytes:
    place = first("cycles")
    head = " ".join(LINES[place].split(" ")[:8])
    return with_lines([*LINES[:place], f"{head} 100 -200-200-200+0", *LINES[place + 1 :]])


@hostile(11)
def facts_twice() -> bytes:
    return with_facts("smt ", "cpu another\nsmt ")


@hostile(12)
def a_line_that_belongs_to_nothing() -> bytes:
    return with_lines([LINES[first("cycles")], *LINES])


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
def a_line_of_another_machine() -> bytes:
    return replaced("try", " testbox ", " otherbox ")


@hostile(13)
def a_line_from_tomorrow() -> bytes:
    start, end = block()
    later = [re.sub(r" \d{8} crypto", " 20991231 crypto", line) for line in LINES[start:end]]
    return with_lines([*LINES[:start], *later, *LINES[end:]])


@hostile(14, name="fastbox-20261121-045950.tar.gz")
def a_file_by_the_name_of_another_machine() -> bytes:
    return packed(MEMBERS)


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


@hostile(18)
def nothing_that_was_timed() -> bytes:
    return with_lines(LINES[: block()[0]])


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


@hostile(27)
def a_block_with_another_layout_than_its_round() -> bytes:
    return laid("64 0 1296", "64 0 1312", 1)


@hostile(27)
def a_block_without_its_layout() -> bytes:
    return laid("64 0 1296", "", 0)


@hostile(11)
def an_offset_beyond_a_page() -> bytes:
    return laid("64 0 4096", "64 0 4096", 0)


@hostile(12)
def a_layout_behind_the_times() -> bytes:
    place = first("took")
    line = LINES[place].replace(" took ", " layout 64 0 0 ")
    return with_lines([*LINES[: place + 1], " ".join(line.split()[:10]), *LINES[place + 1 :]])
