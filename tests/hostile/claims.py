"""Files in good form that are not right, not consistent or not plausible."""

from __future__ import annotations

import re

from summing import packed

from .making import (
    FILES,
    LINES,
    MEMBERS,
    Hostile,
    first,
    hostile,
    replaced,
    resampled,
    with_facts,
    with_lines,
)


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


@hostile(50)
def faster_than_any_machine() -> bytes:
    def quick(taken: list[int]) -> list[int]:
        return [49 * max(1, s // 49 // 40) for s in taken]

    return resampled(
        quick, lambda line: " sha256 " in line and re.search("576|1536|2048|4096", line)
    )


@hostile(65)
def no_times_and_no_sums() -> bytes:
    lines = "\n".join([*(line for line in LINES if " took " not in line), ""])
    return packed({**MEMBERS, "data": lines.encode()})


def dated(day: str) -> bytes:
    """The real file, as of another day."""
    return with_lines(re.sub(r"^(\S+ \S+ \S+) \d{8}", rf"\1 {day}", line) for line in LINES)


FILES |= {
    "a_wrong_checksum": Hostile(
        20, lambda: replaced("try", r" try \w{8}", " try deadbeef", every=True)
    ),
    "code_that_was_never_tried": Hostile(
        21,
        lambda: with_lines(line for line in LINES if " try " not in line or "sha256" not in line),
    ),
    "code_that_failed": Hostile(21, lambda: replaced("try", " ok ", " fails ", every=True)),
    "instructions_of_timed_code": Hostile(26, lambda: counted(*COUNTS, emulated=False)),
    "instructions_at_other_lengths": Hostile(26, lambda: counted(*COUNTS[2:])),
    "fewer_instructions_for_more_bytes": Hostile(26, lambda: counted(*COUNTS[:-1], 58000)),
    "many_instructions_for_a_short_message": Hostile(26, lambda: counted(8, 9001, *COUNTS[2:])),
    "a_digest_cut_short": Hostile(23, lambda: replaced("outputbytes", "32$", "16", every=True)),
    "blocks_of_two_processors": Hostile(30, lambda: replaced("cpuid", "00a00f11", "00a10f11")),
    "a_microarchitecture_of_another_cpu": Hostile(
        31, lambda: with_facts("microarchitecture .*", "microarchitecture Zen 5")
    ),
    "a_microarchitecture_of_two_kilobytes": Hostile(
        31,
        lambda: with_facts("microarchitecture .*", "microarchitecture " + "Zen 5\x1b[2J" * 200),
    ),
    "a_counter_of_another_rate": Hostile(
        33, lambda: replaced("cpucycles_persecond", r"\d+$", "1000000000", every=True)
    ),
    "a_counter_that_the_facts_do_not_tell": Hostile(
        33, lambda: replaced("cpucycles_implementation", "x86-tsc", "x86-rdpmc", every=True)
    ),
    "a_clock_of_a_terahertz": Hostile(34, lambda: with_facts(r"clock [\d.]+", "clock 900.0")),
    "a_clock_that_makes_everything_fast": Hostile(
        34, lambda: replaced("clock", r"\d\.\d+$", "0.10000", every=True)
    ),
    "a_middle_that_is_another": Hostile(
        36, lambda: replaced("cycles 4096", r"[+-]\d+[+-]\d.*", "+49" * 15)
    ),
    "no_counter_stated": Hostile(65, lambda: with_facts(r"counter-amd64 .*\n", "")),
    "no_harness_stated": Hostile(65, lambda: with_facts(r"harness .*\n", "")),
    "a_run_of_the_future": Hostile(60, lambda: dated("99991231"), "testbox-99991231-045950.tar.gz"),
    "a_run_of_no_day": Hostile(60, lambda: dated("00000000"), "testbox-00000000-045950.tar.gz"),
    "a_run_of_another_year_than_its_processes": Hostile(
        60, lambda: dated("20260101"), "testbox-20260101-045950.tar.gz"
    ),
    "processes_of_another_year": Hostile(
        60, lambda: replaced("took", r"took 1", "took ", every=True)
    ),
}
