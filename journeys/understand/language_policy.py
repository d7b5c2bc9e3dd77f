"""Decides which language is answered in. Without the model, the words of the message tell its language."""

import re
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from journeys.language.registry import MIXED, NEAR_MIXED, codes, languages
from journeys.local import language
from journeys.state import ConversationState, Lang

_TITLE: Final = re.compile(r"(?<=[a-z0-9,] )[A-Z][\w'\u2019-]{1,30}(?: [A-Z][\w'\u2019-]{1,30}){1,6}")
_SMALL: Final = re.compile(r"\b[a-z]{2,}\b")
FEWEST_SMALL: Final = 2  # words around it, which tell by themselves
# As was specified.
SWITCHES_AT: Final = 0.75
if TYPE_CHECKING:
    SpokenLanguage = str
else:
    SpokenLanguage = Literal[(*codes(), MIXED, "other")]
ANSWERED_IN: Final[dict[SpokenLanguage, tuple[Lang, ...]]] = {
    **{one.code: (one.code, *one.near) for one in languages().values()}, MIXED: NEAR_MIXED, "other": (),
}  # fmt: skip

_EACH = "\n".join(f"{one.code:<7}{one.described}" for one in languages().values())
PROMPT: Final = f"""\
Say in which language `text` is written.

{_EACH}
mixed  whole phrases of English and of Swahili side by side: "I want viatu vya kukimbia but not too expensive"
other  any other language, such as French, Somali or Arabic

confidence: 0.9 and more when several words make it plain. Below 0.75 when the message is a name, a number,
one word that is used in both languages ("sawa", "phone"), or when you cannot tell."""


class LanguageHeard(BaseModel):
    """The language of the message."""

    model_config = ConfigDict(extra="forbid")

    language: SpokenLanguage
    confidence: float = Field(ge=0, le=1)


def local(text: str) -> LanguageHeard:
    """By its words, without a name of several capitals inside it: who wants "2 Mtaa Classic Canvas Sneaker" writes in
    the language around it."""
    around = _TITLE.sub(" ", text)
    found = language.detect(around if len(_SMALL.findall(around)) >= FEWEST_SMALL else text)
    return LanguageHeard.model_validate({"language": found.label, "confidence": found.confidence})


def chosen(state: ConversationState, heard: LanguageHeard) -> dict[str, Any]:
    """What they have asked for, whatever they write in; else a switch when the message is clear and allowed."""
    wished = state.customer.customer_language_pref
    if wished and (spoken := _allowed(wished, state)):
        return {"language_confidence": heard.confidence, "is_other_language": False, "response_language": spoken}
    answered_in = _allowed(heard.language, state)
    if heard.confidence >= SWITCHES_AT and answered_in:
        changes = {"response_language": answered_in, "established_language": answered_in}
    else:
        changes = {"response_language": known_language(state)}
    is_other = heard.language == "other" and heard.confidence >= SWITCHES_AT
    return {"language_confidence": heard.confidence, "is_other_language": is_other} | changes


def known_language(state: ConversationState) -> Lang:
    """What they asked for, else what was clear earlier, else the tenant's own language."""
    known = (state.customer.customer_language_pref, state.understood.established_language)
    return next((found for lang in known if lang and (found := _allowed(lang, state))), state.tenant.default_language)


def _allowed(lang: SpokenLanguage, state: ConversationState) -> Lang | None:
    """The language to answer in; nobody is answered in a mix, or in a language that is not spoken here."""
    return next((each for each in ANSWERED_IN[lang] if each in state.tenant.allowed_languages), None)
