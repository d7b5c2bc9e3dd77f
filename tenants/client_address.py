"""From which address a request came: a proxy's word about it counts only when the proxy is one of ours."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"


def client_address(request: HttpRequest) -> str:
    """The peer's address; behind trusted proxies the last one that none of them has, read from the right.

    What stands further left in X-Forwarded-For was written by whoever sent the request.
    """
    peer = _address(request.META.get("REMOTE_ADDR", ""))
    if peer is None:
        return UNKNOWN
    found = peer
    for text in reversed(request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        named = _address(text)
        if not _is_ours(found) or named is None:
            break
        found = named
    return str(found)


def place(request: HttpRequest) -> str:
    """What counts as one place for limits: an address, or the network of 64 bits that one home or office has."""
    address = _address(client_address(request))
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address or UNKNOWN)


def shown_address(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    """The caller's own address; None where it may be that of a proxy between us which nobody has named."""
    address = _address(client_address(request))
    if address is None or _is_ours(address):
        return None
    return address if settings.TULIA.proxies or address.is_global else None


def is_in(address: IPv4Address | IPv6Address, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    return any(address.version == each.version and address in each for each in networks)


def _is_ours(address: IPv4Address | IPv6Address) -> bool:
    return any(address in network for network in settings.TULIA.proxies)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
