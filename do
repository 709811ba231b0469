#!/bin/sh
# shootout's only command: finds a python3 and starts the driver in scripts/shootout.
# Files that may be open at once: with fewer, neither this shell nor Python could say what is wrong.
# shellcheck disable=SC3045 # every /bin/sh has these options
files=$(ulimit -H -n)
if [ "$files" != unlimited ] && [ "$files" -lt 64 ]; then
    exec >&2
    echo "./do: at most $files files may be open here; it needs 64. Raise ulimit -n."
    exit 1
fi
# shellcheck disable=SC3045
[ "$(ulimit -n)" = unlimited ] || [ "$(ulimit -n)" -ge 64 ] || ulimit -S -n 64
# Of a shell that has no PATH from anybody (env -i) nobody else would have one.
PATH=${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}
export PATH
top=$(cd -- "$(dirname -- "$0")" && pwd) || exit 1
for python in "${PYTHON:-python3}" python3 python ""; do
    "$python" -S -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && break
done
if [ -z "$python" ]; then
    echo "./do: needs python3, version 3.9 or later (Debian: apt install python3)" >&2
    exit 1
fi
PYTHONPATH="" PYTHONDONTWRITEBYTECODE=1 exec "$python" "$top/scripts" "$@"
