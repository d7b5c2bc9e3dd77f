"""What the tenant has taught: the sentence nearest to a message, and its command with the message's own values.

A sentence in the same words means its command as it was taught. So does one in near words, unless it names another
thing or number. That takes the place of the taught one where the command has it ("leta kettle haraka" after "leta
blender haraka"); where it has no place, the command's journey reads the message itself, and only the kind of command
is taken from what was taught.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from rapidfuzz import fuzz

from journeys import registry
from journeys.command import Command
from journeys.context import TurnContext
from journeys.language import numbers
from journeys.local.language import is_swahili_verb
from journeys.local.likeness import likeness, shared
from journeys.local.wordlists import common_words
from journeys.registry import Registry
from journeys.state import ConversationState
from knowledge import lexicon
from tools.exemplars.selectors import Taught

NEAR: Final = 0.68
"""Chosen on half of the sentences of tests/journeys/understand/taught.toml; the other half tells how well it does."""
SURE: Final = 0.76
"""For a command that changes something."""
# Less near sentences teach a model nothing about this one.
WORTH_SHOWING: Final = 0.40
# What a prompt has room for.
MOST_SHOWN: Final = 5
# Those that share most words; a business may teach thousands.
MOST_COMPARED: Final = 20
# Likeness out of 100: one slip, or another form of the word.
SAME_WORD: Final = 75.0


class Near(NamedTuple):
    """A taught sentence, how near a message is to it, and its arguments with the message's own values.

    They are None when the message names something that has no place in them.
    """

    taught: Taught
    likeness: float
    arguments: dict[str, Any] | None


class Swap(NamedTuple):
    """Words of a taught sentence, and those that stand in their place in a message."""

    old: list[str]
    new: list[str]


def is_teachable(kind: type[Command]) -> bool:
    """Whether a sentence may be taught to mean it: what a model may give with no question before it, save consent."""
    return kind.for_model and kind.stands_alone and not kind.is_consent


def command_of(state: ConversationState, context: TurnContext) -> Command | None:
    """The command that the message has been taught to mean; None when no taught sentence is near enough."""
    known = registry.of(context)
    for near in nearest(context.text, context.taught(), least=NEAR):
        if command := _command(near, state, context, known):
            context.trace.notes["taught"] = {"sentence": near.taught.sentence, "likeness": round(near.likeness, 2)}
            return command
    return None


def examples(context: TurnContext) -> list[dict[str, Any]]:
    """The nearest sentences as a model sees them: data, of commands that are on."""
    known = registry.of(context)
    near = [each.taught for each in nearest(context.text, context.taught(), least=WORTH_SHOWING)]
    return [
        {"sentence": taught.sentence, "command": taught.command, **taught.arguments}
        for taught in near
        if (kind := known.commands.get(taught.command)) and is_teachable(kind)
    ][:MOST_SHOWN]


def nearest(text: str, taught: Sequence[Taught], *, least: float) -> list[Near]:
    """The sentences near a message, the nearest first; only those that share most words are looked at closely."""
    by_words = sorted(((shared(text, each.sentence), at) for at, each in enumerate(taught)), reverse=True)
    found = (_compared(text, taught[at]) for overlap, at in by_words[:MOST_COMPARED] if overlap)
    return sorted((near for near in found if near.likeness >= least), key=lambda near: -near.likeness)


def _command(near: Near, state: ConversationState, context: TurnContext, known: Registry) -> Command | None:
    kind = known.commands.get(near.taught.command)
    if kind is None or not is_teachable(kind) or near.likeness < (NEAR if kind.is_read else SURE):
        return None
    if near.arguments is not None:
        try:
            return kind.model_validate(near.arguments)
        except ValidationError:  # "card" is a way to pay, and what was said instead of it is none
            pass
    found = known.owners[kind.name].read(context.text, state, context)
    return next((command for command in found if isinstance(command, kind)), None)


def _compared(text: str, taught: Taught) -> Near:
    """How near they are when the values that have a place count as the same."""
    model, said = lexicon.terms(taught.sentence), lexicon.terms(text)
    spoken = set(_words_in(taught.arguments)) & {_meaning(term) for term in model if not lexicon.is_stop_word(term)}
    unsaid = spoken - set(_meanings(said))
    swaps = _swaps(model, said, unsaid)
    arguments = _with(swaps, dict(taught.arguments))
    placed = {term for swap in swaps for term in swap.new}
    has_others = any(_is_value(term, model, in_words=bool(spoken)) and term not in placed for term in said)
    if has_others or unsaid - {_meaning(term) for swap in swaps for term in swap.old}:
        return Near(taught, likeness(text, taught.sentence), None)
    rest = [term for term in model if _meaning(term) not in unsaid and not lexicon.is_stop_word(term)]
    return Near(taught, likeness(text, _text(swaps, taught.sentence) if rest else taught.sentence), arguments)


def _swaps(model: Sequence[str], said: Sequence[str], unsaid: set[str]) -> list[Swap]:
    """What is said in the place of the values that were taught: a thing for a thing, a number for a number."""
    matched = SequenceMatcher(None, _meanings(model), _meanings(said), autojunk=False)
    places = [place[1:] for place in matched.get_opcodes() if place[0] == "replace"]
    found = [Swap(_content(model[old:old_end]), _content(said[new:new_end])) for old, old_end, new, new_end in places]
    return [swap for swap in found if unsaid & set(_meanings(swap.old)) and _is_like(swap)]


def _content(terms: Sequence[str]) -> list[str]:
    return [term for term in terms if not lexicon.is_stop_word(term)]


def _is_like(swap: Swap) -> bool:
    """Whether the new words name what the old ones do: a thing, whatever is said of it, or else the same kinds."""
    old, new = _kinds(swap.old), _kinds(swap.new)
    return old == new or "thing" in old & new


def _kinds(terms: Sequence[str]) -> set[str | None]:
    kinds = {"number" if _is_number(term) else lexicon.kind(_meaning(term)) for term in terms}
    return {"thing" if kind in lexicon.THINGS else kind for kind in kinds}


def _is_value(term: str, others: Sequence[str], *, in_words: bool) -> bool:
    """Whether a term that is not among the others names a thing or a number.

    `in_words`: the command's arguments are words of the sentence, so that a word nobody knows may be one as well.
    """
    if lexicon.is_stop_word(term) or _meaning(term) in _meanings(others):
        return False
    if _is_number(term):
        return True
    if kind := lexicon.kind(_meaning(term)):
        return kind != "trade"
    is_everyday = not in_words or term in common_words() or is_swahili_verb(term)
    return not is_everyday and not any(fuzz.ratio(term, other) >= SAME_WORD for other in others)


def _is_number(term: str) -> bool:
    return term in numbers.words() or any(letter.isdigit() for letter in term)


def _meaning(term: str) -> str:
    return lexicon.concept(term) or lexicon.stem(term)


def _meanings(terms: Sequence[str]) -> list[str]:
    return [_meaning(term) for term in terms]


def _with(swaps: Sequence[Swap], value: Any) -> Any:
    """Arguments with the new words in the place of the old."""
    match value:
        case dict():
            return {name: _with(swaps, inner) for name, inner in value.items()}
        case list():
            return [_with(swaps, inner) for inner in value]
        case str():
            return _text(swaps, value)
        case int() if not isinstance(value, bool):
            return next((swap.new[0] for swap in swaps if swap.old == [str(value)]), value)
    return value


def _text(swaps: Sequence[Swap], text: str) -> str:
    """A text with the new words in the place of the old; as it was written where none of them stands in it."""
    terms = lexicon.terms(text)
    for swap in swaps:
        places = [at for at, term in enumerate(terms) if _meaning(term) in _meanings(swap.old)]
        if places:
            before, after = terms[: places[0]], terms[places[0] :]
            terms = [*before, *swap.new, *(term for term in after if _meaning(term) not in _meanings(swap.old))]
            text = " ".join(terms)
    return text


def _words_in(arguments: Any) -> Iterator[str]:
    """The meanings of all words and numbers of the arguments."""
    match arguments:
        case dict():
            for inner in arguments.values():
                yield from _words_in(inner)
        case list():
            for inner in arguments:
                yield from _words_in(inner)
        case str() | int() if not isinstance(arguments, bool):
            yield from _meanings(lexicon.terms(str(arguments)))
