"""The laboratory: tournaments, simulations, reviews, training and Monte Carlo playouts."""

from hanlin.lab.monte_carlo import Playouts, playouts

__all__ = ["Playouts", "playouts"]
