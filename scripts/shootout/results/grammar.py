"""Regular expressions for each line of our result files, exactly as ./do writes them."""

from __future__ import annotations

import re

from ..registry.causes import FLAGGED

# Names begin with a letter or a digit: others mean something to programs that read them later, as
# `-1` to a spreadsheet and `__proto__` to a browser.
PATH = rb"crypto_hash/([A-Za-z0-9][\w+.-]{0,79})/([A-Za-z0-9][\w+./-]{0,199})"
WORD = rb"(\S{1,400})"
COMPILER = rb"([A-Za-z0-9/._]\S{0,399})"
MLEN = rb"(\d{1,7})"
REAL = rb"(\d{1,12}(?:\.\d{1,6})?)"
KEEPS = rb" (?:kept|unclaimed|\d{1,7}:[!-~]{1,200})"
TEXT = rb"(\S(?:.*\S)?)"
LAYOUT = rb"(\d{1,4}) (\d{1,4}) (\d{1,4})"
CAUSE = b"(%s)" % FLAGGED.encode()

# The words before the timings, each with its arguments.
BEFORE = {
    b"fromcompiler": PATH + rb" " + COMPILER + rb" \S{1,200} " + TEXT,
    b"objsize": PATH + rb" " + COMPILER + rb" \d{1,12} \d{1,12} \d{1,12} \S{1,200}",
    b"instructions": PATH + rb" " + COMPILER + rb"((?: \d{1,7} \d{1,12}){1,16})",
    b"constanttime": PATH + rb" " + COMPILER + rb" [1-9]\d{0,11}" + 2 * KEEPS,
    b"tryfails": PATH + rb" " + COMPILER + rb" " + TEXT,
    b"tryflag": PATH + rb" " + COMPILER + rb" " + TEXT,
    b"emulated": PATH + rb" " + COMPILER,
    b"same": PATH + rb" " + COMPILER + rb" " + COMPILER,
    b"source": PATH + rb" ([0-9a-f]{64})",
    b"try": rb"([0-9a-f]{2,256}/[0-9a-f]{2,256}) (ok|fails|unknown) \d{1,15} \d{1,15} \d{1,15} "
    + PATH + rb" " + COMPILER,
}  # fmt: skip

# The words of a block's head, in their order.
HEAD = {
    b"implementation": PATH + rb" (\S{1,200})",
    b"outputbytes": rb"(\d{1,4})",
    b"cpuid": WORD,
    b"cpucycles_persecond": rb"(\d{1,15})",
    b"cpucycles_implementation": WORD,
    b"compiler": COMPILER + rb" (\S.{0,200})",
    b"round": rb"([1-9]\d{0,3})",
}

# The words after the head.
BODY = {
    b"pace": REAL,
    b"clock": REAL,
    b"calls": MLEN + rb" ([1-9]\d{0,8})",
    b"cycles": MLEN + rb" (\d{1,15}) ((?:[+-]\d{1,15}){1,255})",
    b"flag": rb"(\d{1,7}|-) " + CAUSE + rb" " + TEXT,
    b"layout": LAYOUT,
    b"took": REAL + rb" " + REAL,
    b"sum": rb"(\d{1,9}) ([0-9a-f]{8})",
}

SHAPE = {word: re.compile(rest) for words in (BEFORE, HEAD, BODY) for word, rest in words.items()}

# The arguments of the words that readers honour, in SUPERCOP's files too, where more may follow.
# Those of `cycles` have several notations: see records.samples.
NAME, NUMBER = r"[!-~]{1,400}", r"\d{1,15}"
NAMED, COMPILED = r"[A-Za-z0-9][!-~]{0,399}", r"[A-Za-z0-9/._][!-~]{0,399}"
CELL = NAMED + " " + COMPILED
HONOURED = {
    word: re.compile(rf"(?:{rest})(?!\S)", re.ASCII)
    for word, rest in {
        "implementation": NAMED,
        "outputbytes": r"\d{1,4}",
        "cpuid": NAME,
        "cpucycles_persecond": NUMBER,
        "cpucycles_implementation": NAME,
        "compiler": rf"{COMPILED}(?: {NAME})?",
        "round": r"[1-9]\d{0,3}",
        "calls": r"\d{1,7} [1-9]\d{0,8}",
        "flag": r"(?:\d{1,7}|-) [a-z]{1,20}",
        "layout": r"\d{1,4} \d{1,4} \d{1,4}",
        "try": rf"[0-9a-f/]{{1,600}} \w{{1,20}} {NUMBER} {NUMBER} {NUMBER} {CELL}",
        **dict.fromkeys(("tryfails", "tryflag", "fromcompiler", "emulated"), CELL),
        "same": rf"{CELL} {COMPILED}",
        "instructions": rf"{CELL}(?: \d{{1,7}} \d{{1,12}}){{1,16}}$",
        "constanttime": rf"{CELL} [1-9]\d{{0,11}} [!-~]{{1,210}} [!-~]{{1,210}}",
        "objsize": rf"{CELL} \d{{1,12}} \d{{1,12}} \d{{1,12}} [!-~]{{1,200}}",
    }.items()
}
# The first fields of any line about a hash function: version, machine, ABI, date, primitive.
FIELDS = re.compile(
    r"[\w.-]{1,40} [A-Za-z0-9][\w.-]{0,63} [\w.-]{1,40} \d{8} [a-zA-Z0-9]\w{0,59}(?:/\w{1,40})?",
    re.ASCII,
)

# Version, machine, ABI, date, primitive; a machine has a name as in machine/naming.py.
LINE_HEAD = re.compile(
    rb"(\d{8}[\w.]{0,20}) ([A-Za-z0-9][\w.-]{0,63}) ([a-z0-9]{1,20}) (\d{8}) crypto_hash "
    rb"([a-z0-9][a-z0-9_]{0,59}(?:/[a-z]{1,40})?) "
)

# The samples of a length with the lines before them and the flags after them; each line is
# after a newline.
UNIT = re.compile(
    rb"(?:\npace %s)?(?:\nclock %s)?(?:\ncalls %s)?\ncycles %s((?:\nflag [^\n]*)*)(?![^\n])"
    % (REAL, REAL, BODY[b"calls"], BODY[b"cycles"])
)

FLAG = re.compile(rb"\nflag [^\n]*")
FLAGS = re.compile(rb"(?:\nflag [^\n]*)+")

# Curves as columns, see columns.py: items of a `flags` line, such lines, all columns.
ITEM = re.compile(r" (\d{1,7})(?:x(\d{1,7}))?:([^\s:]{1,20})(?!\S)")
FLAGS_OF_CAUSE = re.compile(r"\nflags (\S+)([^\n]+)")
COLUMNS = re.compile(
    rb"\nlengths (\d{1,7}) (\d{1,7}) ([1-9]\d{0,6})\ngroups ([\d ]+)\npace ([\d. -]+)"
    rb"\nclock ([\d. -]+)\ncalls ([\d ]+)\ncounts ([\d ]+)\nfirsts ([\d -]+)"
    rb"\nsamples ([+\d-]*)((?:\nflags %s [^\n]+)*)(?![^\n])" % CAUSE.replace(b"(", b"(?:")
)

# The head of a block without the first six fields, each line after a newline.
BLOCK = re.compile(b"".join(b"\n%s %s" % (word, rest) for word, rest in HEAD.items()))


PRINTABLE = bytes(range(32, 127)) + b"\n"
UNPRINTABLE = re.compile(rb"[^ -~\n]")
