"""The library as any journey asks it: passages that may be quoted, numbered, best first, without hidden orders."""

import re
from collections.abc import ItemsView, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import numpy as np

from journeys import tenant, topics
from journeys.context import TurnContext
from journeys.local import asks, slips
from journeys.local.wordlists import tokens
from knowledge import lexicon
from knowledge.answer import FoundPassage
from knowledge.search.beside import NEAR_THE_BEST
from knowledge.search.terms import attributes
from tools.contract import Call
from tools.support.kb_retrieve import MOST_LIKELY, KbRetrieveResult, Snippet

# About 2,000 tokens of a prompt.
MOST_CHARACTERS: Final = 8_000
# Of them for what stands beside those found, where a model reads them: a page of short sections as a whole.
BESIDE: Final = 1_600
# What the tool takes as a query.
LONGEST: Final = 1_000
SURELY: Final = 0.7
"""From here on it answers whatever else was meant, on its scale where 0.5 is enough."""
ALIKE: Final = 0.85
"""From here on a section so likely answers by what customers ask of it, 0 to 1, that it is what is quoted, whichever of
the question's words stand there."""
BEYOND_DOUBT: Final = 0.95
"""From here on it answers, whatever of the question's words it lacks."""
PLAINLY_MORE: Final = 0.03
"""Likelier by less than another, it may be either."""
_SCALE: Final = (
    (0.0, 0.0), (0.1, 0.05), (0.2, 0.3), (0.45, 0.31), (0.5, 0.55), (0.55, 0.65), (0.6, 0.8), (0.7, 0.85), (0.9, 0.95),
    (1.0, 1.0),
)  # fmt: skip
"""A likelihood, and what it is worth as evidence: below an even chance a section is only what comes closest."""
LEAST_LEFT: Final = 0.1
"""Of all that may be meant, so much is of the documents at least."""
OF_FEW_WORDS: Final = 0.85
"""A short message, or a short part of one, is less likely what it seems."""
_OF_IT: Final = re.compile(r"\W{0,3}(?:is|are|was|does|do|will|can) (?:it|they|that|those|these)\b", re.IGNORECASE)
"""What goes on from something says little by itself: "is it free"."""
# Beside another journey's own facts.
MOST_BESIDE: Final = 3
OWN_HOURS: Final = 0
"""The source that a model names for the hours of the business itself."""


def retrieve(
    question: str, context: TurnContext, *, before: str = "", others: Sequence[str] = (), is_whole: bool = True
) -> KbRetrieveResult | None:
    """What the library holds about it, with `others` for the same in other words.

    None when the tool failed, as often as the tenant bears. What was asked before in this turn is not asked again.
    What is not `is_whole`, or not in the customer's own words, is not compared with what customers ask, nor what only
    goes on from another question."""
    audience = tenant.guardrails(context).answers.audience
    only: dict[str, Any] = {"audience": audience} if audience else {}
    asked: dict[str, Any] = {
        "query": question[:LONGEST],
        "before": before,
        "sections": _sections(question, context, is_alone=not before) if is_whole else [],
        **({"beside": BESIDE} if context.by == "model" else {}),
        **only,
    }
    same = {name: value for name, value in asked.items() if name != "sections"}
    same["has_sections"] = bool(asked["sections"])
    calls = [call for call in context.trace.tool_calls if call.tool == "kb_retrieve" and same.items() <= _told(call)]
    if others:
        asked["others"] = [other[:LONGEST] for other in others]
        calls = []
    while not any(call.refusal is None for call in calls):
        if len(calls) >= max(1, tenant.escalation(context).max_tool_errors):
            return None
        calls.append(context.call("kb_retrieve", **asked))
    result: KbRetrieveResult = next(call.result for call in calls if call.refusal is None)
    return result


def _sections(question: str, context: TurnContext, *, is_alone: bool) -> list[dict[str, Any]]:
    """Of which sections a customer's own words likely are, by what was learned of the business' topics; where they are
    not all that was asked, what they are surely of."""
    # "Is it free or how much" is of what was told before, "where are you exactly" of no page's matter.
    names_nothing = not lexicon.things(question) and (not is_alone or attributes.asks_where(question))
    if context.by != "local" or names_nothing or not _is_theirs(question, context):
        return []
    # What a part of a letter goes on from was answered before.
    likely = context.topics(context.about if context.about and context.about in question else question)
    found = [one for one in likely if one.topic.kind == "section"]
    least = topics.BEYOND_DOUBT if _is_of_a_thing(question) else 0.0 if is_alone else topics.SURELY
    if not found or found[0].likely < least:
        return []
    goods = sum(one.likely for one in likely if one.topic.kind == "product")
    # What is asked of the documents is half as likely about goods as its words are, and "how do I" is about none.
    others = goods if topics.HOW_TO.match(question) else goods / 2
    worth = (OF_FEW_WORDS if len(tokens(question)) < topics.A_TALE else 1.0) / max(1 - others, LEAST_LEFT)
    return [
        {"document": one.topic.key, "section": one.topic.name, "likely": as_asked(worth * one.likely)}
        for one in islice(found, MOST_LIKELY)
    ]


