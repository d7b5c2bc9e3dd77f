"""The library: documents of a tenant, and the passages they are searched by."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField

from knowledge.embed import DIMENSIONS
from tenants.tenancy import TenantForeignKey, TenantModel


class Document(TenantModel):
    """A text of the tenant's, in the version that is read now.

    WAITING ──▶ READY            its chunks can be found
       │
       └──────▶ REFUSED          it cannot be read; `problem` says why, in words for the person who gave it
    DRAFT ────▶ READY            a conversation's summary, once a person has approved it
    """

    class Kind(models.TextChoices):
        POLICY = "policy", "Policy"
        FAQ = "faq", "Questions and answers"
        DOC = "doc", "Document"
        SOP = "sop", "Procedure"
        SUMMARY = "summary", "Conversation summary"

    class Status(models.TextChoices):
        WAITING = "waiting", "Being read"
        READY = "ready", "Ready"
        REFUSED = "refused", "Refused"
        DRAFT = "draft", "To be approved"

    key = models.CharField(max_length=200, help_text="What names it in every upload: its file's path or name.")
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.DOC)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    problem = models.CharField(max_length=300, blank=True, help_text="Why it could not be read.")
    file_name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100, blank=True)
    size = models.PositiveIntegerField(default=0, help_text="In bytes.")
    sha1 = models.CharField(max_length=40, blank=True, help_text="Of the file as it was given.")
    path = models.CharField(max_length=200, blank=True, help_text="Where the file is kept, under MEDIA_ROOT.")
    version = models.CharField(max_length=40, blank=True)
    last_updated = models.DateField(null=True, blank=True)
    language = models.CharField(max_length=8, blank=True)
    audience = models.CharField(max_length=40, blank=True, help_text='For whom it is: "customer", "staff".')
    tags = models.JSONField(default=list, blank=True)
    is_active = models.BooleanField(default=True, help_text="An inactive document is not searched.")
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        ordering = ["title"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="document_key_once"),
        ]
        indexes = [models.Index(fields=["tenant", "status"], name="documents_by_status")]

    def __str__(self) -> str:
        return self.title


class Chunk(TenantModel):
    """A passage of a document, the unit of search and of citation."""

    document = TenantForeignKey(Document, related_name="chunks")
    position = models.PositiveIntegerField(help_text="Its place in the document, from 0.")
    text = models.TextField()
    section = models.CharField(max_length=400, blank=True, help_text='The way to it: "Setup > Wi-Fi".')
    page = models.PositiveIntegerField(null=True, blank=True)
    sheet = models.CharField(max_length=100, blank=True)
    category = models.CharField(max_length=60, blank=True, help_text="Of a property file: restaurants, hotel ...")
    keywords = ArrayField(models.TextField(), default=list)
    tokens = models.PositiveIntegerField()
    sha1 = models.CharField(max_length=40)
    has_injection = models.BooleanField(default=False, help_text="It holds instructions aimed at an assistant.")
    embedding = HalfVectorField(dimensions=DIMENSIONS, null=True)
    embedding_model = models.CharField(max_length=120, blank=True)

    class Meta(TenantModel.Meta):
        ordering = ["document", "position"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "document", "position"], name="chunk_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section or 'Passage'} ({self.position + 1})"
