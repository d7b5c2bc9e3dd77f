"""The second factor of a login: codes of an authenticator app, and recovery codes for the day the phone is lost."""

import base64
import hashlib
import secrets
from typing import Any, Final

import django_otp
from django.conf import settings
from django.db import transaction
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken

from tenants import authenticator
from tenants.authenticator import AuthenticatorApp
from tenants.models import User

# As many as others give: they fit on a slip, and last for years.
RECOVERY_CODES: Final = 10
CODE_BYTES: Final = 10  # 80 bits: nobody guesses one, not even from its digest


def is_on(user: User) -> bool:
    is_found: bool = _apps(user).exists()
    return is_found


def is_required(user: User) -> bool:
    """Platform staff see every tenant; where others can reach the installation, a password alone does not do."""
    return bool(user.is_superuser and settings.TULIA.is_public)


def is_asked_of(user: User) -> bool:
    return is_required(user) or is_on(user)


def new_app(user: User) -> AuthenticatorApp:
    """The app that this person is about to set up: not asked for until a code of it was typed."""
    app: AuthenticatorApp | None = AuthenticatorApp.objects.filter(user=user, confirmed=False).first()
    if app is None:
        app = AuthenticatorApp(user=user, name="Authenticator app", confirmed=False)
        app.key = authenticator.new_key()
        app.save()
    return app


def key_of(app: AuthenticatorApp) -> str:
    """What to type where no picture can be scanned, in groups of four."""
    text = base64.b32encode(app.key).decode()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def turn_on(user: User, code: str) -> list[str] | None:
    """Ask for this app from now on, and the recovery codes in clear, which are never shown again; None: wrong code."""
    with transaction.atomic():
        # Two tabs that turn it on at once would each show recovery codes, of which only one set counts.
        app = AuthenticatorApp.objects.select_for_update().filter(user=user, confirmed=False).first()
        if app is None or is_on(user) or not app.verify_token(_plain(code)):
            return None
        app.confirmed = True
        app.save(update_fields=["confirmed"])
        return new_recovery_codes(user)


def turn_off(user: User) -> None:
    """Remove app and recovery codes: whoever uses this login next begins anew."""
    AuthenticatorApp.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def new_recovery_codes(user: User) -> list[str]:
    """Ten codes that work once each; earlier ones end. Only their digests are kept."""
    codes = [_new_code() for _ in range(RECOVERY_CODES)]
    with transaction.atomic():
        StaticDevice.objects.filter(user=user).delete()
        device = StaticDevice.objects.create(user=user, name="Recovery codes")
        StaticToken.objects.bulk_create(StaticToken(device=device, token=_digest(code)) for code in codes)
    return codes


def count_recovery_codes(user: User) -> int:
    count: int = StaticToken.objects.filter(device__user=user).count()
    return count


def check(user: User, code: str) -> Device | None:
    """What a code was right for: six digits are the app's, anything else is a recovery code."""
    plain = _plain(code)
    is_of_app = plain.isascii() and plain.isdigit() and len(plain) == 6
    devices: Any = _apps(user) if is_of_app else StaticDevice.objects.filter(user=user, confirmed=True)
    device = devices.first()
    if device is None:
        return None
    return django_otp.verify_token(user, device.persistent_id, plain if is_of_app else _digest(plain))


def _apps(user: User) -> Any:
    return AuthenticatorApp.objects.filter(user=user, confirmed=True)


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _new_code() -> str:
    code = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def _digest(code: str) -> str:
    return hashlib.sha256(_plain(code).encode()).hexdigest()[:16]
