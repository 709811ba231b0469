"""The program behind ./do: python3 -m shootout."""

import signal
import sys

# Until `main` handles Ctrl-C, it ends the process without a traceback.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from .commands import streams

streams.prepare()  # before anything keeps a stream

from .common.progress import BAR  # noqa: E402

BAR.watch("start")  # the rest takes seconds to import where the machine is busy
try:
    from .cli import main

    status = main()
finally:
    BAR.leave()
signal.signal(signal.SIGINT, signal.SIG_IGN)  # everything is done and printed
exec("")  # after a Ctrl-C in another exec, as of a dataclass, CPython would end by a signal
sys.exit(status)
