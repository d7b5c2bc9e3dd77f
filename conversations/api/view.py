"""What every view of the API stands on: its token, its scope, its pace, the tenant's rows, and a write done once."""

import functools
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, cast

import structlog
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations.api import idempotency, scopes, tokens
from conversations.api.idempotency import Written
from conversations.api.models import ApiToken
from conversations.api.problems import ApiRefusal
from tenants import allowance
from tenants.scope import tenant_scope

# Five a second: more than a shop's till or a nightly job asks.
TOKEN_A_MINUTE: Final = 300
# Four busy systems of one business; the others on this installation need the rest.
TENANT_A_MINUTE: Final = 1200
# Hundred lines of JSON fit many times over; files have a limit of their own.
MOST_BYTES: Final = 256 * 1024
EXPIRES: Final = "Tulia-Token-Expires"
Shown = Mapping[str, Any]


class BearerToken(BaseAuthentication):
    """Which tenant it is follows from the token, and from nothing that is sent beside it."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        kind, _, plain = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = tokens.find(plain.strip(), now=timezone.now())
        if token is None:
            raise AuthenticationFailed
        return AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class OnlyJson(BaseContentNegotiation):
    """There is one answer, whatever a client says it would rather have."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """A view of one resource, whose name is that of its scopes."""

    resource: ClassVar[str]
    is_reading: ClassVar[bool] = False
    """Whether it only reads, by whichever method it is asked."""
    authentication_classes = [BearerToken]
    content_negotiation_class = OnlyJson

    @property
    def most_bytes(self) -> int:
        """How long a request may be."""
        return MOST_BYTES

    @property
    def token(self) -> ApiToken:
        return cast(ApiToken, self.request.auth)

    @property
    def actor(self) -> str:
        """By whom a change is said to be made."""
        return f"{self.token.name} (API)"

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        super().initial(request, *args, **named)
        if request.auth is None:
            raise NotAuthenticated
        if int(request.META.get("CONTENT_LENGTH") or 0) > self.most_bytes:
            raise ApiRefusal(413, "too_large", f"Send at most {self.most_bytes:,} bytes at once.")
        if self.token.expires_at and tokens.ends_soon(self.token, now=timezone.now()):
            self.headers[EXPIRES] = self.token.expires_at.isoformat()
        structlog.contextvars.bind_contextvars(tenant_id=str(self.token.tenant_id), token_id=str(self.token.pk))
        self._keep_pace()
        needed = self.scope_of(request.method or "")
        if needed not in self.token.scopes:
            raise ApiRefusal(403, "insufficient_scope", f"This token lacks the scope {needed}.")

    def scope_of(self, method: str) -> str:
        return scopes.needed(self.resource, "GET" if self.is_reading else method)

    def _keep_pace(self) -> None:
        counts = ((f"api:token:{self.token.pk}", TOKEN_A_MINUTE), ("api:all", TENANT_A_MINUTE))
        waits = [allowance.spend(self.token.tenant_id, what, most) for what, most in counts]
        if seconds := max(filter(None, waits), default=0):
            words = f"At most {TOKEN_A_MINUTE} requests a minute by one token, {TENANT_A_MINUTE} by all of a business."
            raise ApiRefusal(429, "too_many", words, headers={"Retry-After": str(seconds)})

    def finalize_response(self, request: Any, response: Any, *args: Any, **named: Any) -> Any:
        response = super().finalize_response(request, response, *args, **named)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def reads(handler: Callable[..., Shown]) -> Callable[..., Response]:
    """The handler runs in the tenant's scope, and what it returns is the answer."""

    @functools.wraps(handler)
    def answer(view: ApiView, request: Request, **named: Any) -> Response:
        with tenant_scope(view.token.tenant_id):
            return Response(handler(view, request, **named))

    return answer


def writes(handler: Callable[..., Written]) -> Callable[..., Response]:
    """The handler runs in the tenant's scope, once for each key; a refusal undoes all of it."""

    @functools.wraps(handler)
    def answer(view: ApiView, request: Request, **named: Any) -> Response:
        with tenant_scope(view.token.tenant_id):
            done = idempotency.once(request, view.token, functools.partial(handler, view, request, **named))
        headers = {"Idempotent-Replayed": "true"} if done.is_replayed else {}
        return Response(dict(done.body), status=done.status, headers=headers)

    return answer
