"""Every refusal in one shape: `application/problem+json` (RFC 9457) with a code for programs and words for people."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response

log = structlog.get_logger(__name__)
MEDIA_TYPE: Final = "application/problem+json"
# What each status is called; a document's readers find here all that can come back.
TITLES: Final = {
    400: "The request cannot be read",
    401: "No token, or one that opens nothing",
    403: "This token may not do that",
    404: "There is no such thing",
    405: "This address takes another method",
    409: "It cannot be done as things stand",
    413: "The request is too large",
    415: "Send JSON",
    422: "Something in the request is wrong",
    429: "Too many requests",
}


class ApiRefusal(Exception):
    """What is not done: a status, a code for programs, words for people."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None,
        problems: list[dict[str, str]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.problems = dict(headers or {}), problems or []

    @property
    def body(self) -> dict[str, Any]:
        return {
            "type": f"/api/docs/#{self.code}",
            "title": TITLES[self.status],
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "problems": self.problems,
        }


def not_found() -> ApiRefusal:
    return ApiRefusal(404, "not_found", "This business has no such thing, or it is gone.")


def wrong(field: str, problem: str) -> ApiRefusal:
    """One field of the request is wrong."""
    return ApiRefusal(422, "invalid", "See problems.", problems=[{"field": field, "problem": problem}])


def conflict(code: str, detail: str) -> ApiRefusal:
    return ApiRefusal(409, code, detail)


def respond(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """REST framework's hook: a foreseen refusal as an answer, None for an error of ours."""
    refusal = _refusal(error)
    if refusal is None:
        return None
    log.info("api.request.refused", status=refusal.status, code=refusal.code)
    return Response(refusal.body, status=refusal.status, headers=refusal.headers, content_type=MEDIA_TYPE)


@csrf_exempt
def unknown_address(request: HttpRequest, rest: str) -> JsonResponse:
    """Below the API's address everything is told in its shape, also what is not there."""
    return JsonResponse(not_found().body, status=404, content_type=MEDIA_TYPE)


def _refusal(error: Exception) -> ApiRefusal | None:
    match error:
        case ApiRefusal():
            return error
        case exceptions.ValidationError():
            return ApiRefusal(422, "invalid", "See problems.", problems=list(_problems(error.detail)))
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            headers = {"WWW-Authenticate": 'Bearer realm="api"'}
            return ApiRefusal(401, "unknown_token", "Send Authorization: Bearer with a token in use.", headers=headers)
        case exceptions.MethodNotAllowed():
            return ApiRefusal(405, "method_not_allowed", str(error.detail))
        case exceptions.UnsupportedMediaType():
            return ApiRefusal(415, "unsupported_media_type", str(error.detail))
        case exceptions.PermissionDenied() | DjangoPermissionDenied():
            return ApiRefusal(403, "forbidden", "This token may not do that.")
        case Http404() | exceptions.NotFound():
            return not_found()
        case RequestDataTooBig():
            return ApiRefusal(413, "too_large", "Send less at once.")
        case exceptions.ParseError() | SuspiciousOperation():
            return ApiRefusal(400, "unreadable", "The body is not what its Content-Type says.")
    return None


def _problems(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """Where and what; never the value, which is the sender's."""
    if isinstance(detail, Mapping):
        for name, each in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _problems(each, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list):
        for place, each in enumerate(detail):
            is_row = isinstance(each, Mapping | list)
            yield from _problems(each, f"{field}.{place}".lstrip(".") if is_row else field)
    else:
        yield {"field": field or "body", "problem": str(detail)}
