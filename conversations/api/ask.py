"""Ask the library, within some of its documents if wanted: an answer in their words, how sure it is, and its trace."""

import time
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.api import document
from conversations.api.models import LibraryAnswer
from conversations.api.pages import PageQuery, page
from conversations.api.problems import not_found, wrong
from conversations.api.safety import flags_of
from conversations.api.view import ApiView, Shown, reads
from journeys import library
from journeys.support.answering.confidence import confidence_of
from knowledge.answer import extract
from knowledge.models import Document
from tenants.models import Customer
from tenants.scope import tenant_scope
from tools.contract import ToolContext
from tools.support import kb_retrieve
from tools.support.kb_retrieve import KbRetrieveArgs, KbRetrieveResult, Snippet

# As was specified: a shorter question is refused.
SHORTEST: Final = 10
# A quarter, in which a business may look at what its pages answered.
KEPT: Final = timedelta(days=90)
STYLES: Final = ("concise", "detailed", "bullet")
UNSAFE = "I cannot process this question as it contains potentially unsafe patterns."
EMPTY = "No documents have been uploaded yet. Please upload documents before asking questions."
SHORT = "Please ask in more words."
NOT_IN_HERE = "The provided documents do not contain information about this."


class AskSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(max_length=1000)
    document_ids = serializers.ListField(
        child=serializers.UUIDField(), required=False, default=list, max_length=50, help_text="Only from these."
    )
    top_k = serializers.IntegerField(required=False, default=5, min_value=1, max_value=8)
    answer_style = serializers.ChoiceField(choices=STYLES, required=False, default="concise")
    audience = serializers.CharField(
        max_length=40, required=False, default="", help_text="Only documents for these readers, such as customer."
    )
    customer_id = serializers.UUIDField(
        required=False, default=None, allow_null=True,
        help_text="Whose question it is: when they are erased, question and answer go with them.",
    )  # fmt: skip


class CitationSerializer(serializers.Serializer[Any]):
    document_id = serializers.UUIDField()
    chunk_id = serializers.UUIDField()
    title = serializers.CharField(allow_blank=True)
    section = serializers.CharField(allow_blank=True)
    file_name = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    sheet = serializers.CharField(allow_null=True)
    score = serializers.FloatField()


class PassageSerializer(CitationSerializer):
    text = serializers.CharField(allow_blank=True, help_text="Without what may be an order to an assistant.")
    is_cited = serializers.BooleanField()
    has_injection = serializers.BooleanField()


class LibraryAnswerSerializer(serializers.ModelSerializer[LibraryAnswer]):
    confidence = serializers.ChoiceField(choices=["high", "medium", "low"])
    decision = serializers.CharField(help_text="enough, low_scores, too_few_hits, empty_library, unsafe, too_short.")
    safety_flags = serializers.ListField(
        child=serializers.CharField(),
        help_text="prompt_injection with its kind, injection_in_context, empty_knowledge_base, question_too_short.",
    )
    citations = CitationSerializer(many=True)

    class Meta:
        model = LibraryAnswer
        fields = ("id", "question", "answer", "confidence", "decision", "safety_flags", "citations", "created_at")


class LibraryTraceSerializer(LibraryAnswerSerializer):
    document_ids = serializers.ListField(child=serializers.UUIDField())
    passages = PassageSerializer(many=True)

    class Meta(LibraryAnswerSerializer.Meta):
        fields = (*LibraryAnswerSerializer.Meta.fields, "document_ids", "passages", "milliseconds")  # type: ignore[assignment]


