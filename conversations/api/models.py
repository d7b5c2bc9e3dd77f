"""Tokens of a tenant's own systems, the answers their writes were given, and what the library was asked by them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tenants.tenancy import TenantForeignKey, TenantModel


class ApiToken(TenantModel):
    """What one system of a tenant shows with each request; only its digest is kept, and nobody can show it again."""

    name = models.CharField(max_length=80, help_text="Which system uses it: web shop, accounting.")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=16, editable=False, help_text="How it begins, so that it can be told apart.")
    scopes = models.JSONField(default=list, help_text="What it may read and write.")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+", db_index=False
    )
    expires_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it does not end by itself.")
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="To the minute.")

    class Meta(TenantModel.Meta):
        verbose_name = "API token"
        constraints = [*TenantModel.Meta.constraints]
        indexes = [models.Index(fields=["tenant", "-created_at"], name="api_tokens_newest")]

    def __str__(self) -> str:
        return self.name


class ApiWrite(TenantModel):
    """A write and its answer, under its sender's key: sent again it is answered so, and not done again."""

    token = TenantForeignKey(ApiToken, related_name="writes")
    key = models.CharField(max_length=255, help_text="Idempotency-Key, as it was sent.")
    fingerprint = models.CharField(max_length=64, help_text="Of method, address and body.")
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(default=dict)
    customer_id = models.UUIDField(null=True, help_text="Whom the answer is about.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "token", "key"], name="api_write_once"),
        ]
        indexes = [
            models.Index(
                fields=["tenant", "customer_id"], name="api_writes_about", condition=Q(customer_id__isnull=False)
            ),
            models.Index(fields=["tenant", "created_at"], name="api_writes_by_age"),
        ]

    def __str__(self) -> str:
        return self.key


class LibraryAnswer(TenantModel):
    """What a system of the tenant asked the library, what it was answered, and how that came about."""

    token = TenantForeignKey(ApiToken, related_name="asked")
    question = models.TextField()
    customer_id = models.UUIDField(null=True, help_text="Whose question it was; it goes with them.")
    document_ids = models.JSONField(default=list, help_text="The documents it was to be answered from; empty: all.")
    answer = models.TextField(blank=True)
    confidence = models.CharField(max_length=10)
    decision = models.CharField(max_length=30, help_text="Why it was answered so.")
    safety_flags = models.JSONField(default=list)
    citations = models.JSONField(default=list)
    passages = models.JSONField(default=list, help_text="What was found, with its score, whether it was used or not.")
    milliseconds = models.FloatField(default=0)

    class Meta(TenantModel.Meta):
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "created_at"], name="library_answers_by_age"),
            models.Index(
                fields=["tenant", "customer_id"], name="library_answers_of", condition=Q(customer_id__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.question[:80]
