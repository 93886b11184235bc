"""The commands: ``hanlin serve | account | simulate | replay | bench | warm``."""

from __future__ import annotations

from hanlin.cli.main import main

__all__ = ["main"]
