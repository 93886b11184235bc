"""Standard input and output as a command finds them: any of them closed, full, or unable to show all letters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress
from typing import Any

ESCAPED = "hanlin.escaped"
"""The name of the error handler by which letters are written that an output does not know."""


def prepare_streams() -> None:
    """See to it that every command can print whatever it prints, and that no file is opened in the place of an output."""
    _open_what_is_closed()
    codecs.register_error(ESCAPED, _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)
    if sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        with suppress(OSError, ValueError):
            patient = io.BufferedWriter(_Patient(sys.stderr.fileno(), "wb", closefd=False))
            sys.stderr = io.TextIOWrapper(patient, sys.stderr.encoding, ESCAPED, line_buffering=True)


def forget_output() -> None:
    """Where the output can't be written, Python is not to try again when it ends."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _open_what_is_closed() -> None:
    """The next file that is opened would take the number of a closed output, and what is printed would land in it."""
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # The lowest number that is free is this one.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open until the end)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


class _Patient(io.FileIO):
    """The error output. What can't be written there is lost, which is no reason to stop."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


def _escaped(error: UnicodeError) -> tuple[str, int]:
    r"""Letters that an encoding does not have, as JSON writes them (``\u2013``), so that JSON stays what it is."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)), error.end
