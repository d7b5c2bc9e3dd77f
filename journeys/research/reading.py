"""Reads without a model what is wanted with research, in English, Swahili, Sheng and German."""

import re
import tomllib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Settled
from journeys.local import intent, replies
from journeys.research import serving
from journeys.research import state as research
from journeys.research.commands import (
    AnswerClarification,
    AskFindings,
    CancelResearch,
    EditPlan,
    ResearchStatus,
    StartResearch,
)
from journeys.research.nodes.hitl_process_response import says_to_begin
from journeys.state import ConversationState, Question, Tell
from knowledge.text import fold

# A report is asked about on the day after; later it is another matter.
RECENT: Final = timedelta(hours=24)
# The local mind's word for an intent that is beyond doubt.
SURE: Final = 0.85
# "Yes, go ahead": a longer answer changes the plan.
MOST_WORDS_OF_A_YES: Final = 3
ELSEWHERE: Final = frozenset(
    {"human_request", "order_status", "payment_help", "preferences_consent", "discounts_offers"}
)
_NUMBERS: Final = re.compile(r"\d{1,2}")
_ADDS: Final = re.compile(
    r"\b(?:also (?:check|look at|look up)|please add|add(?: a task)?|ongeza(?: kazi)?|pia angalia|füge hinzu|ergänze)\b"
    r"\s{0,3}:?\s{0,3}(?P<task>[^;\n]{3,200})",
    re.IGNORECASE,
)
_LIST: Final = r"(?:(?:no|nr|number|task|kazi|namba)?\.?\s?#?\d{1,2}(?:\s?(?:,|and|&|na|und)\s?){0,2}){1,15}"
_ORDER: Final = re.compile(r"\W{0,9}\d{1,2}(?:\s?[,>-]\s?\d{1,2}){1,14}\W{0,9}")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lists: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    return {
        name: re.compile("|".join(f"(?:{line})" for line in lines).replace("<list>", _LIST))
        for name, lines in lists.items()
    }


def _says(name: str, said: str) -> bool:
    return _patterns()[name].search(said) is not None


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Words that are surely about research."""
    said = fold(text)
    if _is_command(said) or (_says("cancel", said) and _stage(state) not in ("", "done")):
        return (CancelResearch(),)
    if begun := _patterns()["start"].match(said):
        return (StartResearch(question=_after(text, said, begun)),)
    if _says("status", said) and _stage(state):
        return (ResearchStatus(),)
    if _stage(state) == "asked" and says_to_begin(text):
        return (AnswerClarification(text="", is_over=True),)
    if _stage(state) == "planned" and (edited := edit_in(text)):
        return (edited,)
    if _goes_on_with_findings(text, said, state, context):
        return (AskFindings(question=text[:1000]),)
    return ()


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return claims(text, state, context) or (StartResearch(question=text[:1000]),)


def continues(text: str, state: ConversationState) -> Settled:
    """/cancel ends it at any time."""
    return CancelResearch() if _is_command(fold(text)) and _stage(state) not in ("", "done") else None


def answers(question: Question, text: str, state: ConversationState) -> Settled:
    """An answer to what research has asked; None where the words are about something else."""
    if not isinstance(question, Tell):
        return None
    said = fold(text)
    if _says("cancel", said) or _is_command(said):
        return CancelResearch()
    if _says("status", said):
        return ResearchStatus()
    if question.what == "plan":
        return edit_in(text)
    if says_to_begin(text):
        return AnswerClarification(text="", is_over=True)
    return None if _is_about_something_else(text) else AnswerClarification(text=text[:1000])


def edit_in(text: str) -> EditPlan | None:
    """What a message changes of a plan, and whether it agrees to it; None where it says nothing of one."""
    added = tuple(" ".join(found["task"].split()).strip(" .") for found in _ADDS.finditer(text))
    rest = fold(_ADDS.sub(" ", text))
    struck = _numbered("strike", rest)
    first = _numbered("first", rest) or (_all_numbers(rest) if _ORDER.fullmatch(rest) else ())
    bare = re.sub(r"[^\w/ ]", " ", _patterns()["first"].sub(" ", _patterns()["strike"].sub(" ", rest))).strip()
    bare = re.sub(r"^(?:(?:and|then|na|basi|und|just|please|well)\s{1,3}){1,4}", "", " ".join(bare.split()))
    approves = _says("approve", bare) or says_to_begin(bare) or _is_yes(bare)
    if not (added or struck or first or approves):
        return None
    return EditPlan(strike=struck, add=added, first=first, approve=approves)


def _is_yes(said: str) -> bool:
    """A yes and hardly more: "yes, the router is here" tells something else."""
    return len(said.split()) <= MOST_WORDS_OF_A_YES and replies.yes_or_no(said) is True


def _numbered(name: str, said: str) -> tuple[int, ...]:
    return tuple(
        dict.fromkeys(number for found in _patterns()[name].finditer(said) for number in _all_numbers(found[0]))
    )


def _all_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in _NUMBERS.findall(text))[:15]


def _stage(state: ConversationState) -> str:
    return research.of(state).stage


def _is_command(said: str) -> bool:
    return said.strip(" .!") == "/cancel"


def _after(text: str, said: str, begun: re.Match[str]) -> str:
    """The question in the words it was written in, as far as folding has not changed their number."""
    skipped = len(said[: begun.end()].split())
    return " ".join(text.split()[skipped:]).strip(" :")[:1000]


def _goes_on_with_findings(text: str, said: str, state: ConversationState, context: TurnContext) -> bool:
    """What the report is asked for by name; and a question that its findings answer."""
    memory = research.of(state)
    if memory.stage != "done" or memory.told_at is None or context.tools.now - memory.told_at > RECENT:
        return False
    if _says("findings", said):
        return True
    return text.rstrip().endswith("?") and serving.found_before(text, context) is not None


def _is_about_something_else(text: str) -> bool:
    guess = intent.classify(text, last_journey="research")
    return text.rstrip().endswith("?") or (guess.label in ELSEWHERE and guess.confidence >= SURE)
