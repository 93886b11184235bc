"""Robust standard streams: any of them may be closed, full, or unable to encode all characters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import Any

ESCAPED = "hanlin.escaped"
"""The name of the codec error handler for characters that an output can't encode."""


def prepare_streams() -> None:
    """Let every command print any text, and keep files from taking the descriptors of closed streams."""
    _open_what_is_closed()
    codecs.register_error(ESCAPED, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)
    if sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        with suppress(OSError, ValueError):
            tolerant = io.BufferedWriter(_Tolerant(sys.stderr.fileno(), "wb", closefd=False))
            sys.stderr = io.TextIOWrapper(tolerant, sys.stderr.encoding, ESCAPED, line_buffering=True)


def forget_output() -> None:
    """Discard unwritten output, so that Python does not try to flush it again at exit."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _open_what_is_closed() -> None:
    """Open /dev/null for closed streams: otherwise the next file would take the descriptor and receive printed text."""
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # It is the lowest free descriptor.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open until the end)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


class _Tolerant(io.FileIO):
    """The stderr file, which ignores write errors."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def _escaped(error: UnicodeError) -> tuple[str, int]:
    r"""Escape characters that an encoding lacks as in JSON (``\u2013``), so that JSON stays valid."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)), error.end
