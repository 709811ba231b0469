"""Archives that are none, or hide something."""

from __future__ import annotations

import gzip
import tarfile

from summing import packed

from shootout.results import archive

from .making import MEMBERS, hostile, member, real_tar, tar


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
    manifest = archive.manifest(MEMBERS).replace(b"shootout 2", b"shootout 99")
    pairs = [(member(name), MEMBERS[name]) for name in ("data", "machine", "log")]
    return tar(*pairs, (member("MANIFEST"), manifest))
