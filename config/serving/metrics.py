"""/metrics: the installation's figures in Prometheus's text form, for whoever watches it and for nobody else."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final
from uuid import UUID

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import Count, Min, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotAllowed
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily

from config.serving.middleware import FROM_A_PROXY
from conversations.models import Conversation, OutboundMessage
from conversations.tasks import HEARTBEAT_KEY
from knowledge.models import Document
from tenants.scope import fleet_scope
from tenants.telemetry import counted
from tools.handoff.models import HandoffTicket
from tools.models import Event
from tools.payments.models import IncomingPayment, Payment

# Several scrapers cost the database one look.
KEPT_SECONDS: Final = 5.0
LONGEST_STATEMENT: Final = "2s"
# Payments that are older are settled or on somebody's desk.
DAY: Final = timedelta(hours=24)
Samples = list[tuple[Sequence[str], float]]

# Whoever stands between a stranger and us says so in one of these.


class Figures:
    """What prometheus_client asks for its metrics."""

    def collect(self) -> Iterator[Metric]:
        yield from counted.collect()
        yield from collect_figures()


REGISTRY: Final = CollectorRegistry()
REGISTRY.register(Figures())


def show(request: HttpRequest) -> HttpResponse:
    """GET: every figure. 404 for strangers, as if nothing were here; 403 for a wrong token."""
    authorization = request.headers.get("Authorization", "")
    if authorization and not _has_token(authorization):
        return HttpResponseForbidden()
    if not authorization and not _is_at_home(request):
        raise Http404
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _has_token(authorization: str) -> bool:
    token = settings.TULIA.metrics_token
    if token is None:
        return False
    return compare_digest(authorization.encode("utf-8", "replace"), f"Bearer {token}".encode())


def _is_at_home(request: HttpRequest) -> bool:
    """A program on this machine asks. With a public address the peer may be a proxy, and proves nothing."""
    if settings.TULIA.public_base_url is not None or any(name in request.headers for name in FROM_A_PROXY):
        return False
    try:
        peer = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return (getattr(peer, "ipv4_mapped", None) or peer).is_loopback


@dataclass(frozen=True, slots=True)
class Figure:
    """One gauge: what it is called, what its labels are, and how its samples are found."""

    name: str
    help: str
    labels: tuple[str, ...]
    find: Callable[[datetime], Samples]


def _waiting(now: datetime) -> Samples:
    return [((), Conversation.objects.filter(due_at__isnull=False).count())]


def _oldest_unanswered(now: datetime) -> Samples:
    waiting = Conversation.objects.filter(due_at__isnull=False)
    return _age(waiting.aggregate(oldest=Min("waiting_since"))["oldest"], now)


def _outbox(now: datetime) -> Samples:
    """One sample a status, zero too, so that an empty outbox is told from an unknown one."""
    Status = OutboundMessage.Status
    unsent = OutboundMessage.objects.filter(status__in=(Status.QUEUED, Status.SENDING)).order_by()
    counts = dict(unsent.values_list("status").annotate(count=Count("id")))
    counts[Status.UNKNOWN] = OutboundMessage.objects.filter(look_at__isnull=False).count()
    return [((str(status),), counts.get(status, 0)) for status in (Status.QUEUED, Status.SENDING, Status.UNKNOWN)]


def _outbox_age(now: datetime) -> Samples:
    """Only what is due counts: a message that waits for its next try is not late."""
    due = OutboundMessage.objects.filter(status__in=("queued", "sending"), due_at__lte=now)
    return _age(due.aggregate(oldest=Min("queued_at"))["oldest"], now)


def _payments(now: datetime) -> Samples:
    asked_about = Payment.objects.filter(Q(id__gte=_id_at(now - DAY)) | Q(ask_at__isnull=False)).order_by()
    rows = asked_about.values_list("method", "status").annotate(count=Count("id"))
    return [((method, status), count) for method, status, count in rows]


def _money_by_itself(now: datetime) -> Samples:
    rows = IncomingPayment.objects.filter(id__gte=_id_at(now - DAY)).order_by()
    return [((status,), count) for status, count in rows.values_list("status").annotate(count=Count("id"))]


def _documents(now: datetime) -> Samples:
    return [((), Document.objects.filter(_is_unread()).count())]


def _documents_age(now: datetime) -> Samples:
    unread = Document.objects.filter(_is_unread())
    return _age(unread.aggregate(oldest=Min("given_at"))["oldest"], now)


def _is_unread() -> Q:
    return Q(status=Document.Status.WAITING) | ~Q(incoming="")


def _events(now: datetime) -> Samples:
    return [((), Event.objects.filter(taken_at__isnull=True).count())]


def _tickets(now: datetime) -> Samples:
    return [((), HandoffTicket.objects.filter(status=HandoffTicket.Status.OPEN).count())]


def _age(since: datetime | None, now: datetime) -> Samples:
    return [((), (now - since).total_seconds() if since else 0.0)]


def _id_at(moment: datetime) -> UUID:
    """The smallest key of rows made since: the time stands in it, and every table has an index on its key."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


