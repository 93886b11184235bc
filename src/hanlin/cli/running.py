"""Running a command: its exit code, and one line on stderr for what goes wrong.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | failed: a faulty record, map, position, backup, game or score file, a full disk, a closed output |
| 2 | not begun: the command line names something unknown, missing or contradictory, or an option that would do nothing |
| 130 | stopped by Ctrl-C |
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, NoReturn

import typer

from hanlin.cli.stopping import STOPPED
from hanlin.cli.streams import forget_output, prepare_streams
from hanlin.core.errors import BadData, BadPosition, BadRecord, Failed, HanlinError, IllegalAction, MissingDataFile
from hanlin.core.lib.extras import needed_by

FAILED, USAGE = 1, 2
"""Exit codes."""
FAILURES = (Failed, BadRecord, BadData, BadPosition, IllegalAction)
"""Errors about what was read or done, and not about the command line."""

USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""The base class of Typer's usage errors."""

MAY_BE_REPEATED = ("--option", "--allow-host", "--records", "--played", "--table")

LONGEST_REASON = 600
"""Most characters of an error message; a longer one is shortened in the middle."""


def run_app(app: typer.Typer) -> NoReturn:
    """Run the command of the arguments and exit with its code; what goes wrong is one line on stderr, never a traceback."""
    prepare_streams()
    try:
        with needed_by("This command"):
            code = _run(app, sys.argv[1:])
        sys.stdout.flush()
    except USAGE_ERROR as error:
        if _asks_for_help(error):
            print(error.format_message())
            sys.exit(0)
        _fail(_with_help(error), USAGE)
    except HanlinError as error:
        _fail(str(error), FAILED if isinstance(error, FAILURES) and not isinstance(error, MissingDataFile) else USAGE)
    except (typer.Abort, KeyboardInterrupt):
        _stopped()
    except BrokenPipeError:
        forget_output()
        sys.exit(FAILED)
    except OSError as error:
        forget_output()
        _fail(f"{error.filename or 'the output'}: {error.strerror or error}.", FAILED)
    else:
        sys.exit(code)


def _run(app: typer.Typer, words: list[str]) -> Any:
    """Run a command; return its exit code, or its final message. KeyboardInterrupt for Ctrl-C of which it has said nothing."""
    _refuse_repetition(words)
    try:
        code = app(words or ["--help"], standalone_mode=False)
    except SystemExit as end:
        return end.code
    if code == STOPPED:  # What Typer makes of Ctrl-C.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _asks_for_help(error: Any) -> bool:
    """True where a group of commands was named without a command."""
    return any(kind.__name__ == "NoArgsIsHelpError" for kind in type(error).__mro__)


def _with_help(error: Any) -> str:
    """What is wrong with the command line; where that alone does not say what to write, with the command that does."""
    reason, context = str(error.format_message()).rstrip(". "), getattr(error, "ctx", None)
    if context is None or not reason.startswith(("Missing ", "No such ", "Got unexpected ")):
        return str(error.format_message())
    return f"{reason}; {context.command_path} --help lists what there is."


def _stopped() -> NoReturn:
    with suppress(OSError):
        print("hanlin: stopped.", file=sys.stderr)
    sys.exit(STOPPED)


def _refuse_repetition(words: list[str]) -> None:
    """Refuse an option that is given twice, since only one of the values can be meant."""
    names = [word.partition("=")[0] for word in words if word.startswith("--")]
    for name in names:
        if names.count(name) > 1 and name not in MAY_BE_REPEATED:
            raise HanlinError(f"{name} is given twice.")


def _fail(reason: str, code: int) -> NoReturn:
    """Print one line of limited length to stderr and exit."""
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[: LONGEST_REASON // 2]} … {reason[-LONGEST_REASON // 2 :]}"
    with suppress(OSError):
        print(f"hanlin: {reason}", file=sys.stderr)
    sys.exit(code)
