"""Text formats: TOML data files, and the fields of positions as text."""
