"""What a caller gets when something broke: 503 while the database is away, so that they try again; otherwise 500."""

import sys
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.views import defaults

log = structlog.get_logger(__name__)
RETRY_SECONDS: Final = 5
SENTENCE: Final = "Tulia cannot reach its database at the moment. Try again in a minute."


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500."""
    error = sys.exc_info()[1]
    is_away = isinstance(error, OperationalError | InterfaceError)
    response = unavailable() if is_away else defaults.server_error(request)
    route = request.resolver_match.route if request.resolver_match else None
    log.error("web.request.failed", route=route, status=response.status_code, exc_info=error)
    return response


def unavailable() -> HttpResponse:
    """503: come again."""
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return HttpResponse(SENTENCE, status=503, content_type="text/plain; charset=utf-8", headers=headers)
