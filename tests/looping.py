"""One test of many subjects: it names all that fail, and by name what can't be tried here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from shootout.registry.tree import Implementation, Primitive

Check = Callable[..., None]
Record = Callable[[str, object], None]


def name_of(subject: object) -> str:
    """What a test says of a subject; of a tuple, of its parts."""
    if isinstance(subject, tuple):
        return " ".join(map(name_of, subject))
    if isinstance(subject, Primitive):
        return subject.name
    return str(getattr(subject, "path", subject))


def run_each(check: Check, subjects: Iterable[Any], record: Record, *more: Any) -> None:
    """Calls the check with each subject, or with the parts of a tuple; fails with all failures."""
    wrong = []
    for subject in subjects:
        try:
            check(*(subject if isinstance(subject, tuple) else (subject,)), *more)
        except pytest.skip.Exception as reason:
            record("left out", f"{name_of(subject)}: {reason}")
        except Exception as error:
            wrong.append(f"{name_of(subject)}: {type(error).__name__} {error}")
    assert not wrong, f"{len(wrong)} are wrong:\n" + "\n".join(wrong)


def for_each(subjects: Iterable[Any]) -> Callable[[Check], Callable[..., None]]:
    """Makes a check of a subject a test of all. Where there are none, it fails."""
    every = list(subjects)

    def made(check: Check) -> Callable[..., None]:
        def test(record_property: Record) -> None:
            assert every
            run_each(check, every, record_property)

        test.__doc__ = check.__doc__
        return test

    return made


def by_function(subjects: Iterable[Any]) -> Callable[[Check], Callable[..., None]]:
    """Makes a check of a subject and a folder a test of each function's; the subject is an
    implementation, or a tuple that begins with one."""
    groups = defaultdict(list)
    for subject in subjects:
        i: Implementation = subject[0] if isinstance(subject, tuple) else subject
        groups[i.primitive.name].append(subject)

    def made(check: Check) -> Callable[..., None]:
        @pytest.mark.parametrize("function", groups)
        def test(function: str, tmp_path: Path, record_property: Record) -> None:
            folders = (tmp_path / str(n) for n in range(len(groups[function])))

            def in_a_folder(*parts: Any) -> None:
                folder = next(folders)
                folder.mkdir()
                check(*parts, folder)

            run_each(in_a_folder, groups[function], record_property)

        test.__doc__ = check.__doc__
        return test

    return made
