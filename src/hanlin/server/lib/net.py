"""Addresses of machines, as text."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

from hanlin.core.lib.memo import memo


@memo(maxsize=1024)
def is_address(name: str) -> bool:
    """True for the address of a machine, false for a name."""
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


SPECIAL = tuple(
    ipaddress.ip_network(each)
    for each in (
        "192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip
"""Networks with a purpose of their own (IANA's registries of special-purpose addresses) that ``ipaddress`` takes for public
ones, in some release of Python at least: relays, translators and sinks, which lead elsewhere than to one machine."""
UNICAST = ipaddress.ip_network("2000::/3")
"""All that is handed out of IPv6. What is outside leads nowhere, into one's own network (fec0::/10), or by a translator to an
address of IPv4 that need not be public (64:ff9b::/96, ::/96)."""
ISATAP = (0x00005EFE, 0x02005EFE)
"""How the lower half of an address begins that holds one of IPv4 (RFC 5214)."""


@memo(maxsize=1024)
def is_public(name: str) -> bool:
    """Whether an address is one machine's on the public internet; false for what is no address. Of addresses of IPv6 that hold
    one of IPv4 those are refused that a translator or a relay would read."""
    try:
        found = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    found = mapped or found
    if not found.is_global or found.is_multicast or found.is_reserved or found.is_unspecified:
        return False
    if isinstance(found, ipaddress.IPv6Address) and (found not in UNICAST or int(found) >> 32 & 0xFFFFFFFF in ISATAP):
        return False
    return not any(found in network for network in SPECIAL if network.version == found.version)


@memo(maxsize=1024)
def canonical(name: str) -> str:
    """An address in the one way in which it is compared: short, and an IPv4 address as such where IPv6 carries it. A name is
    left as it is."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        return str(getattr(address, "ipv4_mapped", None) or address)
    return name


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
