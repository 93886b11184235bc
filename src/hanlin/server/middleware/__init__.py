"""Checks of every request before a route: connection limits, host names, rate limits, metrics."""
