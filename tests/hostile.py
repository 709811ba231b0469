"""Hand-made hostile files: each function makes one, and says which rule refuses it.

What is wrong is the only thing wrong: MANIFEST and sums are made anew.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import string
import tarfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from forger import packed

from shootout import archive
from shootout.lines import differences, samples
from shootout.stats import stq2
from shootout.sums import summed

DATA = Path(__file__).resolve().parent / "data"
REAL = next(DATA.glob("testbox-*.tar.gz"))
MEMBERS = archive.read_members(REAL)
LINES = [line for line in MEMBERS["data"].decode().splitlines() if " sum " not in line]
SUPERCOP = (DATA / "supercop-2026.data").read_text()


@dataclass(frozen=True)
class Hostile:
    """A file: its name, and its bytes."""

    rule: int
    make: Callable[[], bytes]
    name: str = REAL.name


FILES: dict[str, Hostile] = {}


def hostile(rule: int, name: str = REAL.name) -> Callable[[Callable[[], bytes]], None]:
    """Makes a function one of the files; its name says what is wrong."""

    def decorate(make: Callable[[], bytes]) -> None:
        FILES[make.__name__] = Hostile(rule, make, name)

    return decorate


# How the files are made.


def with_lines(lines: Iterable[str]) -> bytes:
    """The real file with other lines, and their sums."""
    text = "\n".join([*summed(lines), ""])
    return packed({**MEMBERS, "data": text.encode("latin-1")})


def with_facts(old: str, new: str) -> bytes:
    """The real file with another fact."""
    facts = MEMBERS["machine"].decode()
    assert re.search(old, facts)
    return packed({**MEMBERS, "machine": re.sub(old, new, facts).encode()})


def first(word: str, start: int = 0) -> int:
    """The number, from 0, of the first line with a word."""
    return next(i for i, line in enumerate(LINES) if i >= start and f" {word} " in line)


def replaced(word: str, old: str, new: str, every: bool = False) -> bytes:
    """Another text in the first line with a word, or in every one."""
    lines, place = list(LINES), first(word)
    for i, line in enumerate(lines):
        if i == place or (every and f" {word} " in line):
            lines[i] = re.sub(old, new, line, count=1)
    assert lines != LINES
    return with_lines(lines)


def block(number: int = 0) -> tuple[int, int]:
    """Where a block begins and ends."""
    starts = [i for i, line in enumerate(LINES) if " implementation " in line] + [len(LINES)]
    return starts[number], starts[number + 1]


def resampled(change: Callable[[list[int]], list[int]], chosen: Callable[[str], bool]) -> bytes:
    """Other samples in the lines that are chosen, each with its right middle."""
    lines = list(LINES)
    for i, line in enumerate(lines):
        fields = line.split(" ")
        if fields[6] == "cycles" and chosen(line):
            taken = change(list(samples(fields[7:])))
            fields[8:] = [str(stq2(taken)), differences(stq2(taken), taken)]
            lines[i] = " ".join(fields)
    assert lines != LINES
    return with_lines(line for line in lines if " uneven " not in line)


def tar(*infos: tuple[tarfile.TarInfo, bytes], form: int = tarfile.USTAR_FORMAT) -> bytes:
    """A .tar.gz by Python's tarfile, which can write all that there is."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", format=form) as out:
        for info, content in infos:
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return file.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, **more: str) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in more.items():
        setattr(info, key, value)
    return info


def real_tar() -> bytearray:
    return bytearray(gzip.decompress(packed(MEMBERS)))


# The archive.


@hostile(1)
def a_bomb() -> bytes:
    return tar((member("data"), bytes(16 << 20)))


@hostile(1)
def a_machine_of_two_megabytes() -> bytes:
    return tar((member("machine"), bytes(range(1, 256)) * 8000))


@hostile(2)
def cut_off_in_the_middle() -> bytes:
    return packed(MEMBERS)[:3000]


@hostile(2)
def cut_off_before_the_check_sum() -> bytes:
    return packed(MEMBERS)[:-8]


@hostile(2)
def a_byte_of_the_gzip_changed() -> bytes:
    whole = bytearray(packed(MEMBERS))
    whole[-6] ^= 1
    return bytes(whole)


@hostile(2)
def a_second_gzip_behind_the_first() -> bytes:
    return packed(MEMBERS) + gzip.compress(b"more")


@hostile(2)
def something_behind_the_end_of_the_tar() -> bytes:
    return gzip.compress(bytes(real_tar()) + b"hidden".ljust(512, b"\0"))


@hostile(2)
def something_behind_a_member() -> bytes:
    text = real_tar()
    size = len(MEMBERS["data"])
    assert size % 512
    text[512 + size] = 65
    return gzip.compress(bytes(text))


@hostile(2)
def a_tar_without_an_end() -> bytes:
    return gzip.compress(bytes(real_tar()).rstrip(b"\0"))


@hostile(3)
def a_symbolic_link() -> bytes:
    return tar((member("data", tarfile.SYMTYPE, linkname="/etc/passwd"), b""))


@hostile(3)
def a_hard_link() -> bytes:
    return tar((member("data", tarfile.LNKTYPE, linkname="machine"), b""))


