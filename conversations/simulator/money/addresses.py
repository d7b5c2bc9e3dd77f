"""Which addresses a provider takes for what it has to tell."""

import re
from urllib.parse import urlsplit

from django.conf import settings

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MAX_LENGTH = 2_000  # more does not fit into an index
HOST = re.compile(r"[A-Za-z0-9.:_-]+")


def is_web_address(url: str) -> bool:
    """HTTPS; plain HTTP is for this computer only."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return False
    if len(url) > MAX_LENGTH or not url.isprintable() or not host or not HOST.fullmatch(host):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def own_path(url: str) -> str:
    """An address of ours without its host, so that it survives a change of port."""
    return url.removeprefix(settings.TULIA.base_url)


def complete(url: str) -> str:
    """The whole address again."""
    return settings.TULIA.base_url + url if url.startswith("/") else url
