"""The laboratory: tournaments between bots, and what can be learned from games."""

from hanlin.lab.monte_carlo import Playouts, playouts

__all__ = ["Playouts", "playouts"]
