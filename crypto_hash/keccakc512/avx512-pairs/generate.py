#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print keccak.S."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from single import operations, text  # noqa: E402

from lab.tune.variants import printed  # noqa: E402

if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
