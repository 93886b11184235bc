"""Prometheus metrics (``/metrics``): only numbers, nothing of any game or person."""

from __future__ import annotations

import re
from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE = CONTENT_TYPE_LATEST
_WITHIN_TABLE = re.compile(r"^(?:/api/tables|/t)/[^/]+(?:/([a-z]+))?")


class Metrics:
    """The metrics of one server process. Thread-safe."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("hanlin_requests", "Requests answered.", ["kind", "status"], registry=self.registry)
        self.seconds = Histogram(
            "hanlin_request_seconds",
            "Seconds per request.",
            ["kind"],
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.sockets = Gauge("hanlin_sockets", "Open WebSockets.", registry=self.registry)
        self.changes = Counter("hanlin_changes", "Changes of tables.", registry=self.registry)

        self.kinds: frozenset[str] = frozenset()
        """The kinds of all routes; unknown URLs share the kind ``nothing``."""
        self._answers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def answered(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        # Unknown URLs create no labels, even if the request is refused before routing.
        kind = kind_of(path)
        kind = kind if kind in self.kinds and status != 404 else "nothing"
        found = self._answers.get((kind, status))
        if found is None:
            found = self.requests.labels(kind, status), self.seconds.labels(kind)
            self._answers[kind, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed at each scrape."""
        Gauge(name, what, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self.registry)


def kind_of(path: str) -> str:
    """The kind of a URL, without the table's id."""
    within = _WITHIN_TABLE.match(path)
    if within:
        return within[1] or "table"
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return first if first in {"api", "static", "rules", "help", "learn", "new", "study", "language", "settings"} else "page"
