"""What commands print with --json is what docs/schema.json says, and every key is explained."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, do

SCHEMA = json.loads((ROOT / "docs" / "schema.json").read_text())
OURS = str(ROOT / "data" / "zen3vm-20261121-025025.tar.gz")
OURS_LATER = str(ROOT / "data" / "zen3vm-20261121-033227.tar.gz")
NEW = str(ROOT / "data" / "graniterapids2-vm-20261122-174342.tar.gz")  # with all facts
THEIRS = str(ROOT / "data" / "pl28pro-amd64-20200511.data")
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "number": (int, float),
    "integer": (int,), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], path: str = "") -> Iterator[str]:
    """Where a value is not what a schema says; the words of JSON Schema that ours uses."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    right = [k for k in kinds if isinstance(value, TYPES[k])]
    if not right or (isinstance(value, bool) and "boolean" not in kinds):
        yield f"{path}: {value!r} is none of {kinds}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from faults(each, schema["items"], f"{path}[{number}]")
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        yield from (f"{path}: no {key}" for key in schema.get("required", ()) if key not in value)
        for key, each in value.items():
            if key in known:
                yield from faults(each, known[key], f"{path}.{key}")
            elif more is False:
                yield f"{path}: {key} is not in the schema"
            elif isinstance(more, dict):
                yield from faults(each, more, f"{path}.{key}")


@pytest.mark.parametrize(("words", "status"), [
    (["compare", OURS, "*/ref", "*/opt64"], 0),
    (["compare", OURS, THEIRS, "--fail-above", "1"], None),
    (["history", "sha256", OURS, THEIRS], 0), (["history", "sha*/ref", OURS, OURS_LATER], 0),
    (["claims", OURS], 0), (["doctor"], 0), (["check", NEW, THEIRS], 0),
    (["collect", OURS, THEIRS, str(ROOT / "README.md"), "/nosuch"], 1),
], ids=lambda w: w[0] if isinstance(w, list) else "")  # fmt: skip
def test_output_follows_the_schema(tmp_path: Path, words: list[str], status: int | None) -> None:
    done = do(*words, "--json", home=tmp_path)
    assert status is None or done.returncode == status, done.stderr
    told = json.loads(done.stdout, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    lists = ("pairs", "files", "implementations", "histories", "claims")
    assert told and all(told[k] for k in lists if k in told), "there is something to look at"
    assert list(faults(told, SCHEMA["$defs"][words[0]])) == []


def test_the_schema_is_strict() -> None:
    schema = SCHEMA["$defs"]["doctor"]["properties"]["compilers"]["items"]
    good: dict[str, Any] = {"abi": "x", "command": ["a"], "version": "1", "emulated": False}
    assert not list(faults(good, schema))
    for bad in ({**good, "more": 1}, {"abi": "x"}, {**good, "command": None},
                {**good, "command": [1]}, {**good, "emulated": 1}):  # fmt: skip
        assert list(faults(bad, schema)), bad
