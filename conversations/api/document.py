"""The OpenAPI document: what each operation takes, answers and refuses, and the scope it needs."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers

from conversations.api.idempotency import HEADER
from conversations.api.problems import MEDIA_TYPE, TITLES

Method = TypeVar("Method", bound=Callable[..., Any])
# HTTP's codes that any operation may answer with.
ALWAYS: Final = (401, 403, 404, 405, 413, 422, 429)
# What an operation that writes may answer besides.
OF_WRITES: Final = (400, 409, 415)


class FieldProblemSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Which field of the request, by dots: lines.0.sku.")
    problem = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Every refusal."""

    type = serializers.CharField(help_text="Where it is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="For programs: insufficient_scope, window_closed ...")
    detail = serializers.CharField(help_text="For people.")
    problems = FieldProblemSerializer(many=True)


class ApiSchema(AutoSchema):
    """Each operation stands under its resource, and says which scope opens it."""

    view: Any

    def get_tags(self) -> list[str]:
        return [self.view.resource]

    def get_operation(self, *args: Any, **named: Any) -> Any:
        operation = super().get_operation(*args, **named)
        if operation is not None:
            operation["x-scope"] = self.view.scope_of(self.method)
        return operation


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "conversations.api.view.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "A token from the admin, under API tokens."}


def page_of(row: type[serializers.Serializer[Any]]) -> Any:
    """A page of such rows."""
    name = row.__name__.removesuffix("Serializer")
    cursor = serializers.CharField(allow_null=True, help_text="For the next page; null on the last.")
    return inline_serializer(f"{name}Page", {"results": row(many=True), "next_cursor": cursor})


def read(summary: str, answer: Any, *queries: Any) -> Callable[[Method], Method]:
    """An operation that changes nothing."""
    return _operation(summary, {200: answer}, ALWAYS, [*queries])


def computation(summary: str, body: Any, answer: Any) -> Callable[[Method], Method]:
    """An operation with a body that changes nothing of the business's."""
    return _operation(summary, {200: answer}, (*ALWAYS, 400, 415), [], body)


def write(summary: str, body: Any, answer: Any, *, status: int = 200) -> Callable[[Method], Method]:
    """An operation that changes something, once for each key."""
    words = "New for each write, the same when it is repeated: then the first answer comes back."
    key = OpenApiParameter(HEADER, {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"}, "header", True, words)
    return _operation(summary, {status: answer}, (*ALWAYS, *OF_WRITES), [key], body)


def _operation(
    summary: str, answers: dict[Any, Any], refusals: Iterable[int], parameters: list[Any], body: Any = None
) -> Callable[[Method], Method]:
    for status in refusals:
        answers[status, MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description=TITLES[status])
    return extend_schema(summary=summary, responses=answers, parameters=parameters, request=body)
