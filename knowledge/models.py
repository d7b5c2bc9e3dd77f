"""The library: documents of a tenant, and the passages they are searched by."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField, SparseVectorField

from knowledge.embed import DIMENSIONS
from knowledge.search.terms.words import SPACE
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
    incoming = models.CharField(max_length=200, blank=True, help_text="A newer file, given and not yet read.")
    given_at = models.DateTimeField(null=True, blank=True, help_text="When that file was given.")
    version = models.CharField(max_length=40, blank=True)
    last_updated = models.DateField(null=True, blank=True)
    language = models.CharField(max_length=8, blank=True)
    audience = models.CharField(max_length=40, blank=True, help_text='For whom it is: "customer", "staff".')
    tags = models.JSONField(default=list, blank=True)
    is_active = models.BooleanField(default=True, help_text="An inactive document is not searched.")
    read_at = models.DateTimeField(null=True, blank=True)
    notes = models.JSONField(default=list, blank=True, help_text="What its reader should know: pages without text ...")
    history = models.JSONField(default=list, blank=True, help_text="The versions that were read, newest first.")
    is_linked = models.BooleanField(default=False, help_text="Its references are found, and those to it resolved.")
    questions = models.JSONField(
        default=dict, db_default={}, blank=True, help_text="What customers ask of each section: `library.questions`."
    )
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When these were changed last.")

    class Meta(TenantModel.Meta):
        ordering = ["title"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="document_key_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "status"], name="documents_by_status"),
            models.Index(fields=["tenant"], name="documents_to_link", condition=models.Q(is_linked=False)),
        ]

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
    words = SparseVectorField(dimensions=SPACE, null=True, help_text="What each of its words is worth to a search.")
    has_times = models.BooleanField(default=False, help_text="It says when something is open or takes place.")
    place = models.IntegerField(help_text="Its place in the lists of `Word`, taken from the `Register`.")

    class Meta(TenantModel.Meta):
        ordering = ["document", "position"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "place"], name="chunk_by_place"),
            # Deferred, for passages that stay may change places with each other.
            models.UniqueConstraint(
                fields=["tenant", "document", "position"],
                name="chunk_place_once",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section or 'Passage'} ({self.position + 1})"


class DocumentSynonym(TenantModel):
    """Another name by which texts speak of a document: "the BGB", "house rules"."""

    document = TenantForeignKey(Document, related_name="synonyms")
    name = models.CharField(
        max_length=200,
        help_text="As other documents call this one: a short name, an abbreviation, its title in another language.",
    )

    class Meta(TenantModel.Meta):
        ordering = ["name"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "document", "name"], name="synonym_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SectionLabel(TenantModel):
    """A number or heading of a document, and where what stands under it begins: what a reference is looked up by."""

    document = TenantForeignKey(Document, related_name="labels")
    key = models.CharField(max_length=200, help_text='"42-1005", "chapter 5", "cancellation": `references.labels`.')
    chunk = TenantForeignKey(Chunk, related_name="labels", help_text="The first passage under it.")
    span = models.PositiveIntegerField(default=1, help_text="How many passages stand under it.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key", "document"], name="label_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "document"], name="labels_of_document"),
            models.Index(fields=["tenant", "chunk"], name="labels_of_chunk"),
        ]

    def __str__(self) -> str:
        return self.key


class ReferenceLink(TenantModel):
    """An edge of the reference graph: what a passage refers to, and where that stands in the library, if it does.

    A section of several passages is its first one and their number; a document as a whole has no passage here.
    """

    chunk = TenantForeignKey(Chunk, related_name="links")
    start = models.PositiveIntegerField(help_text="Where in the passage's text it stands.")
    end = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    target = models.CharField(max_length=300)
    through = models.CharField(max_length=60, blank=True, help_text="The last section of a range.")
    original_text = models.CharField(max_length=500)
    document_context = models.CharField(max_length=200, blank=True, help_text="The work it names, if it names one.")
    key = models.CharField(max_length=300, help_text="What it is looked up by.")
    to_document = TenantForeignKey(Document, null=True, related_name="links_here", on_delete=models.SET_NULL)
    to_chunk = TenantForeignKey(Chunk, null=True, related_name="links_here", on_delete=models.SET_NULL)
    span = models.PositiveIntegerField(default=0)
    how = models.CharField(max_length=10, help_text="How its document was found: exact, fuzzy, substring, none.")
    score = models.FloatField(default=0)

    class Meta(TenantModel.Meta):
        ordering = ["chunk", "start"]
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "chunk"], name="links_of_chunk"),
            models.Index(fields=["tenant", "to_document"], name="links_to_document"),
            models.Index(fields=["tenant", "to_chunk"], name="links_to_chunk"),
            models.Index(fields=["tenant", "key"], name="links_by_key"),
        ]

    def __str__(self) -> str:
        return self.original_text


class Register(TenantModel):
    """What a tenant's library has come to: one row a tenant.

    Places are given in order and never twice, so that a list may name a passage that is gone, but no other for it.
    """

    given = models.IntegerField(default=0, help_text="How many places were given.")
    counted = models.IntegerField(default=0, help_text="Passages from this place on are in no list yet.")
    listed = models.IntegerField(default=0, help_text="How many passages the lists speak of, with those now gone.")
    indexed_for = models.CharField(max_length=120, blank=True, help_text="The model whose vectors have an index.")
    reading = models.PositiveSmallIntegerField(
        db_default=0, help_text="The way in which the passages' words were read: `words.READING` when it is today's."
    )

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant"], name="register_once"),
            models.CheckConstraint(
                condition=models.Q(counted__gte=0, counted__lte=models.F("given")), name="counted_was_given"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.counted} of {self.given} counted"


class Word(TenantModel):
    """In which passages of the library a word stands: a rare word tells more about a question."""

    word = models.IntegerField(help_text="The word's place in a passage's `words`.")
    passages = models.PositiveIntegerField()
    places = models.BinaryField(default=bytes, help_text="Where, and what it is worth there: `search.postings.ENTRY`.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "word"], name="word_once", include=["passages"]),
        ]

    def __str__(self) -> str:
        return f"{self.word}: {self.passages}"


class Calibration(TenantModel):
    """How good a passage must be in this library to answer, by one embedding model, and what that was read from."""

    model = models.CharField(max_length=120, help_text="The embedding model that the scores come from.")
    passages = models.PositiveIntegerField(help_text="How many there were.")
    samples = models.PositiveIntegerField(help_text="How many passages questions were made of.")
    unlike = models.FloatField(help_text="The cosine of a question and a passage that has nothing to do with it.")
    alike = models.FloatField(null=True, help_text="That of a question and its answer; unknown until measured anew.")
    threshold = models.FloatField(help_text="Below it a passage does not answer.")
    threshold_by_words = models.FloatField(help_text="The same, while the embedding endpoint does not answer.")
    strong = models.FloatField(help_text="What a good answer reaches.")
    near_misses = models.JSONField(default=dict, help_text="Percentiles: questions that another document answers.")
    answers = models.JSONField(default=dict, help_text="Percentiles: questions that the passage itself answers.")
    calculated_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        ordering = ["model"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "model"], name="calibration_once"),
        ]

    def __str__(self) -> str:
        return self.model


class UnansweredQuestion(TenantModel):
    """A question that the library could not answer, as it was asked, without what would name the customer.

    OPEN ──▶ ANSWERED            a document has been added that answers it
    """

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        ANSWERED = "answered", "Answered"

    question = models.CharField(max_length=300)
    key = models.CharField(max_length=200, help_text="What questions that mean the same have in common.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    decision = models.CharField(max_length=40, help_text="Why there was no answer.")
    score = models.FloatField(help_text="How near the best passage came.")
    conversation_id = models.UUIDField(help_text="Whose question it was: it goes when they are erased.")

    class Meta(TenantModel.Meta):
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "status", "key"], name="unanswered_by_key"),
            models.Index(fields=["tenant", "conversation_id"], name="unanswered_of_conversation"),
        ]

    def __str__(self) -> str:
        return self.question
