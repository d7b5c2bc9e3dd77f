"""Settings that are valid, and still not what an installation with real customers should have; and who may log in."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import check_password

from config.environment import Environment
from conversations.simulator.demo.load import PASSWORD as DEMO_PASSWORD
from tenants.diagnosis import Diagnosis, fault, fine, warning
from tenants.models import User

LEAD: Final = 'README.md, "A real Twilio sender", leads through it.'


def settings_given() -> Iterator[Diagnosis]:
    given: Environment = settings.TULIA
    found = list(_public(given) if given.is_public else _private(given))
    if given.debug:
        found.append(fault("TULIA_DEBUG is on: error pages show settings and code.", "Unset TULIA_DEBUG."))
    if given.twilio_api_base_url and given.is_public:
        found.append(fault("TWILIO_API_BASE_URL sends every message to a stand-in for Twilio.", "Unset it."))
    yield from found or [fine("Nothing is missing.")]


def _private(given: Environment) -> Iterator[Diagnosis]:
    if given.demo:
        yield fine("The demo is on, and this machine alone reaches it.")
    else:
        yield warning("PUBLIC_BASE_URL is unset: Twilio cannot reach this installation.", LEAD)


def _public(given: Environment) -> Iterator[Diagnosis]:
    if given.public_base_url is None:
        yield warning("TULIA_HOST opens the web process, and PUBLIC_BASE_URL names no address of it.", LEAD)
    elif given.public_base_url.scheme != "https":
        yield fault("PUBLIC_BASE_URL is not https: logins and messages cross the network in the clear.", LEAD)
    if given.metrics_token is None:
        yield warning("TULIA_METRICS_TOKEN is unset: nobody can read /metrics.", "Set one, and give it to Prometheus.")
    if given.trusted_proxies is None:
        yield warning(
            "TULIA_TRUSTED_PROXIES is unset: behind a proxy all visitors share one limit on guessing passwords.",
            "Name the proxy's network.",
        )
    if given.email_url is None:
        yield warning("EMAIL_URL is unset: invitations and forgotten passwords are passed on by hand.", "Set it.")


def logins() -> Iterator[Diagnosis]:
    """Of platform staff alone: who sees every business."""
    staff = [user for user in User.objects.filter(is_superuser=True, is_active=True) if _opens_something(user)]
    if not staff:
        yield warning("Nobody can log in as platform staff.", "Run `tulia createsuperuser` (or manage.py).")
        return
    if settings.TULIA.demo:
        yield fine(f"{len(staff)} logins of platform staff.")
        return
    known = [user.get_username() for user in staff if check_password(DEMO_PASSWORD, user.password)]
    if known:
        yield fault(
            f"{', '.join(known)}: this login has the demo's public password.", "Change it, or remove the login."
        )
    else:
        yield fine(f"{len(staff)} logins of platform staff, none with the demo's password.")


def _opens_something(user: User) -> bool:
    return settings.TULIA.demo or not user.is_demo
