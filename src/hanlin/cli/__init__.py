"""The command line interface: ``hanlin COMMAND``."""

from __future__ import annotations

from hanlin.cli.main import main

__all__ = ["main"]
