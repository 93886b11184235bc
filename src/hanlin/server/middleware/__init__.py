"""What every request passes before a route: connection limits, host names, rate limits, metrics."""
