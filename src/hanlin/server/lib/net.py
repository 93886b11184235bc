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
"""Special-purpose networks (IANA's registries) that ``ipaddress`` takes for public ones, at least in some release of
Python: relays, translators and sinks, which don't lead to one machine."""
UNICAST = ipaddress.ip_network("2000::/3")
"""The allocated part of IPv6. Addresses outside lead nowhere, into a private network (fec0::/10), or by a translator to an
address of IPv4 that need not be public (64:ff9b::/96, ::/96)."""
ISATAP = (0x00005EFE, 0x02005EFE)
"""The interface identifiers of addresses that embed one of IPv4 (RFC 5214)."""


@memo(maxsize=1024)
def is_public(name: str) -> bool:
    """True for an address of one machine on the public internet; false for other texts. Of addresses of IPv6 that embed one of
    IPv4, those are refused that a translator or a relay would use."""
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
    """The canonical form of an address: short, and an IPv4 address as such where it is mapped into IPv6. A name is
    left as it is."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        return str(getattr(address, "ipv4_mapped", None) or address)
    return name


@memo(maxsize=1024)
def counted_as(name: str) -> str:
    """The key under which limits count an address: the /64 network in IPv6, which one holder usually has whole."""
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
