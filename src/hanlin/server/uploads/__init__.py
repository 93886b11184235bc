"""Uploaded files: parsed in a separate process, packed, and turned into starts of games."""
