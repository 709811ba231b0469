"""What documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

FOLDERS = "scripts|tests|measure|java|crypto_hash|okcompilers|docs"
DOCUMENTS = [
    file
    for file in sorted(ROOT.rglob("*.md"))
    if not {"build", "graphs", ".pytest_cache"} & set(file.relative_to(ROOT).parts)
]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_files_of_the_checkout_exist(file: Path) -> None:
    """But for those with NAME in them, which stand for many."""
    named = re.findall(rf"`((?:{FOLDERS})/(?!.*NAME)[\w./-]*)`", file.read_text())
    tops = (ROOT, ROOT / "scripts" / "shootout")
    assert [name for name in named if not any((top / name).exists() for top in tops)] == []


def test_there_are_such_names() -> None:
    assert len(DOCUMENTS) > 5
    assert any("`scripts/shootout/" in file.read_text() for file in DOCUMENTS)
