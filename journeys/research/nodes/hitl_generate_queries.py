"""Three queries for a round: the question and two others, aimed at what is missing once something is known.

Without a model: the question, its words and those that documents use for them, and its longest part; later the words
of the gaps and the last answer.
"""

import re
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research.measures import aspects_of
from journeys.research.node import ResearchNode
from journeys.research.thesaurus import in_their_words

# As was specified: three queries a round.
MOST: Final = 3
PROMPT: Final = """\
Write search queries for the business's own documents, so that passages are found which answer `question`.
queries  three: the question itself, and two in the words that such documents would use. Where `gaps` and `answers` are
         given, aim the two at what the gaps lack, with what the person has answered. In the question's language and,
         where it is not English, one of them in English."""
_PARTS: Final = re.compile(r"[?.!;,\n]+|\s(?:and|but|na|lakini|und|aber|halafu|alafu)\s", re.IGNORECASE)


class GeneratedQueries(BaseModel):
    """What to search for."""

    model_config = ConfigDict(extra="forbid")

    queries: list[str] = Field(min_length=1, max_length=MOST)


NODE: Final = ResearchNode(name="hitl_generate_queries", prompt=PROMPT, schema=GeneratedQueries)


def queries_for(question: str, answers: Sequence[str], gaps: Sequence[str], mind: Mind) -> list[str]:
    """The question first, each once."""
    facts = {"question": question, "answers": list(answers), "gaps": list(gaps)}
    answer = NODE.asked(mind, facts)
    others = answer.queries if answer else local(question, answers, gaps)
    return list(dict.fromkeys(query.strip()[:500] for query in (question, *others) if query.strip()))[:MOST]


def local(question: str, answers: Sequence[str], gaps: Sequence[str]) -> list[str]:
    bare = " ".join(aspect.label for aspect in aspects_of(question))
    if answers:
        return [f"{bare} {answers[-1]}", " ".join(gaps) or answers[-1]]
    parts = [part.strip() for part in _PARTS.split(question) if len(part.split()) > 1]
    theirs = in_their_words(question)
    return [f"{bare} {theirs}", max(parts, key=len) if len(parts) > 1 else theirs]
