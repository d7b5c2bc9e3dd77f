"""Whether a host is this machine."""

from ipaddress import IPv6Address, ip_address


def is_loopback(host: str) -> bool:
    """Whether a name or an address is this machine's own and no other's; False for what is neither."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost"
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
