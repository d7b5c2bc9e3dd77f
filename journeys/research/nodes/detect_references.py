"""The references that patterns do not see, found by a model in what was taken, and put beside those of the library.

A reference is believed only where its words stand in the passage; where it leads is looked up, never told by a model.
Without a model the stored graph alone counts, as it does where the business has chosen `regex`.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research.node import ResearchNode
from knowledge.references import Reference, detect
from knowledge.references.labels import of_heading
from tools.research.facts import ReadPassage

# One passage hardly refers to more.
MOST: Final = 12
PROMPT: Final = """\
Find every reference in `texts`, which are parts of a business's documents: each place that names another section,
document or publication.
items  one for each reference, at most twelve. number: of its text. original_text: the words of the reference exactly as
       they stand, no more. target: what is referred to, by its number or name alone. document: the work it is in, if
       the text names one, else empty. type: legal_section (§, article of a law), section (section, clause, chapter,
       annex of a document), document (a file or address of one), document_mention (a document by its name),
       academic_numbered, academic_shortform, external (web addresses, works of others)
A text's own heading refers to nothing, nor does the name of the document it is in.
"notice is given as § 42-1003 asks"            legal_section, original_text "§ 42-1003", target "42-1003"
"the fee stands in the second annex"           section, original_text "the second annex", target "annex 2"
"as in the clause on deposits"                 section, original_text "the clause on deposits", target "deposits"
"laut Hausordnung, Abschnitt 4"                section, original_text "Abschnitt 4", target "4", document "Hausordnung"
"kama ilivyo kwenye mwongozo wa vifaa"         document_mention, original_text "mwongozo wa vifaa", target the same
"rates were measured before [3] (Otieno 2019)" academic_numbered "[3]", target "3"; academic_shortform "Otieno 2019"
"see https://example.org/rates"                external, original_text and target the address"""
Kind = Literal[
    "legal_section", "section", "document", "document_mention", "academic_numbered", "academic_shortform", "external"
]


class ExtractedReference(BaseModel):
    """One reference."""

    model_config = ConfigDict(extra="forbid")

    number: int
    type: Kind
    target: str
    original_text: str
    document: str


class ExtractedReferences(BaseModel):
    """The references of some texts."""

    model_config = ConfigDict(extra="forbid")

    items: list[ExtractedReference] = Field(max_length=MOST)


NODE: Final = ResearchNode(name="detect_references", prompt=PROMPT, schema=ExtractedReferences)
FoundReference = tuple[ReadPassage, Reference]


def found_by_model(taken: Sequence[tuple[ReadPassage, str]], mind: Mind) -> list[FoundReference] | None:
    """References in what was taken from these passages; None without a model."""
    texts = [
        {"number": number, "document": passage.title, "section": passage.section, "text": text}
        for number, (passage, text) in enumerate(taken, 1)
    ]
    facts: dict[str, Any] = {"texts": texts}
    answer = NODE.asked(mind, facts) if taken else None
    if answer is None:
        return None
    made = [
        (taken[each.number - 1][0], _held(each, taken[each.number - 1][0].text))
        for each in answer.items
        if 1 <= each.number <= len(taken)
    ]
    return [(passage, reference) for passage, reference in made if reference is not None]


def _held(given: ExtractedReference, text: str) -> Reference | None:
    """At its place in the passage; by its number or heading where it is a section's."""
    said = given.original_text.strip()
    start = text.find(said) if said else -1
    if start < 0 or not given.target.strip():
        return None
    usual = next((one for one in detect(said) if one.kind in ("legal_section", "section")), None)
    target = " ".join(given.target.split())[:300]
    if given.type in ("legal_section", "section"):
        target = usual.target if usual else next(of_heading(target), target)
    return Reference(
        kind=given.type, target=target, original_text=said, start=start, end=start + len(said), method="model",
        document_context=given.document.strip()[:200] or None,
    )  # fmt: skip
