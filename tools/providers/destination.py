"""Which addresses we go to for somebody else's link: https, and a host whose every address is public."""

import ipaddress
import socket
from collections.abc import Callable, Sequence

import httpx

Resolve = Callable[[str, int], Sequence[str]]
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class NotAllowed(Exception):
    """We do not go there, or do not keep what is there."""


class NotNow(Exception):
    """It could not be had just now."""


def resolve(host: str, port: int) -> list[str]:
    """Every address of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def is_public(address: str) -> bool:
    """Whether it is on the internet: not private, loopback, link-local or a cloud's metadata, however it is wrapped."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        wrapped = ip.ipv4_mapped or ip.sixtofour or (ipaddress.IPv4Address(ip.packed[-4:]) if ip in NAT64 else None)
        if wrapped is not None:
            return is_public(str(wrapped))
    return ip.is_global and not ip.is_multicast


def check(url: str, *, resolve: Resolve = resolve) -> str:
    """The one address to connect to, looked up once so that a second answer cannot differ; raises NotAllowed."""
    parts = parse(url)
    if parts.scheme != "https":
        raise NotAllowed("The address is not https.")
    try:
        addresses = resolve(parts.host, parts.port or 443)
    except OSError as error:
        raise NotNow("The host's address could not be found.") from error
    if not addresses or not all(map(is_public, addresses)):
        raise NotAllowed("The host is not on the public internet.")
    return addresses[0]


def parse(url: str) -> httpx.URL:
    """A whole address with a host and without a password; raises NotAllowed."""
    try:
        parts = httpx.URL(url)
    except (httpx.InvalidURL, ValueError) as error:
        raise NotAllowed("The address is not a web address.") from error
    is_web = parts.scheme in ("https", "http") and bool(parts.host) and (parts.port or 1) < 2**16
    if not is_web or parts.userinfo:
        raise NotAllowed("The address is not a web address.")
    return parts
