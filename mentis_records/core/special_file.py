"""Special files, which are no input: devices, sockets, pipes and the system's own."""

from __future__ import annotations

import errno
import os
import stat

_OPEN = ("/dev/fd/", "/proc/")
"""Where the names of what is open already lead."""

_SYSTEM = ("/proc/", "/sys/")


def refuse_special(path: str) -> None:
    """Refuse what is neither a plain file nor a pipe that is open already, such as ``/dev/fd/63``.

    A pipe with a name of its own is waited for until somebody writes into it, which may be never.

    Raises:
        OSError: it is such a file, or cannot be found.
    """
    mode = os.stat(path).st_mode
    kind = _KINDS.get(stat.S_IFMT(mode), "")
    place = os.path.realpath(path) + "/"
    if stat.S_ISFIFO(mode):
        kind = "" if place.startswith(_OPEN) else kind
    elif stat.S_ISREG(mode) and place.startswith(_SYSTEM):
        kind = "a file of the system"
    if kind:
        raise OSError(errno.EINVAL, f"{kind}, not a plain file", path)


_KINDS = {
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
    stat.S_IFIFO: "a pipe",
}