def _is_of_a_thing(question: str) -> bool:
    """Whether few words ask for a thing, or of one that was named before: it is one, or it is not here."""
    is_short = len(tokens(question)) <= topics.A_TALE
    is_goods = bool(lexicon.things(question)) or any(word.isdecimal() for word in tokens(question))
    is_sought = asks.asks_for_any(question) and is_goods
    return is_short and (is_sought or _OF_IT.match(question) is not None)


def as_asked(likely: float) -> float:
    """How likely a topic is, on the scale on which 0.6 mostly answers and 0.85 does so alone, 0 to 1."""
    steps, asked = zip(*_SCALE, strict=True)
    return float(np.interp(likely, list(steps), list(asked)))


def _is_theirs(question: str, context: TurnContext) -> bool:
    """Whether it is all in the customer's own words, or in those for which they write short."""
    own = {*tokens(context.text), *tokens(slips.written_out(context.text))}
    return all(word in own or lexicon.is_stop_word(word) for word in tokens(question))


def is_part(question: str, context: TurnContext) -> bool:
    """Whether it is in the customer's own words, and their message says more than it."""
    own, said = (
        {word for word in tokens(text) if not lexicon.is_stop_word(word)}
        for text in (question, slips.written_out(replace(context, about="").text))
    )
    return own < said


def _told(call: Call) -> ItemsView[str, Any]:
    """The arguments of a call that can be compared."""
    told = {name: value for name, value in call.arguments.items() if isinstance(value, str | int)}
    return (told | {"has_sections": bool(call.arguments.get("sections"))}).items()


def passages(question: str, context: TurnContext) -> list[Snippet]:
    """The passages beside something else, such as an item; none when the library has nothing sure about it."""
    found = retrieve(question, context)
    return _found(found) if found is not None and found.is_enough else []


def near(question: str, context: TurnContext) -> list[Snippet]:
    """For a model, which tells itself whether they answer: the nearest passages, sure or not."""
    found = retrieve(question, context) if context.by == "model" else None
    return _found(found)[:MOST_BESIDE] if found is not None else []


def _found(result: KbRetrieveResult) -> list[Snippet]:
    return [snippet for snippet in usable(result) if not snippet.is_beside]


def usable(found: KbRetrieveResult) -> list[Snippet]:
    """The passages that may be read, best first, within 8,000 characters, then what stands beside them; their numbers
    count from 1.

    Of one that holds instructions only the rest is there: a model cannot follow what it never sees.
    """
    clean = [snippet for snippet in found.snippets if snippet.text]
    best = max((snippet.score for snippet in clean), default=0.0)
    kept: list[Snippet] = []
    length = 0
    for snippet in sorted(clean, key=lambda each: (each.is_beside, -each.score)):
        is_near = snippet.is_beside or snippet.score >= best * NEAR_THE_BEST
        length += len(snippet.text) + len(passage_of(snippet).citation) if is_near else 0
        if kept and length > MOST_CHARACTERS:
            break
        if is_near:
            kept.append(snippet)
    return kept


def passage_of(snippet: Snippet) -> FoundPassage:
    return FoundPassage(
        text=snippet.text, title=snippet.title, section=snippet.section, file_name=snippet.file_name,
        version=snippet.version, page=snippet.page, sheet=snippet.sheet, language=snippet.language, score=snippet.score,
    )  # fmt: skip


def citations(snippets: Sequence[Snippet]) -> tuple[str, ...]:
    """How they are named under an answer, each once."""
    return tuple(dict.fromkeys(passage_of(snippet).citation for snippet in snippets))


def for_the_model(snippets: Sequence[Snippet]) -> list[dict[str, Any]]:
    """Data in the user's message, never in the system's."""
    return [
        {
            "number": number,
            "source": passage_of(snippet).citation,
            "section": snippet.section,
            "language": snippet.language,
            **({} if snippet.is_beside else {"score": round(snippet.score, 2)}),
            "text": snippet.text[:MOST_CHARACTERS],
        }
        for number, snippet in enumerate(snippets, 1)
    ]


def for_the_record(snippets: list[Snippet]) -> list[dict[str, Any]]:
    """What the state and the trace remember of them."""
    kept = ("chunk_id", "document_id", "title", "section", "file_name", "version", "page", "sheet", "score")
    return [{name: getattr(snippet, name) for name in kept} for snippet in snippets]
