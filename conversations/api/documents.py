"""Documents of the library: listed with how far each is, and uploaded to be read in the background."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import not_found, wrong
from conversations.api.view import ApiView, Shown, reads, writes
from knowledge import embed, tasks
from knowledge.library import intake, states
from knowledge.load import FileRefused, kinds
from knowledge.models import Document

KINDS = ("policy", "faq", "doc", "sop")
# What a form puts around the file.
AROUND = 64 * 1024


class DocumentSerializer(serializers.ModelSerializer[Document]):
    stage = serializers.CharField(help_text="waiting, embedding, ready, refused, draft or inactive.")
    sentence = serializers.CharField(help_text="The same for people; of a refused one, why.")
    is_settled = serializers.BooleanField(help_text="Whether nothing more happens by itself.")
    passages = serializers.IntegerField()

    class Meta:
        model = Document
        fields = (
            "id", "key", "title", "kind", "file_name", "size", "version", "language", "audience", "is_active", "stage",
            "sentence", "is_settled", "passages", "created_at", "read_at",
        )  # fmt: skip


class UploadSerializer(serializers.Serializer[Any]):
    """The same key again is a new version of the same document."""

    file = serializers.FileField()
    kind = serializers.ChoiceField(choices=KINDS, required=False, default="")
    key = serializers.CharField(max_length=200, required=False, default="", help_text="Without it the file's name.")


class Documents(ApiView):
    resource = "documents"
    parser_classes = [MultiPartParser]

    @property
    def most_bytes(self) -> int:
        return intake.limits().bytes + AROUND

    @document.read("List documents", document.page_of(DocumentSerializer), PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        return page(request, _shown, _documents())

    @document.write("Upload a document; it is read in the background", UploadSerializer, DocumentSerializer, status=202)
    @writes
    def post(self, request: Request) -> Written:
        told = UploadSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        file = told.validated_data["file"]
        try:
            kinds.check_size(file.size or 0, intake.limits())
            row = intake.receive(
                file.read(), file.name or "", now=timezone.now(), kind=told.validated_data["kind"],
                key=told.validated_data["key"],
            )  # fmt: skip
        except FileRefused as error:
            raise wrong("file", str(error)) from error
        tasks.queue_reading(row)
        return Written(_shown(_documents().get(pk=row.pk)), 202)


class OneDocument(ApiView):
    resource = "documents"

    @document.read("One document, and how far it is", DocumentSerializer)
    @reads
    def get(self, request: Request, document_id: Any) -> Shown:
        row = _documents().filter(pk=document_id).first()
        if row is None:
            raise not_found()
        return _shown(row)


def _documents() -> Any:
    return states.with_counts(Document.objects.all(), embed.from_settings().model.key)


def _shown(row: Any) -> dict[str, Any]:
    state = states.state_of(row)
    row.stage, row.sentence, row.is_settled = state.stage, state.sentence, state.is_settled
    return dict(DocumentSerializer(row).data)
