"""python3 -m shootout is ./do."""

import sys

from .cli import main

sys.exit(main())
