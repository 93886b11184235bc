"""``python -m hanlin`` is the command ``hanlin``."""

from hanlin.cli.main import main

main()
