"""The laboratory: tournaments between bots, and what can be learned from games."""
