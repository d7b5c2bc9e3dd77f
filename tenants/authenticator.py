"""The app on a phone that makes the codes of a person's second factor; its key is sealed, and opens for them alone."""

import base64
import secrets as randomness
from typing import Final
from urllib.parse import quote, urlencode

import structlog
from django.conf import settings
from django.db import models
from django_otp.models import Device, ThrottlingMixin, TimestampMixin
from django_otp.oath import TOTP

from tenants import secrets

# 160 bits, as RFC 4226 recommends and authenticator apps expect.
KEY_BYTES: Final = 20
TOLERANCE: Final = 1  # a code of the half minute before or after is taken too
log = structlog.get_logger(__name__)


class AuthenticatorApp(TimestampMixin, ThrottlingMixin, Device):  # type: ignore[misc]  # django-otp is untyped
    """One person's app; django-otp's own keeps the key as plain text."""

    sealed_key = models.TextField(help_text="The shared key, encrypted.")
    drift = models.SmallIntegerField(default=0, help_text="Half minutes by which the phone's clock differs.")
    last_step = models.BigIntegerField(default=-1, help_text="Of the last code: none is taken twice.")

    class Meta(Device.Meta):  # type: ignore[misc]
        verbose_name = "authenticator app"

    @property
    def key(self) -> bytes:
        """The shared key; raises SecretUnreadable."""
        return base64.b32decode(secrets.unseal(self.sealed_key, owner_id=self.user_id))

    @key.setter
    def key(self, plain: bytes) -> None:
        self.sealed_key = secrets.seal(base64.b32encode(plain).decode(), owner_id=self.user_id)

    @property
    def address(self) -> str:
        """What the picture says that an app scans."""
        told = {"secret": base64.b32encode(self.key), "algorithm": "SHA1", "digits": 6, "period": 30}
        name = quote(f"{settings.OTP_ISSUER}:{self.user.get_username()}")
        return f"otpauth://totp/{name}?{urlencode(told)}&issuer={quote(settings.OTP_ISSUER)}"

    def verify_token(self, token: str) -> bool:
        """Whether this is a code of the app that was not taken before; wrong ones slow the next down."""
        is_allowed, _ = self.verify_is_allowed()
        if not is_allowed:
            return False
        totp = self._totp()
        if totp is None or not token.isdecimal() or not totp.verify(int(token), TOLERANCE, self.last_step + 1):
            self.throttle_increment(commit=True)
            return False
        self.last_step, self.drift = totp.t(), totp.drift
        self.throttle_reset(commit=False)
        self.set_last_used_timestamp(commit=False)
        self.save()
        return True

    def get_throttle_factor(self) -> int:
        return 1

    def _totp(self) -> TOTP | None:
        """None when its encryption key is gone: recovery codes still work, and an operator must know."""
        try:
            return TOTP(self.key, drift=self.drift)
        except secrets.SecretUnreadable as error:
            log.error("tenants.authenticator.key_unreadable", user_id=str(self.user_id), reason=str(error))
            return None


def new_key() -> bytes:
    return randomness.token_bytes(KEY_BYTES)
