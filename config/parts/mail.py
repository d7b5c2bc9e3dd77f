"""From EMAIL_URL to Django's settings of mail."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from config.parts.loopback import is_loopback

# A worker must not hang on a mail server.
TIMEOUT_SECONDS = 10
BACKENDS = "django.core.mail.backends"
FORMS = "give smtp://name:password@host:587, smtps://name:password@host:465 or console://"


def settings(url: str | None, *, sender: str) -> dict[str, Any]:
    """Django's names and their values; without a URL nothing is sent. Raises ValueError, without repeating the URL.

    smtp:// turns to TLS before it says anything (STARTTLS), except to a server on this machine; smtps:// begins
    with it. Who sends may be named at the end: ?from=Tulia <tulia@shop.example>.
    """
    if url is None:
        return {"EMAIL_BACKEND": f"{BACKENDS}.dummy.EmailBackend"}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError(FORMS) from error
    sender = next(iter(parse_qs(parts.query).get("from", [])), sender)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{BACKENDS}.console.EmailBackend", "DEFAULT_FROM_EMAIL": sender}
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/"):
        raise ValueError(FORMS)
    is_tls = parts.scheme == "smtps"
    is_here = is_loopback(parts.hostname)
    return {
        "EMAIL_BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if is_tls else 25 if is_here else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": is_tls,
        "EMAIL_USE_TLS": not is_tls and not is_here,
        "EMAIL_TIMEOUT": TIMEOUT_SECONDS,
        "DEFAULT_FROM_EMAIL": sender,
    }
