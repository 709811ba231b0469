"""Archives that are none, or hide something."""

from __future__ import annotations

import gzip
import tarfile

from summing import packed

from shootout.results import archive

from .making import FILES, MEMBERS, Hostile, hostile, member, real_tar, tar


@hostile(2)
def a_byte_of_the_gzip_changed() -> bytes:
    whole = bytearray(packed(MEMBERS))
    whole[-6] ^= 1
    return bytes(whole)


@hostile(2)
def something_behind_a_member() -> bytes:
    text = real_tar()
    size = len(MEMBERS["data"])
    assert size % 512
    text[512 + size] = 65
    return gzip.compress(bytes(text))


@hostile(3)
def a_size_in_base_256() -> bytes:
    text = real_tar()
    text[124:136] = b"\x80" + bytes(10) + b"\x10"
    return gzip.compress(bytes(text))


@hostile(4)
def a_name_hidden_in_the_prefix() -> bytes:
    text = real_tar()
    text[345:350] = b"../..".ljust(5, b"\0")
    return gzip.compress(bytes(text))


@hostile(5)
def members_that_are_not_the_manifests() -> bytes:
    manifest = archive.manifest(MEMBERS)
    return tar((member("data"), b"other\n"), (member("MANIFEST"), manifest))


@hostile(5)
def a_later_format() -> bytes:
    manifest = archive.manifest(MEMBERS).replace(b"shootout 2", b"shootout 99")
    pairs = [(member(name), MEMBERS[name]) for name in ("data", "machine", "log")]
    return tar(*pairs, (member("MANIFEST"), manifest))


FILES |= {
    "a_bomb": Hostile(1, lambda: tar((member("data"), bytes(16 << 20)))),
    "a_machine_of_two_megabytes": Hostile(
        1, lambda: tar((member("machine"), bytes(range(1, 256)) * 8000))
    ),
    "cut_off_in_the_middle": Hostile(2, lambda: packed(MEMBERS)[:3000]),
    "cut_off_before_the_check_sum": Hostile(2, lambda: packed(MEMBERS)[:-8]),
    "a_second_gzip_behind_the_first": Hostile(2, lambda: packed(MEMBERS) + gzip.compress(b"more")),
    "something_behind_the_end_of_the_tar": Hostile(
        2, lambda: gzip.compress(bytes(real_tar()) + b"hidden".ljust(512, b"\0"))
    ),
    "a_tar_without_an_end": Hostile(2, lambda: gzip.compress(bytes(real_tar()).rstrip(b"\0"))),
    "a_symbolic_link": Hostile(
        3, lambda: tar((member("data", tarfile.SYMTYPE, linkname="/etc/passwd"), b""))
    ),
    "a_hard_link": Hostile(
        3, lambda: tar((member("data", tarfile.LNKTYPE, linkname="machine"), b""))
    ),
    "a_device": Hostile(3, lambda: tar((member("data", tarfile.CHRTYPE), b""))),
    "a_pipe": Hostile(3, lambda: tar((member("data", tarfile.FIFOTYPE), b""))),
    "a_folder": Hostile(3, lambda: tar((member("data", tarfile.DIRTYPE), b""))),
    "a_sparse_file": Hostile(3, lambda: tar((member("data", tarfile.GNUTYPE_SPARSE), b""))),
    "a_pax_header": Hostile(
        3, lambda: tar((member("data", uname="å"), b"x\n"), form=tarfile.PAX_FORMAT)
    ),
    "a_long_name_of_gnu": Hostile(
        3, lambda: tar((member("data" * 60), b""), form=tarfile.GNU_FORMAT)
    ),
    "a_header_that_names_its_owner": Hostile(
        3, lambda: tar((member("data", uname="alice"), MEMBERS["data"]))
    ),
    "an_absolute_name": Hostile(4, lambda: tar((member("/etc/cron.d/data"), b""))),
    "a_name_with_dots": Hostile(4, lambda: tar((member("../data"), b""))),
    "an_unknown_member": Hostile(
        4, lambda: tar((member("data"), b"\n"), (member("setup.py"), b"import os\n"))
    ),
    "a_member_twice": Hostile(
        4, lambda: tar((member("data"), b"one\n"), (member("data"), b"two\n"))
    ),
    "no_manifest": Hostile(5, lambda: tar((member("data"), MEMBERS["data"]))),
}
