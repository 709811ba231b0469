"""Functions that have the code of another, their home, with other parameters."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import copy_of, do

from shootout.common.errors import Trouble
from shootout.registry.homes import folder_of, home
from shootout.registry.stage import contents, unfit
from shootout.registry.tree import Implementation, Primitive, implementations


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """sha256 and a function with its code, in a tree of their own."""
    top = tmp_path / "crypto_hash"
    for name in ("ref", "opt64"):
        copy_of(f"sha256/{name}", top / "sha256" / name)
    (top / "sha256/opt64/order").touch()
    (top / "other/common").mkdir(parents=True)
    (top / "other/common/params.h").write_text("#define IV 224\n")
    (top / "other/home").write_text("sha256\n")
    (top / "other/bytes").write_text("28\n")
    return top


def served(tree: Path) -> dict[str, Implementation]:
    return {i.name: i for i in implementations(Primitive("other", tree / "other"))}


def test_the_home_is_overlaid(tree: Path) -> None:
    i = served(tree)["opt64"]
    files = contents(i)
    assert i.path == "crypto_hash/other/opt64" and i.output_bytes() == 28
    assert files["api.h"] == b"#define CRYPTO_BYTES 28\n"
    assert files["params.h"] == b"#define IV 224\n"
    assert files["hash.c"] == (tree / "sha256/opt64/hash.c").read_bytes()
    assert "order" not in files, "the home generates its code"
    assert folder_of("other", "opt64", tree) == tree / "sha256/opt64"


def test_a_folder_of_its_own_wins(tree: Path) -> None:
    copy_of("sha256/opt32", tree / "other/opt64")
    i = served(tree)["opt64"]
    assert i.folder == folder_of("other", "opt64", tree) == tree / "other/opt64"
    assert i.files()["api.h"] == b"#define CRYPTO_BYTES 32\n"


def test_code_without_parameters_stays_where_it_is(tree: Path) -> None:
    """As folders of SUPERCOP's do that are copied in."""
    (tree / "sha256/copied").mkdir()
    (tree / "sha256/copied/api.h").write_text("#define CRYPTO_BYTES 32\n")
    (tree / "sha256/copied/hash.c").write_text("int crypto_hash() { return 0; }\n")
    assert "copied" in {i.name for i in implementations(Primitive("sha256", tree / "sha256"))}
    assert set(served(tree)) == {"ref", "opt64"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sha265", "sha265: no such function .did you mean sha256"),
        ("../crypto_hash/sha256", "no such function"),
        ("", "no such function"),
        ("other", "other has a home itself"),
    ],
)
def test_a_bad_home_is_named(tree: Path, name: str, said: str) -> None:
    (tree / "other/home").write_text(f"{name}\n")
    with pytest.raises(Trouble, match=said):
        home(tree / "other")


def test_bad_parameters_are_named(tree: Path) -> None:
    (tree / "other/bytes").write_text("28 bytes\n")
    (tree / "other/common/params.h").unlink()
    (tree / "other/common/params.h").symlink_to("nowhere")
    assert unfit(served(tree)["opt64"]) == ["params.h: a link that leads nowhere"]
    with pytest.raises(Trouble, match="not a number of bytes"):
        served(tree)["ref"].output_bytes()


def test_commands_say_what_is_shared(tree: Path) -> None:
    listed = do("list", "--files", "other/opt64", home=tree.parent, tree=tree).stdout
    assert str(tree / "other/common/params.h") in listed
    assert "sha256/opt64/hash.c" in listed and "other/bytes" in listed
    every = do("list", "--files", home=tree.parent, tree=tree).stdout.splitlines()
    users = {line.split()[0] for line in every if line.endswith("sha256/opt64/hash.c")}
    assert users == {"sha256/opt64", "other/opt64"}
    made = do("new", "sha256/mine", home=tree.parent, tree=tree)
    assert "it is also an implementation of other" in made.stdout
    assert do("new", "other/opt64", home=tree.parent, tree=tree).returncode == 2
