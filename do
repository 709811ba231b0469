#!/bin/sh
# shootout's only command: finds a python3 and starts the driver in scripts/shootout.
top=$(cd -- "$(dirname -- "$0")" && pwd) || exit 1
for python in "${PYTHON:-python3}" python3 python ""; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && break
done
if [ -z "$python" ]; then
    echo "./do: needs python3, version 3.9 or later (Debian: apt install python3)" >&2
    exit 1
fi
PYTHONPATH="$top/scripts" PYTHONDONTWRITEBYTECODE=1 exec "$python" -m shootout "$@"
