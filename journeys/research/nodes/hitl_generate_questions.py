"""Two or three questions aimed at the gaps. Without a model each gap has its fixed question in the run's language."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research.node import NAMES, ResearchNode
from journeys.research.words import write

# As was specified: two or three questions.
MOST: Final = 3
# A question that is read on a phone.
LONGEST: Final = 200
PROMPT: Final = """\
Ask the person back, so that the gaps close. In `language`, plain and polite, each at most 25 words.
questions  two or three, each about one of `gaps`, the most telling first; only what the person can know of their own
           case. Nothing that `dialogue` has asked or answered. State nothing about the business yourself."""


class GeneratedQuestions(BaseModel):
    """What is asked back."""

    model_config = ConfigDict(extra="forbid")

    questions: list[str] = Field(min_length=1, max_length=MOST)


NODE: Final = ResearchNode(name="hitl_generate_questions", prompt=PROMPT, schema=GeneratedQuestions)


def questions_for(
    question: str, gaps: Sequence[dict[str, Any]], dialogue: Sequence[Any], language: str, mind: Mind
) -> list[str]:
    facts = {
        "question": question, "gaps": list(gaps), "dialogue": list(dialogue), "language": NAMES.get(language, language),
    }  # fmt: skip
    answer = NODE.asked(mind, facts, _objection)
    return [" ".join(each.split()) for each in answer.questions] if answer else local(gaps, language)


def local(gaps: Sequence[dict[str, Any]], language: str) -> list[str]:
    asked = [write(f"ask_{gap['kind']}", language, about=gap["about"]) for gap in gaps[:MOST]]
    return asked if len(asked) > 1 else [*asked, write("ask_open", language)]


def _objection(answer: GeneratedQuestions) -> str | None:
    too_long = [each for each in answer.questions if len(each) > LONGEST or not each.strip().endswith("?")]
    return f"Not a short question: {too_long[0][:80]}" if too_long else None
