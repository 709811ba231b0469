# SPDX-License-Identifier: CC0-1.0
"""What the blocks.h says that lies beside the script that runs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDER = Path(sys.argv[0]).parent  # which may hold links to scripts, so not __file__
OUTPUT = int((FOLDER / "api.h").read_text().split()[-1])
BLOCKS = (FOLDER / "blocks.h").read_text()
CONSTANTS = BLOCKS.split("#else")[OUTPUT > 32]
SIGMA = [
    [int(word) for word in row.split(",")] for row in re.findall(r"ROW\(\d,([ \d,]+)\)", BLOCKS)
]
PI = re.findall(r"define PI\d+ (0x\w+)", CONSTANTS)
R = [int(n) for n in re.findall(r"define R\d (\d+)", CONSTANTS)]
WORD, ROUNDS = (int(n) for n in re.findall(r"define (?:WORD_BYTES|ROUNDS) (\d+)", CONSTANTS))
WIDE = WORD == 8
BLOCK = 16 * WORD
