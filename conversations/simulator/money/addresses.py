"""Which addresses a provider takes for what it has to tell."""

from urllib.parse import urlsplit

from django.conf import settings

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def is_web_address(url: str) -> bool:
    """HTTPS; plain HTTP is for this computer only."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def own_path(url: str) -> str:
    """An address of ours without its host, so that it survives a change of port."""
    return url.removeprefix(settings.TULIA.base_url)


def complete(url: str) -> str:
    """The whole address again."""
    return settings.TULIA.base_url + url if url.startswith("/") else url
