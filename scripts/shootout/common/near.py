"""Near misses: the words that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def near(word: str, known: Iterable[str]) -> str:
    """A question in brackets that names the most similar known words; empty if none is similar."""
    import difflib  # which most commands do without

    found = difflib.get_close_matches(word, list(known), 2, 0.6)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
