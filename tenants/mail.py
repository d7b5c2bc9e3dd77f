"""Mails to people who log in: at once, or behind their back where the time it takes would tell something."""

import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

log = structlog.get_logger(__name__)
# Mails in one process at a time: a mail server that hangs must not gather threads without end.
WAITING: Final = 20
_places = threading.BoundedSemaphore(WAITING)


class MailNotSent(Exception):
    """The mail server did not take the mail."""


def is_on() -> bool:
    return settings.TULIA.email_url is not None


def send(to: str, subject: str, template: str, **context: object) -> None:
    """Send and wait; raises MailNotSent. Not to be called within a transaction."""
    body = render_to_string(f"tenants/mail/{template}.txt", context)
    try:
        EmailMessage(subject=" ".join(subject.split()), body=body, to=[to]).send()
    except (OSError, smtplib.SMTPException) as error:
        log.warning("tenants.mail.failed", problem=type(error).__name__, template=template)
        raise MailNotSent from error
    log.info("tenants.mail.sent", template=template)


def send_later(to: str, subject: str, template: str, **context: object) -> None:
    """Send after the answer has gone; dropped, with a line in the log, while too many wait."""
    if not _places.acquire(blocking=False):
        log.warning("tenants.mail.dropped", template=template)
        return
    _thread().submit(_send_and_release, to, subject, template, context)


def _send_and_release(to: str, subject: str, template: str, context: dict[str, object]) -> None:
    try:
        send(to, subject, template, **context)
    except MailNotSent:
        pass  # it is in the log; whoever waits for the mail asks again
    finally:
        _places.release()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
