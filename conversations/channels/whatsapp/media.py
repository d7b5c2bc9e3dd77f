"""Where an account's media lie, and to whom its password may be shown: Twilio's own host, or its stand-in."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.conf import settings

from conversations.channels.whatsapp.client import base_url
from tenants.models import Channel

API = "https://api.twilio.com"
SIMULATOR = "/simulator/twilio"


@dataclass(frozen=True, slots=True)
class TwilioMedia:
    """What fetching a channel's media takes."""

    account: str
    auth_token: str = field(repr=False)
    stand_in: str | None

    def locate(self, url: str) -> str:
        """The address to ask: the stand-in's when it serves what is named as Twilio's."""
        for prefix in (API, settings.TULIA.base_url + SIMULATOR):
            if self.stand_in and url.startswith(prefix + "/"):
                return self.stand_in + url.removeprefix(prefix)
        return url

    def is_stand_in(self, url: str) -> bool:
        return self.stand_in is not None and _origin(url) == _origin(self.stand_in)

    def credentials_for(self, url: str) -> tuple[str, str] | None:
        """Account and token for Twilio's own host; nothing for any other, such as its public file store."""
        is_ours = self.is_stand_in(url) or _origin(url) == _origin(API)
        return (self.account, self.auth_token) if is_ours else None


def media_access(channel: Channel) -> TwilioMedia:
    return TwilioMedia(channel.twilio_account, channel.auth_token, base_url(channel.twilio_account))


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)
