"""python3 -m shootout is ./do."""

import signal
import sys

# Ctrl-C before there is somebody to say something about it ends this without a traceback.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from .cli import main

status = main()
signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done and said
sys.exit(status)
