"""Files in good form that are not right, not consistent or not plausible."""

from __future__ import annotations

import re

from summing import packed, summed

from .making import (
    LINES,
    MEMBERS,
    first,
    hostile,
    replaced,
    resampled,
    with_facts,
    with_lines,
)


@hostile(20)
def a_wrong_checksum() -> bytes:
    return replaced("try", r" try \w{8}", " try deadbeef", every=True)


@hostile(21)
def code_that_was_never_tried() -> bytes:
    return with_lines(line for line in LINES if " try " not in line or "sha256" not in line)


@hostile(21)
def code_that_failed() -> bytes:
    return replaced("try", " ok ", " fails ", every=True)


@hostile(22)
def code_under_an_emulator() -> bytes:
    fields = LINES[first("try")].split(" ")
    return with_lines([" ".join([*fields[:6], "emulated", *fields[-2:]]), *LINES])


def counted(*numbers: int, emulated: bool = True) -> bytes:
    """The real file, with instructions of its first cell."""
    fields = LINES[first("try")].split(" ")
    cell = ["armeabi", *fields[3:6]]
    head = " ".join([*fields[:2], *cell])
    tried = " ".join([head, *fields[6:]])
    lines = [tried, *([" ".join([head, "emulated", *fields[-2:]])] if emulated else [])]
    lines.append(" ".join([head, "instructions", *fields[-2:], *map(str, numbers)]))
    return with_lines([*lines, *LINES])


COUNTS = (8, 2000, 64, 3000, 576, 17000, 1536, 44000, 2048, 58000, 4096, 115000)


@hostile(26)
def instructions_of_timed_code() -> bytes:
    return counted(*COUNTS, emulated=False)


@hostile(26)
def instructions_at_other_lengths() -> bytes:
    return counted(*COUNTS[2:])


@hostile(26)
def fewer_instructions_for_more_bytes() -> bytes:
    return counted(*COUNTS[:-1], 58000)


@hostile(26)
def many_instructions_for_a_short_message() -> bytes:
    return counted(8, 9001, *COUNTS[2:])


@hostile(23)
def a_digest_cut_short() -> bytes:
    return replaced("outputbytes", "32$", "16", every=True)


@hostile(30)
def blocks_of_two_processors() -> bytes:
    return replaced("cpuid", "00a00f11", "00a10f11")


@hostile(31)
def a_microarchitecture_of_another_cpu() -> bytes:
    return with_facts("microarchitecture .*", "microarchitecture Zen 5")


@hostile(31)
def a_microarchitecture_of_two_kilobytes() -> bytes:
    return with_facts("microarchitecture .*", "microarchitecture " + "Zen 5\x1b[2J" * 200)


@hostile(32)
def a_counter_that_the_cpu_has_not() -> bytes:
    facts = MEMBERS["machine"].decode().replace(" x86-tsc ", " arm64-cntvct ")
    lines = summed(line.replace(" x86-tsc", " arm64-cntvct") for line in LINES)
    return packed({**MEMBERS, "machine": facts.encode(), "data": "\n".join([*lines, ""]).encode()})


@hostile(33)
def a_counter_of_another_rate() -> bytes:
    return replaced("cpucycles_persecond", r"\d+$", "1000000000", every=True)


@hostile(33)
def a_counter_that_the_facts_do_not_tell() -> bytes:
    return replaced("cpucycles_implementation", "x86-tsc", "x86-rdpmc", every=True)


@hostile(34)
def a_clock_of_a_terahertz() -> bytes:
    return with_facts(r"clock [\d.]+", "clock 900.0")


@hostile(34)
def a_clock_that_makes_everything_fast() -> bytes:
    return replaced("clock", r"\d\.\d+$", "0.10000", every=True)


@hostile(36)
def a_middle_that_is_another() -> bytes:
    return replaced("cycles 4096", r"[+-]\d+[+-]\d.*", "+49" * 15)


@hostile(50)
def faster_than_any_machine() -> bytes:
    def quick(taken: list[int]) -> list[int]:
        return [49 * max(1, s // 49 // 40) for s in taken]

    return resampled(
        quick, lambda line: " sha256 " in line and re.search("576|1536|2048|4096", line)
    )


@hostile(65)
def no_counter_stated() -> bytes:
    return with_facts(r"counter-amd64 .*\n", "")


@hostile(65)
def no_harness_stated() -> bytes:
    return with_facts(r"harness .*\n", "")


@hostile(65)
def no_times_and_no_sums() -> bytes:
    lines = "\n".join([*(line for line in LINES if " took " not in line), ""])
    return packed({**MEMBERS, "data": lines.encode()})


def dated(day: str) -> bytes:
    """The real file, as of another day."""
    return with_lines(re.sub(r"^(\S+ \S+ \S+) \d{8}", rf"\1 {day}", line) for line in LINES)


@hostile(60, "testbox-99991231-045950.tar.gz")
def a_run_of_the_future() -> bytes:
    return dated("99991231")


@hostile(60, "testbox-00000000-045950.tar.gz")
def a_run_of_no_day() -> bytes:
    return dated("00000000")


@hostile(60, "testbox-20260101-045950.tar.gz")
def a_run_of_another_year_than_its_processes() -> bytes:
    return dated("20260101")


@hostile(60)
def processes_of_another_year() -> bytes:
    return replaced("took", r"took 1", "took ", every=True)
