"""People: friends and blocks, presence, challenges, and the search for a game. No web framework here."""
