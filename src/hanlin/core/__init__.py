"""Shared by all games: the two speeds, the verbs, positions, records, languages."""
