"""Addresses of machines, as text."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from functools import lru_cache


@lru_cache(maxsize=1024)
def is_address(name: str) -> bool:
    """True for the address of a machine, false for a name."""
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


@lru_cache(maxsize=1024)
def canonical(name: str) -> str:
    """An address in the one way in which it is compared: short, and an IPv4 address as such where IPv6 carries it. A name is
    left as it is."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        return str(getattr(address, "ipv4_mapped", None) or address)
    return name


@lru_cache(maxsize=1024)
def counted_as(name: str) -> str:
    """What an address is counted by where there are limits: whoever has one of IPv6 mostly has all that begin alike (a /64)."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        if isinstance(address, ipaddress.IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return name


@lru_cache(maxsize=1024)
def is_loopback(name: str) -> bool:
    """True for an address by which a machine reaches only itself."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        mapped = getattr(address, "ipv4_mapped", None)
        return (mapped or address).is_loopback
    return False
