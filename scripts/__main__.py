"""What ./do starts: python3 scripts. PYTHONPATH could not lead here through a colon."""

import runpy

runpy.run_module("shootout", run_name="__main__", alter_sys=True)