FIGURES: Final = (
    Figure("tulia_conversations_waiting", "Conversations with an unanswered message.", (), _waiting),
    Figure("tulia_oldest_unanswered_seconds", "Age of the oldest unanswered message.", (), _oldest_unanswered),
    Figure("tulia_outbox_messages", "Outbound messages not sent yet, or perhaps sent (unknown).", ("status",), _outbox),
    Figure("tulia_outbox_age_seconds", "Age of the oldest message that is due to be sent.", (), _outbox_age),
    Figure(
        "tulia_payments", "Payments of the last 24 h, and older ones still asked about.", ("method", "state"), _payments
    ),
    Figure("tulia_incoming_payments", "Money of the last 24 h that came by itself.", ("state",), _money_by_itself),
    Figure("tulia_documents_waiting", "Documents given to a library and not read yet.", (), _documents),
    Figure("tulia_documents_age_seconds", "Age of the oldest of them.", (), _documents_age),
    Figure("tulia_events_waiting", "Events that no conversation's inbox has taken yet.", (), _events),
    Figure("tulia_tickets_open", "Hand-overs that wait for a person.", (), _tickets),
)
UP: Final = "tulia_database_up"
HEARTBEAT: Final = "tulia_heartbeat_age_seconds"

_lock = threading.Lock()
_kept: tuple[float, list[Metric]] = (-KEPT_SECONDS, [])


def collect_figures() -> list[Metric]:
    """Every figure; without samples when the database does not answer, which `tulia_database_up` tells."""
    global _kept
    with _lock:
        if time.monotonic() - _kept[0] >= KEPT_SECONDS:
            _kept = (time.monotonic(), list(_ask(timezone.now())))
        return _kept[1]


def forget() -> None:
    """Ask anew the next time."""
    global _kept
    _kept = (-KEPT_SECONDS, [])


def _ask(now: datetime) -> Iterator[Metric]:
    found: dict[str, Samples] = {}
    try:
        with fleet_scope(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout TO '{LONGEST_STATEMENT}'")
            found = {figure.name: figure.find(now) for figure in FIGURES}
    except DatabaseError:
        found = {}
    for figure in FIGURES:
        family = GaugeMetricFamily(figure.name, figure.help, labels=figure.labels)
        for labels, value in found.get(figure.name, []):
            family.add_metric(labels, value)
        yield family
    yield GaugeMetricFamily(UP, "1 while the database answers these questions.", value=1 if found else 0)
    yield _heartbeat()


def _heartbeat() -> Metric:
    family = GaugeMetricFamily(HEARTBEAT, "Seconds since a worker last took the heartbeat that beat asks for.")
    try:
        beat = cache.get(HEARTBEAT_KEY)
    except redis.RedisError:
        beat = None
    if beat is not None:
        family.add_metric((), time.time() - beat)
    return family
