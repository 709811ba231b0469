"""Errors whose text is printed for the user."""

from __future__ import annotations

from collections.abc import Iterable


class Trouble(Exception):
    """A failure that the user can mend. The text says what is wrong, where, and what to do."""


class Usage(Trouble):
    """A command line that asks for something that does not exist: exit status 2."""


def near(word: str, known: Iterable[str]) -> str:
    """A question in brackets that names the most similar known words; empty if none is similar."""
    import difflib  # which most commands do without

    found = difflib.get_close_matches(word, list(known), 2, 0.6)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