class Ask(ApiView):
    """To ask is to read; each answer is kept with its trace."""

    resource = "documents"
    is_reading = True

    @document.computation("Ask the library", AskSerializer, LibraryAnswerSerializer)
    def post(self, request: Request) -> Response:
        """The question's vector may come over the network: no scope is open then."""
        told = AskSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        asked, started = told.validated_data, time.perf_counter()
        with tenant_scope(self.token.tenant_id):
            _known(asked)
        made = _unread(asked["question"]) or _answered(asked, self._found(asked))
        took = round((time.perf_counter() - started) * 1000, 1)
        with tenant_scope(self.token.tenant_id):
            LibraryAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
            row = LibraryAnswer.objects.create(
                token=self.token, question=asked["question"], customer_id=asked["customer_id"],
                document_ids=list(map(str, asked["document_ids"])), milliseconds=took, **made,
            )  # fmt: skip
            return Response(LibraryAnswerSerializer(row).data)

    def _found(self, asked: dict[str, Any]) -> KbRetrieveResult:
        nobody = UUID(int=0)
        context = ToolContext(
            tenant_id=self.token.tenant_id, conversation_id=nobody, request_id=uuid4(), customer_id=nobody,
            now=timezone.now(),
        )  # fmt: skip
        ids = list(map(str, asked["document_ids"]))
        wanted = KbRetrieveArgs(
            query=asked["question"], document_ids=ids, top_k=asked["top_k"], audience=asked["audience"] or None
        )
        return kb_retrieve.run(wanted, context)


class LibraryAnswers(ApiView):
    resource = "documents"

    @document.read("List what the library was asked", document.page_of(LibraryAnswerSerializer), PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        return page(request, lambda row: LibraryAnswerSerializer(row).data, LibraryAnswer.objects.all())


class OneAnswer(ApiView):
    resource = "documents"

    @document.read("How an answer of the library came about", LibraryTraceSerializer)
    @reads
    def get(self, request: Request, answer_id: Any) -> Shown:
        row = LibraryAnswer.objects.filter(pk=answer_id).first()
        if row is None:
            raise not_found()
        return LibraryTraceSerializer(row).data


def _known(asked: dict[str, Any]) -> None:
    """Raises where a document or the customer is none of this business."""
    there = set(Document.objects.filter(pk__in=asked["document_ids"]).values_list("pk", flat=True))
    for place, document_id in enumerate(asked["document_ids"]):
        if document_id not in there:
            raise wrong(f"document_ids.{place}", "There is no such document.")
    customer_id = asked["customer_id"]
    if customer_id and not Customer.objects.filter(pk=customer_id, erased_at=None).exists():
        raise wrong("customer_id", "There is no such customer.")


def _unread(question: str) -> dict[str, Any] | None:
    """The answer to what is not looked up at all."""
    flags = flags_of(question)
    if flags:
        return _made(UNSAFE, "unsafe", flags)
    if len(question.strip()) < SHORTEST:
        return _made(SHORT, "too_short", ["question_too_short"])
    return None


def _answered(asked: dict[str, Any], found: KbRetrieveResult) -> dict[str, Any]:
    if found.is_empty_library:
        return _made(EMPTY, found.decision, ["empty_knowledge_base"])
    flags = ["injection_in_context"] if any(snippet.injection for snippet in found.snippets) else []
    usable = library.usable(found) if found.is_enough else []
    quoted = extract(asked["question"], [library.passage_of(each) for each in usable], style=asked["answer_style"])
    cited = [usable[place] for place in quoted.cited]
    made = _made(NOT_IN_HERE, found.decision, flags)
    if cited:
        made |= {"answer": quoted.text, "confidence": confidence_of(quoted.text, cited)}
    made["citations"] = [_citation(each) for each in cited]
    made["passages"] = [
        _citation(each) | {"text": each.text, "is_cited": each in cited, "has_injection": each.injection}
        for each in found.snippets
    ]
    return made


def _made(answer: str, decision: str, flags: list[str]) -> dict[str, Any]:
    return {"answer": answer, "decision": decision, "safety_flags": flags, "confidence": "low"}


def _citation(snippet: Snippet) -> dict[str, Any]:
    named = ("document_id", "chunk_id", "title", "section", "file_name", "page", "sheet")
    return {name: getattr(snippet, name) for name in named} | {"score": round(snippet.score, 3)}
