"""Optional libraries: each belongs to an extra of the package (``pip install 'hanlin[server]'``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hanlin.core.errors import MissingExtra

EXTRAS = {
    "arena": ("choix",),
    "cli": ("jinja2", "markupsafe", "rich", "typer"),
    "client": ("httpx", "websockets"),
    "cluster": ("ray",),
    "envs": ("PIL", "gymnasium", "open_spiel", "pettingzoo", "pyspiel", "scipy"),
    "postgresql": ("psycopg",),
    "server": (
        "aiosmtplib",
        "alembic",
        "argon2",
        "cryptography",
        "filelock",
        "httptools",
        "idna",
        "litestar",
        "markdown_it",
        "openskill",
        "prometheus_client",
        "py_vapid",
        "pywebpush",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "uvloop",
    ),
    "tables": ("polars",),
    "train": ("torch",),
}
"""The extras, with the modules that Hanlin imports from their libraries."""


@contextmanager
def needed_by(user: str) -> Iterator[None]:
    """Turn the failed import of an optional library into MissingExtra. ``user``: what needs it, a subject of a sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in EXTRAS.items() if library in modules), None)
        if extra is None:
            raise
        library = {"PIL": "Pillow"}.get(library, library)
        raise MissingExtra(f"{user} needs {library}, which is not installed: pip install 'hanlin[{extra}]'") from None
