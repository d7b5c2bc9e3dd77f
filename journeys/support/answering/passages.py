"""Passages as an answer uses them: numbered, bounded, and without the orders that stood in them."""

from typing import Any, Final

from journeys.support.answering.draft import Draft
from knowledge.answer import Passage
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

MOST_CHARACTERS: Final = 8_000
NEAR_THE_BEST: Final = 0.5


def usable(found: KbRetrieveResult) -> list[Snippet]:
    """The passages that may be read, best first, within 8,000 characters; their numbers count from 1.

    Of one that holds instructions only the rest is there: a model cannot follow what it never sees.
    """
    clean = sorted((snippet for snippet in found.snippets if snippet.text), key=lambda each: -each.score)
    kept: list[Snippet] = []
    length = 0
    for snippet in clean:
        length += len(snippet.text) + len(passage_of(snippet).citation)
        is_near = snippet.score >= clean[0].score * NEAR_THE_BEST
        if kept and (length > MOST_CHARACTERS or not is_near):
            break
        kept.append(snippet)
    return kept


def cited(found: KbRetrieveResult, draft: Draft) -> list[Snippet]:
    """The passages that the draft rests on; the best one when it names none."""
    snippets = usable(found)
    named = [snippets[number - 1] for number in dict.fromkeys(draft.sources) if 1 <= number <= len(snippets)]
    return named or snippets[:1]


def passage_of(snippet: Snippet) -> Passage:
    return Passage(
        text=snippet.text, title=snippet.title, section=snippet.section, file_name=snippet.file_name,
        version=snippet.version, page=snippet.page, sheet=snippet.sheet, language=snippet.language, score=snippet.score,
    )  # fmt: skip


def for_the_model(found: KbRetrieveResult) -> list[dict[str, Any]]:
    """Data in the user's message, never in the system's."""
    return [
        {
            "number": number,
            "source": passage_of(snippet).citation,
            "section": snippet.section,
            "language": snippet.language,
            "score": round(snippet.score, 2),
            "text": snippet.text[:MOST_CHARACTERS],
        }
        for number, snippet in enumerate(usable(found), 1)
    ]


def for_the_record(snippets: list[Snippet]) -> list[dict[str, Any]]:
    """What the state and the trace remember of them."""
    kept = ("chunk_id", "document_id", "title", "section", "file_name", "version", "page", "sheet", "score")
    return [{name: getattr(snippet, name) for name in kept} for snippet in snippets]
