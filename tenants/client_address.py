"""Who is at the other end of a request, as far as the network shows it."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address


def client_address(request: HttpRequest) -> Address | None:
    """The first address, from our side, that is none of our own proxies (TULIA_TRUSTED_PROXIES); None: not shown.

    Whatever stands further left in X-Forwarded-For was written by that client, and proves nothing.
    """
    proxies = [ip_network(str(each), strict=False) for each in getattr(settings, "TRUSTED_PROXIES", ())]
    hops = [*request.headers.get("X-Forwarded-For", "").split(","), request.META.get("REMOTE_ADDR", "")]
    for hop in reversed(hops):
        address = _read(hop)
        if address is None or not is_in(address, proxies):
            return address
    return None


def is_shown(address: Address | None) -> bool:
    """Whether this is the caller's own address and not that of a proxy between us that nobody has named."""
    return address is not None and (bool(getattr(settings, "TRUSTED_PROXIES", ())) or address.is_global)


def is_in(address: Address, networks: Sequence[Any]) -> bool:
    return any(address.version == each.version and address in each for each in networks)


def _read(text: str) -> Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
