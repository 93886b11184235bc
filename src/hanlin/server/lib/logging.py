"""The log, one line per event, on the error output: text at a terminal, otherwise JSON.

It contains no secrets: anything that looks like a key, a token, a seed or a password is redacted, in all loggers.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def one_line(text: object) -> str:
    """A text from outside, safe for a log: unprintable characters are escaped."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in str(text))


class OneLine(logging.Formatter):
    """Formats an event as one line, with any line breaks escaped; a traceback follows, each of its lines marked."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return one_line(super().formatMessage(record))

    def formatException(self, exc_info: Any) -> str:  # noqa: N802
        return "\n".join(f"    | {one_line(line)}" for line in super().formatException(exc_info).splitlines())


BLOT = "[secret]"
SECRET_NAMES = {"authorization", "cookie", "hanlin-key", "key", "password", "seed", "token"}
_SECRETS = re.compile(
    r"hanlin-[A-Za-z0-9_-]{16,}"  # tokens
    r"|(?<=hanlin-key=)[^;\s\"']+"  # cookies
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"  # names with passwords in addresses
    r"|\b[0-9a-f]{64}\b"  # seeds, hashes of keys
    r"|(?<=/mail/)[a-z]+/[\w-]+"  # the links of mails
    r"|[\w.+-]+@[\w-]+\.[\w.-]+"  # e-mail addresses
)


def without_secrets(text: str) -> str:
    """Redact everything in a text that looks like a secret."""
    return _SECRETS.sub(BLOT, text)


def _blotted(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Redact the secrets of an event."""
    return {name: BLOT if name in SECRET_NAMES else _value(value) for name, value in event.items()}


def _value(value: Any) -> Any:
    return without_secrets(value) if isinstance(value, str) else value


class Text(OneLine):
    """Formats lines for a terminal, without secrets."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return without_secrets(super().formatMessage(record))

    def formatException(self, exc_info: Any) -> str:  # noqa: N802
        return without_secrets(super().formatException(exc_info))


def structured() -> logging.Formatter:
    """A formatter of one JSON object per line: time, level, logger, event, and further keys."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _blotted,
            structlog.processors.JSONRenderer(ensure_ascii=True),
        ],
    )


def log_to(stream: TextIO | None = None) -> None:
    """Send the log to a stream, the error output by default."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Text() if stream.isatty() else structured())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
