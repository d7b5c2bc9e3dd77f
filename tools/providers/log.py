"""The provider log: every request to a provider and every callback of theirs, redacted, beside what it is about."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from tenants.postgresql.compiled import insert_later
from tenants.tenancy import TenantModel
from tools.providers import redact
from tools.providers.exchange import Exchange


class LoggedExchange(TenantModel):
    """One request and its answer, or one callback, without secrets and names; each room keeps its own rows."""

    class Direction(models.TextChoices):
        OUT = "out", "We asked"
        IN = "in", "The provider told us"

    direction = models.CharField(max_length=3, choices=Direction.choices)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=300)
    request = models.JSONField(default=dict)
    response_status = models.PositiveSmallIntegerField(null=True, help_text="Empty when no answer came.")
    response_body = models.TextField(blank=True, help_text="Its first 4 KB.")
    milliseconds = models.FloatField(default=0)
    error = models.CharField(max_length=100, blank=True, help_text="Why no answer came.")

    class Meta(TenantModel.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.response_status or self.error}"


def keep(rows: type[LoggedExchange], exchanges: Iterable[Exchange], **about: Any) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    made = [
        rows(
            direction=rows.Direction.OUT,
            method=exchange.method,
            path=exchange.path,
            request=exchange.request,
            response_status=exchange.response_status,
            response_body=exchange.response_body,
            milliseconds=exchange.milliseconds,
            error=exchange.error,
            **about,
        )
        for exchange in exchanges
    ]
    insert_later(made)


def keep_callback(
    rows: type[LoggedExchange], path: str, body: Mapping[str, Any], *, answered: int, **about: Any
) -> None:
    """Write what a provider told us, in the transaction that is open; `path` is ours, without its secret part."""
    rows.objects.create(
        direction=rows.Direction.IN,
        method="POST",
        path=path,
        request=redact.fields(dict(body)),
        response_status=answered,
        **about,
    )
