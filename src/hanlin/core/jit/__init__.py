"""Two speeds from one source: compiled functions, their cache, and helpers for hot loops."""
