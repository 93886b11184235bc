"""Compression in threads: a large page would block the event loop for too long."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware

LARGE = 8 * 1024
"""The smallest response in bytes that is compressed in a thread: a smaller one is faster without the switch."""


class ThreadedCompression(CompressionMiddleware):
    """The framework's compression, with large complete responses compressed in threads."""

    def create_compression_send_wrapper(self, send: Any, compression_encoding: str, scope: Any) -> Any:
        """Wrap ``send`` to compress the response."""
        send_compressed = super().create_compression_send_wrapper(send, compression_encoding, scope)
        start: list[Any] = []

        async def send_response(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
                return
            is_whole = bool(start) and message["type"] == "http.response.body" and not message.get("more_body")
            if is_whole and len(message["body"]) >= max(LARGE, self.config.minimum_size):
                body = await asyncio.to_thread(gzip.compress, message["body"], self.config.gzip_compress_level, mtime=0)
                headers = MutableScopeHeaders(start[0])
                headers["Content-Encoding"] = compression_encoding
                headers["Content-Length"] = str(len(body))
                headers.extend_header_value("vary", "Accept-Encoding")
                await send(start.pop())
                await send({**message, "body": body})
                return
            if start:
                await send_compressed(start.pop())
            await send_compressed(message)

        return send_response
