"""A message that found nothing as a whole, read part by part: what is asked in it, without what is told around it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from journeys import library
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.support.question.complete import content_words, names_nothing, thing_of
from journeys.understand import asides, evidence, intent_classify, local
from journeys.understand.held import GONE_WRONG
from journeys.understand.parts import NA, counts
from journeys.understand.wanted import wanted
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place

# More parts are a letter, which nobody answers part by part.
MOST_PARTS: Final = 4
# Of these several may be one part; a long list is read by nobody so.
MOST_PIECES: Final = 12
# Fewer words are no part of their own.
FEWEST_WORDS: Final = 2
_PARTS: Final = re.compile(
    r"(?<=[?!.;,\n])\s+|(?<!\s)\n+|(?<!\s)\s+(?:and also|and|but|na pia|pia|alafu|halafu|lakini|then|&)\s+"
    rf"|{NA}\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """What is asked in a part of a message; without a command where the business does not surely have it."""

    text: str
    command: Command | None
    state: ConversationState


def read_again(state: ConversationState, context: TurnContext) -> list[AskedPart]:
    """What is asked in the parts of the message; empty where it has but one part, or is told of trouble."""
    if context.by != "local":
        return []
    parts = list(parts_of(wanted(state, context)))
    is_trouble = any(_is_trouble(part) for part in parts if not _is_asked(part))
    if is_trouble or not 2 <= len(parts) <= MOST_PARTS:
        return []
    notes = dict(context.trace.notes)
    asked = [
        read_part(part, state, context)
        for part in parts
        if _is_asked(part) and not asides.only_tells(part, state, context)
    ]
    context.trace.notes |= notes | {"parts": [each.text for each in asked]}  # the route told there is the whole's
    return asked


def parts_of(text: str) -> Iterator[str]:
    """What a message says one after another; nothing of one in more pieces than anybody answers one by one."""
    pieces = _PARTS.split(text, maxsplit=MOST_PIECES)
    if len(pieces) > MOST_PIECES:
        return
    before = ""
    for part in _joined(pieces):
        if len(tokens(part)) < FEWEST_WORDS or not content_words(part):
            continue
        said = part.strip(" ,;.")
        if before and names_nothing(said):  # "and what does it cost" is asked of what was named before it
            said = f"{thing_of(before)} {said}"
        yield said
        before = said


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, where how many they are, and where, stands with what is asked: "a wedding, 100 people", "I am in
    Mombasa, how long does it take"."""
    where, before = "", ""
    for piece in pieces:
        if _is_asked(piece) or not before:
            if before:
                yield before
            before = f"{where} {piece}".strip()
            where = ""
        elif counts(piece):
            before = f"{before} {piece}"
        else:
            yield before
            before = piece
        if not _is_asked(before) and any(map(is_place, tokens(before))):
            where, before = before, ""
    yield f"{where} {before}".strip()


def _is_asked(part: str) -> bool:
    return asks.asks_openly(part) or asks.asks_price(part) or asks.wants_it(part)


def _is_trouble(part: str) -> bool:
    """What came broken is the matter, though it is only told: "can I get another one" asks for no delivery then."""
    return kinds.is_trouble(part) or bool(GONE_WRONG & set(lexicon.concepts(part)))


def read_part(part: str, state: ConversationState, context: TurnContext) -> AskedPart:
    """A part as the message that it would be by itself, where the business surely has what it asks for."""
    guess = intent_classify.local(part, "unknown")
    judged = state.having(intent=guess.intent, intent_confidence=guess.confidence)
    commands, judged = local.understand(judged, replace(context, about=part))
    command = commands[0] if len(commands) == 1 else None
    is_had = command is not None and _is_had(command, part, judged, context)
    return AskedPart(part, command if is_had else None, judged)


def _is_had(command: Command, part: str, state: ConversationState, context: TurnContext) -> bool:
    if command.name == "ask_library":
        found = library.retrieve(part, context)
        return found is not None and (found.is_enough or kinds.is_about_hours(part))
    is_of_a_thing = command.name == "search" and bool(lexicon.things(part))
    return is_of_a_thing and evidence.gather(part, state, context).is_on_the_shelves