@hostile(3)
def a_device() -> bytes:
    return tar((member("data", tarfile.CHRTYPE), b""))


@hostile(3)
def a_pipe() -> bytes:
    return tar((member("data", tarfile.FIFOTYPE), b""))


@hostile(3)
def a_folder() -> bytes:
    return tar((member("data", tarfile.DIRTYPE), b""))


@hostile(3)
def a_sparse_file() -> bytes:
    return tar((member("data", tarfile.GNUTYPE_SPARSE), b""))


@hostile(3)
def a_pax_header() -> bytes:
    return tar((member("data", uname="å"), b"x\n"), form=tarfile.PAX_FORMAT)


@hostile(3)
def a_long_name_of_gnu() -> bytes:
    return tar((member("data" * 60), b""), form=tarfile.GNU_FORMAT)


@hostile(3)
def a_header_that_names_its_owner() -> bytes:
    return tar((member("data", uname="alice"), MEMBERS["data"]))


@hostile(3)
def a_size_in_base_256() -> bytes:
    text = real_tar()
    text[124:136] = b"\x80" + bytes(10) + b"\x10"
    return gzip.compress(bytes(text))


@hostile(4)
def an_absolute_name() -> bytes:
    return tar((member("/etc/cron.d/data"), b""))


@hostile(4)
def a_name_with_dots() -> bytes:
    return tar((member("../data"), b""))


@hostile(4)
def an_unknown_member() -> bytes:
    return tar((member("data"), b"\n"), (member("setup.py"), b"import os\n"))


@hostile(4)
def a_name_hidden_in_the_prefix() -> bytes:
    text = real_tar()
    text[345:350] = b"../..".ljust(5, b"\0")
    return gzip.compress(bytes(text))


@hostile(4)
def a_member_twice() -> bytes:
    return tar((member("data"), b"one\n"), (member("data"), b"two\n"))


@hostile(5)
def members_that_are_not_the_manifests() -> bytes:
    manifest = archive.manifest(MEMBERS)
    return tar((member("data"), b"other\n"), (member("MANIFEST"), manifest))


@hostile(5)
def no_manifest() -> bytes:
    return tar((member("data"), MEMBERS["data"]))


@hostile(5)
def a_later_format() -> bytes:
    manifest = archive.manifest(MEMBERS).replace(b"shootout 1", b"shootout 99")
    pairs = [(member(name), MEMBERS[name]) for name in ("data", "machine", "log")]
    return tar(*pairs, (member("MANIFEST"), manifest))


# The lines.


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


# Right, consistent, plausible.


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


@hostile(35)
def all_samples_scaled() -> bytes:
    return resampled(lambda taken: [round(s * 0.87) for s in taken], lambda line: True)


@hostile(35)
def one_implementation_scaled() -> bytes:
    return resampled(lambda taken: [round(s * 0.93) for s in taken], lambda line: "blake" in line)


@hostile(36)
def a_middle_that_is_another() -> bytes:
    return replaced("cycles 4096", r"[+-]\d+[+-]\d.*", "+49" * 15)


@hostile(37)
def a_flag_taken_away() -> bytes:
    place = first("cycles 4096", block()[0])
    fields = LINES[place].split(" ")
    middle = int(fields[8])
    step = 49 * (middle // 10 // 49)  # on the lattice of the counter, and far from even
    taken = [middle - step] * 5 + [middle] * 5 + [middle + step] * 5
    line = " ".join([*fields[:8], str(stq2(taken)), differences(stq2(taken), taken)])
    return with_lines([*LINES[:place], line, *LINES[place + 1 :]])


@hostile(37)
def a_shared_core_without_a_flag() -> bytes:
    return replaced("pace", r"\d\.\d+$", "3.000")


@hostile(38)
def a_number_of_calls_that_nobody_needs() -> bytes:
    return replaced("calls 8", r"calls 8 \d+", "calls 8 50000")


@hostile(39)
def samples_that_took_longer_than_their_process() -> bytes:
    return replaced("took", r"\S+$", "0.000001", every=True)


@hostile(40)
def programs_that_ran_at_once() -> bytes:
    return replaced("took", r"\S+ \S+$", "1795235883.000 9.000", every=True)


@hostile(50)
def faster_than_any_machine() -> bytes:
    def quick(taken: list[int]) -> list[int]:
        return [49 * max(1, s // 49 // 40) for s in taken]

    return resampled(
        quick, lambda line: " sha256 " in line and re.search("576|1536|2048|4096", line)
    )


@hostile(53)
def samples_of_another_round() -> bytes:
    lines, place = list(LINES), first("cycles 4096")
    odd = "cycles 4096 49000 " + "".join(f"{49 * (i * 7 % 15 - 7):+d}" for i in range(15))
    for i in (place, first("cycles 4096", place + 1)):
        lines[i] = re.sub("cycles 4096 .*", odd, lines[i])
    return with_lines(line for line in lines if " uneven " not in line)


@hostile(55)
def a_length_that_costs_nothing() -> bytes:
    def few(taken: list[int]) -> list[int]:
        return [49 * max(1, s // 49 // 6) for s in taken]

    return resampled(few, lambda line: " cycles 4096 " in line)


# SUPERCOP's files.


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


@hostile(12, name="box.data")
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
