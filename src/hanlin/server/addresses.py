"""Addresses of machines, as text."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

from hanlin.core.memo import memo


@memo(maxsize=1024)
def is_address(name: str) -> bool:
    """True for the address of a machine, false for a name."""
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


@memo(maxsize=1024)
def counted_as(name: str) -> str:
    """What an address is counted by where there are limits: whoever has one of IPv6 mostly has all that begin alike (a /64)."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        if isinstance(address, ipaddress.IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return name


@memo(maxsize=1024)
def is_loopback(name: str) -> bool:
    """True for an address by which a machine reaches only itself."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        mapped = getattr(address, "ipv4_mapped", None)
        return (mapped or address).is_loopback
    return False
