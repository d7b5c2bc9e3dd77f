"""What an installation with real customers should have: its settings, its logins, its machine, its providers' answers.

Each channel and payment account is tried at its provider; nothing is caused there.
"""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.db import connection

from config.environment import Environment
from conversations.channels import registry
from conversations.simulator.demo.load import PASSWORD as DEMO_PASSWORD
from tenants.diagnosis import Diagnosis, fault, fine, warning
from tenants.models import Channel, User
from tenants.scope import fleet_scope
from tools.payments import connecting
from tools.payments.models import PaymentAccount

# The unit of the two below.
GIB: Final = 2**30
# A day's growth of a busy installation is warned of; with a quarter left PostgreSQL is about to stop.
LOW, FULL = 2 * GIB, GIB // 4
# A daily backup that takes up to two hours.
OLD_HOURS: Final = 26.0
BACKUP: Final = "docs/operating.md, “Backup and restore”, says how, and how the time is told."

KEYS = "Compare the account's keys with the provider's portal, and press “Test connection” on its page."

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
    logins_told = "1 login" if len(staff) == 1 else f"{len(staff)} logins"
    if settings.TULIA.demo:
        yield fine(f"{logins_told} of platform staff.")
        return
    known = [user.get_username() for user in staff if check_password(DEMO_PASSWORD, user.password)]
    if known:
        yield fault(
            f"{', '.join(known)}: this login has the demo's public password.", "Change it, or remove the login."
        )
    else:
        yield fine(f"{logins_told} of platform staff, none with the demo's password.")


def _opens_something(user: User) -> bool:
    return settings.TULIA.demo or not user.is_demo


def channels() -> Iterator[Diagnosis]:
    with fleet_scope():
        rows = Channel.objects.filter(is_active=True, tenant__is_active=True).select_related("tenant")
        found = list(rows.order_by("tenant__slug", "name"))
    for channel in found:
        for one in registry.of(channel.kind).diagnose(channel, channel.tenant):
            yield _named(f"{channel.tenant.slug}, {channel.name}", one)


def payment_accounts() -> Iterator[Diagnosis]:
    with fleet_scope():
        rows = PaymentAccount.objects.filter(tenant__is_active=True).select_related("tenant")
        found = list(rows.order_by("tenant__slug", "provider"))
    for account in found:
        report = connecting.test_connection(account)
        one = fine(report.sentence) if report.is_ok else fault(report.sentence, KEYS)
        yield _named(f"{account.tenant.slug}, {account.provider}", one)
        if report.is_ok and account.problem:
            yield _named(f"{account.tenant.slug}, {account.provider}", fault(account.problem, KEYS))


def _named(whose: str, one: Diagnosis) -> Diagnosis:
    return Diagnosis(level=one.level, sentence=f"{whose}: {one.sentence}", remedy=one.remedy)


def disk() -> Iterator[Diagnosis]:
    folder = Path(settings.TULIA.data_dir).resolve()
    if not os.access(folder, os.W_OK):
        yield fault(
            f"{folder} cannot be written: files of customers would be lost.", "Give it to the user who runs Tulia."
        )
        return
    free = shutil.disk_usage(folder).free
    sentence = f"{free / GIB:.1f} GiB are free under {folder}."
    if free < FULL:
        yield fault(sentence, "Make room now: PostgreSQL stops when its disk is full.")
    elif free < LOW:
        yield warning(sentence, "Make room, or move TULIA_DATA_DIR.")
    else:
        yield fine(sentence)


def backups() -> Iterator[Diagnosis]:
    stamp = settings.TULIA.backup_stamp
    if stamp is None:
        yield warning("Nobody says when the last backup was made: TULIA_BACKUP_STAMP is unset.", BACKUP)
    elif not Path(stamp).exists():
        yield fault(f"No backup has been made: {stamp} does not exist.", BACKUP)
    else:
        hours = (time.time() - Path(stamp).stat().st_mtime) / 3600
        sentence = f"The last backup was made {hours:.0f} h ago."
        yield fault(sentence, BACKUP) if hours > OLD_HOURS else fine(sentence)


def archive() -> Iterator[Diagnosis]:
    """Point-in-time restore hangs on each piece of the write-ahead log being archived."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off',"
            " last_failed_time > coalesce(last_archived_time, '-infinity')"
            " FROM pg_stat_archiver"
        )
        is_on, is_failing = cursor.fetchone()
    if is_on and is_failing:
        yield fault("PostgreSQL cannot archive its write-ahead log.", "Its log says why; its disk fills up meanwhile.")
