"""What of the found passages says what was asked, as it stands there."""

from dataclasses import dataclass
from datetime import datetime

from journeys import library, tenant
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.support.answering import tongue, when
from journeys.support.answering.draft import Draft
from journeys.support.question import kinds
from journeys.wording.phrases import spoken
from knowledge.answer import Extract, FoundPassage, extract
from knowledge.answer.meaning import terms
from tools.support.kb_retrieve import KbRetrieveResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """What is quoted, in which language, and the number of the passage at each place of it."""

    extract: Extract
    numbers: tuple[int, ...]
    language: str = ""

    @property
    def draft(self) -> Draft | None:
        if not self.extract.text:
            return None
        return Draft(answer=self.extract.text, sources=tuple(self.numbers[place] for place in self.extract.cited))


def quoted(
    question: str,
    found: KbRetrieveResult,
    state: ConversationState,
    context: TurnContext,
    *,
    besides: str | None = None,
) -> Quotation:
    """The sentences and lists of the best passages, in the customer's language if it can be; none in `besides`."""
    passages = [each for each in library.for_the_model(library.usable(found)) if each["language"] != besides]
    language = tongue.preferred(passages, spoken(state.understood.response_language))
    if kinds.is_trouble(question) and not kinds.asks_what_is_meant(question):
        passages = [passage for passage in passages if not kinds.is_definition(passage["section"])] or passages
    if deed := kinds.deed_told(question):
        passages.sort(key=lambda passage: deed.isdisjoint(terms(passage["section"].rpartition(" > ")[2])))
    now: datetime = tenant.local_now(context)
    quotable = when.fitting(passages, question, now)
    material = [
        FoundPassage(
            text=each["text"], title=each["source"], section=each["section"], language=each["language"],
            score=each["score"],
        )
        for each in quotable
    ]  # fmt: skip
    chosen = extract(question, material, style=tenant.guardrails(context).answers.style, language=language)
    return Quotation(
        extract=chosen,
        numbers=tuple(each["number"] for each in quotable),
        language=material[chosen.cited[0]].language if chosen.cited else "",
    )
