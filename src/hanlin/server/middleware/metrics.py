"""What a host may want to watch, as Prometheus reads it (``/metrics``): only numbers, nothing of any game or person."""

from __future__ import annotations

import re
from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE = CONTENT_TYPE_LATEST
_WITHIN_TABLE = re.compile(r"^(?:/api/tables|/t)/[^/]+(?:/([a-z]+))?")


class Metrics:
    """The numbers of one server process. Thread-safe."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("hanlin_requests", "Requests that were answered.", ["kind", "status"], registry=self.registry)
        self.seconds = Histogram(
            "hanlin_request_seconds",
            "How long answers took.",
            ["kind"],
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.sockets = Gauge("hanlin_sockets", "Sockets that are open.", registry=self.registry)
        self.changes = Counter("hanlin_changes", "Changes of tables.", registry=self.registry)

        self.kinds: frozenset[str] = frozenset()
        """The kinds of what there are routes for; whatever else is asked for is of one kind, ``nothing``."""
        self._answers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def answered(self, path: str, status: int, seconds: float) -> None:
        """A request was answered."""
        # An address that somebody made up adds no label, also where the request is refused before its route is looked for.
        asked = kind_of(path)
        asked = asked if asked in self.kinds and status != 404 else "nothing"
        found = self._answers.get((asked, status))
        if found is None:
            found = self.requests.labels(asked, status), self.seconds.labels(asked)
            self._answers[asked, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def watch(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A number that is asked for when somebody looks."""
        Gauge(name, what, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All of them, as Prometheus reads it."""
        return generate_latest(self.registry)


def kind_of(path: str) -> str:
    """What is asked for, without saying of which table."""
    within = _WITHIN_TABLE.match(path)
    if within:
        return within[1] or "table"
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return first if first in {"api", "static", "rules", "help", "learn", "new", "study", "language", "settings"} else "page"
