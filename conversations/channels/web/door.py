"""Who may ask, what, and how often: the key names the business, and the page's origin must be one that it allows.

The key is public, for it stands in a page; it opens nothing but new threads. What a thread holds, its own id opens.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Annotated, Final, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from conversations import routing
from conversations.channels.web.channel import NAME
from tenants import allowance
from tenants.client_address import place
from tenants.models import Channel

log = structlog.get_logger(__name__)
Asked = TypeVar("Asked", bound=BaseModel)
View = Callable[[HttpRequest, Channel], HttpResponse]
HEADER: Final = "X-Tulia-Key"
# The longest message as JSON may write it, twelve bytes for an emoji, and what stands around it.
MAX_BYTES: Final = 64 * 1024
# Of one visitor's address: people type slower, and a page asks for news more often than they write.
SAYS_A_MINUTE, READS_A_MINUTE, TYPES_A_MINUTE = 20, 120, 60
# As long as WhatsApp's longest message.
LONGEST: Final = 4096


class ChatRefused(Exception):
    """What is not answered: the status, a word for programs, and what else stands in the answer."""

    def __init__(self, status: int, error: str, *, headers: Mapping[str, str] | None = None, **told: object) -> None:
        super().__init__(error)
        self.status, self.headers, self.told = status, dict(headers or {}), {"error": error, **told}


def opened(method: str) -> Callable[[View], Callable[[HttpRequest], HttpResponse]]:
    """A view of the chat: asked by this method, with a key, from an allowed page; its refusals are JSON."""

    def decorate(view: View) -> Callable[[HttpRequest], HttpResponse]:
        @csrf_exempt
        @functools.wraps(view)
        def answer(request: HttpRequest) -> HttpResponse:
            if request.method == "OPTIONS":  # a browser asks before it sends the key; nothing is told here
                return _shared(HttpResponse(status=204), request)
            try:
                if request.method != method:
                    raise ChatRefused(405, "method_not_allowed", headers={"Allow": f"{method}, OPTIONS"})
                response = view(request, _admit(request))
            except ChatRefused as refusal:
                log.info("web.chat.refused", status=refusal.status, reason=refusal.told["error"])
                response = JsonResponse(refusal.told, status=refusal.status, headers=refusal.headers)
            return _shared(response, request)

        return answer

    return decorate


def _admit(request: HttpRequest) -> Channel:
    key = request.headers.get(HEADER, "")
    channel = routing.find_channel(key, NAME) if key.isascii() and key.isprintable() else None
    if channel is None:
        raise ChatRefused(401, "unknown_key")
    structlog.contextvars.bind_contextvars(tenant_id=str(channel.tenant_id))
    origin = request.headers.get("Origin", "")
    if origin and origin not in channel.allowed_origins and not _is_our_own(origin):
        raise ChatRefused(403, "origin_not_allowed")
    return channel


def _is_our_own(origin: str) -> bool:
    """A page of this installation: of the same host, at whatever port."""
    ours, theirs = urlsplit(settings.TULIA.base_url), urlsplit(origin)
    return (theirs.scheme, theirs.hostname) == (ours.scheme, ours.hostname)


def _shared(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Readable by the page that asked: whoever may not ask has been told nothing but that."""
    response["Vary"] = "Origin"
    response["Cache-Control"] = "no-store"
    if origin := request.headers.get("Origin", ""):
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Allow-Headers"] = f"Content-Type, {HEADER}"
        response["Access-Control-Allow-Methods"] = "GET, POST, OPTIONS"
        response["Access-Control-Expose-Headers"] = "Retry-After"
        response["Access-Control-Max-Age"] = "600"
    return response


def _storable(text: str) -> str:
    """Without what PostgreSQL cannot hold; raises ValueError when nothing is left."""
    text = text.replace("\x00", "").encode("utf-8", "replace").decode()
    if not text.strip():
        raise ValueError("Write something.")
    return text


Words = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_storable)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class VisitorMessage(_Asked):
    """A message of the visitor's; `message_id` makes a repeated request the same message."""

    message: Words
    thread_id: UUID | None = Field(None, validation_alias=AliasChoices("thread_id", "session_id"))
    message_id: UUID | None = None
    tapped: str = Field("", max_length=200, description="The id of the button or row that was tapped.")


class ReadMark(_Asked):
    """What has been said in a thread, from the message after this one on."""

    thread_id: UUID
    after: UUID | None = None


def body(request: HttpRequest, form: type[Asked]) -> Asked:
    """What was asked; 413 when it is too large, 422 with each wrong field otherwise."""
    try:
        if len(request.body) > MAX_BYTES:
            raise ChatRefused(413, "too_large")
        return form.model_validate_json(request.body)
    except ValidationError as error:
        # Where and what; never the value, which is the visitor's.
        wrong = [{"field": ".".join(map(str, one["loc"])) or "body", "problem": one["msg"]} for one in error.errors()]
        raise ChatRefused(422, "invalid", problems=wrong) from error
    except (SuspiciousOperation, UnreadablePostError) as error:
        raise ChatRefused(413, "too_large") from error


def count(request: HttpRequest, channel: Channel, what: str, most: int) -> None:
    """One more of so many a minute from this place; 429 when they are used up."""
    seconds = allowance.spend(channel.tenant_id, f"chat:{what}:{place(request)}", most)
    if seconds is not None:
        raise ChatRefused(429, "too_many", headers={"Retry-After": str(seconds)})
