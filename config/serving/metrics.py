"""/metrics: the installation's figures in Prometheus's text form, for whoever watches it and for nobody else."""

from collections.abc import Iterator
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotAllowed
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest

from config.serving import figures
from config.serving.middleware import FROM_A_PROXY
from tenants.telemetry import counted

# Whoever stands between a stranger and us says so in one of these.


class Figures:
    """What prometheus_client asks for its metrics."""

    def collect(self) -> Iterator[Metric]:
        yield from counted.collect()
        yield from figures.collect()


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
