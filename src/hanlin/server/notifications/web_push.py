"""Web push: a short message, encrypted for one browser, handed to the push service that this browser named.

The service's address comes from a browser, so it is not trusted: only ``https`` to a public machine is allowed, at exactly
the address that was checked, and no answer is read. No web framework here.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import socket
import time
from collections.abc import Sequence
from enum import Enum
from typing import Any

import httpx

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.server.db import Store
from hanlin.server.db.notifications import Receiver
from hanlin.server.lib.net import is_address, is_public

KEY = "vapid"
"""The name of the key that identifies this server to push services."""
LONGEST_ENDPOINT = 1024
PATIENCE = 10.0
"""Seconds for a push service to answer."""
KEPT = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is offline."""
VALID = 12 * 3600
"""Seconds that a signature is valid."""


class Outcome(Enum):
    """The outcome of sending."""

    DONE = "done"
    GONE = "gone"
    """The receiver no longer exists: don't try again."""
    LATER = "later"


class Unreachable(Exception):
    """An address that is not allowed."""


class Push:
    """Sends messages to browsers. ``trusted``: prefixes of addresses that are always allowed, for tests."""

    def __init__(self, stored: Store, trusted: Sequence[str] = ()) -> None:
        self._stored = stored
        self._trusted = tuple(trusted)
        self._vapid: Any = None

    def key(self) -> str:
        """The server's public key, as browsers take it (base64url of the point). Made at the first use, shared by all."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def _signer(self) -> Any:
        if self._vapid is None:
            from py_vapid import Vapid02

            known = self._stored.server_key(KEY)
            if known is None:
                new = Vapid02()
                new.generate_keys()
                known = self._stored.add_server_key(KEY, new.private_pem().decode())
            self._vapid = Vapid02.from_pem(known.encode())
        return self._vapid

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Raise BadOption where a browser gives an address that is not allowed, or invalid keys."""
        try:
            if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii():
                raise Unreachable
            self._check_address(endpoint)
            point, secret = unpadded(p256dh), unpadded(auth)
            if len(point) != 65 or point[0] != 4 or len(secret) != 16:
                raise Unreachable
        except (Unreachable, httpx.InvalidURL, binascii.Error, ValueError):
            raise BadOption(
                _("This push service can't be used: it needs a public https address and the browser's keys.")
            ) from None

    def _check_address(self, endpoint: str) -> httpx.URL:
        url = httpx.URL(endpoint)
        if any(endpoint.startswith(each) for each in self._trusted):
            return url
        if url.scheme != "https" or url.port not in (None, 443) or url.userinfo or not url.host:
            raise Unreachable
        if _is_number(url.host) and not is_public(url.host.strip("[]")):
            raise Unreachable
        return url

    async def _reach(self, endpoint: str) -> tuple[httpx.URL, str]:
        """The address to connect to, and its host name; names that resolve to private networks are refused."""
        url = self._check_address(endpoint)
        if any(endpoint.startswith(each) for each in self._trusted):
            return url, url.host
        found = await asyncio.get_running_loop().getaddrinfo(url.host, 443, type=socket.SOCK_STREAM)
        there = [str(each[4][0]) for each in found]
        if not there or not all(is_public(each) for each in there):
            raise Unreachable
        return url.copy_with(host=there[0]), url.host

    async def send(self, receiver: Receiver, message: bytes, topic: str, contact: str) -> Outcome:
        """Send a message of at most some 3,000 bytes. ``topic``: it replaces an earlier one that still waits there.
        ``contact``: an address that the push service may write to."""
        try:
            async with asyncio.timeout(2 * PATIENCE):
                url, host = await self._reach(receiver.endpoint)
                headers, body = await asyncio.to_thread(self._sealed, receiver, message, contact)
                headers |= {"host": url.netloc.decode() if url.host == host else host, "topic": topic}
                async with (
                    httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False, trust_env=False) as client,
                    client.stream("POST", url, content=body, headers=headers, extensions={"sni_hostname": host}) as answer,
                ):
                    status = answer.status_code
        except (httpx.HTTPError, OSError, Unreachable, ValueError):
            return Outcome.LATER
        return Outcome.DONE if 200 <= status < 300 else Outcome.GONE if status in (404, 410) else Outcome.LATER

    def _sealed(self, receiver: Receiver, message: bytes, contact: str) -> tuple[dict[str, str], bytes]:
        """The headers and the encrypted body (RFC 8291, RFC 8292)."""
        from pywebpush import WebPusher

        keys = {"p256dh": receiver.p256dh, "auth": receiver.auth}
        sealed = WebPusher({"endpoint": receiver.endpoint, "keys": keys}).encode(message, "aes128gcm")
        scheme, _slashes, rest = receiver.endpoint.partition("://")
        claims = {"sub": contact, "aud": f"{scheme}://{rest.partition('/')[0]}", "exp": int(time.time()) + VALID}
        headers = self._signer().sign(claims) | {"content-encoding": "aes128gcm", "ttl": str(KEPT), "urgency": "normal"}
        return headers, sealed["body"]


def unpadded(text: str) -> bytes:
    """The bytes of a base64url text without its end marks."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _is_number(host: str) -> bool:
    return is_address(host.strip("[]").partition("%")[0])
