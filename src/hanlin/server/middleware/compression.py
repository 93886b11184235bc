"""Answers are packed in threads: a large page takes longer to pack than everybody else may be kept waiting."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware

LARGE = 8 * 1024
"""Bytes from which on an answer is packed in a thread: a smaller one is packed sooner than a thread takes over."""


class Packing(CompressionMiddleware):
    """The framework's packing, but that whole, large answers are packed in threads."""

    def create_compression_send_wrapper(self, send: Any, compression_encoding: str, scope: Any) -> Any:
        """``send`` that packs what is sent by it."""
        send_as_before = super().create_compression_send_wrapper(send, compression_encoding, scope)
        start: list[Any] = []

        async def packed(message: Any) -> None:
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
                await send_as_before(start.pop())
            await send_as_before(message)

        return packed
