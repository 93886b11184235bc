"""The command line interface: ``hanlin COMMAND``."""

from __future__ import annotations

import sys

from hanlin.core.errors import MissingExtra
from hanlin.core.lib.extras import needed_by

__all__ = ["main"]


def main() -> None:
    """Run a command, see ``hanlin.cli.commands.main``; without the extra ``cli`` say what to install, and exit with 2."""
    try:
        with needed_by("The command hanlin"):
            from hanlin.cli.commands import main as run
    except MissingExtra as error:
        print(f"hanlin: {error}", file=sys.stderr)
        sys.exit(2)
    run()
