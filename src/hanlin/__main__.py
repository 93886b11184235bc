"""``python -m hanlin`` is the command ``hanlin``."""

from hanlin.cli import main

main()
