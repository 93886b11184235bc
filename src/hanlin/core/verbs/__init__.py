"""The game protocol: what a game offers, and the generic functions that dispatch to it."""
