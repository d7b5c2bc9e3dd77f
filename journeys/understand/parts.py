"""Several wishes of one message, each with the journey that it is for."""

import re
from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.language import numbers
from journeys.local import asks, circumstances, intent, wants
from journeys.local.clauses import may_only_come
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import plain, tokens
from journeys.state import ConversationState
from journeys.support.question import complete, kinds
from journeys.understand import evidence
from journeys.understand.elsewhere import ends_a_service, has_bought_nothing
from journeys.understand.route import SURE
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place
from knowledge.search.terms.words import has_times
from knowledge.text import fold

# More parts are a letter, which is read as a whole.
MOST_PARTS: Final = 3
# Fewer words are no wish of their own.
SHORTEST_PART: Final = 3
OF_INTENT: Final = {
    "sales_discovery": "sales", "product_question": "sales", "support_question": "support", "order_status": "orders",
    "discounts_offers": "offers", "preferences_consent": "prefs", "payment_help": "orders",
}  # fmt: skip
NA: Final = r"(?<!\bmko)(?<!\biko)(?<!\bziko)(?<!\btuko)(?<!\bmuko)(?<!\bniko)(?<!\buko)(?<!\s)\s+na"
"""The Swahili "and"; who "ana" or "mko na" something has it."""
_PARTS = re.compile(
    r"(?<=[?!.;\n])\s+|\n+"
    rf"|(?:(?<!\s)\s+(?:and also|and|also|but first|but|lakini|na pia|pia|alafu|halafu|then|plus|n|&)|{NA})\s+"
    # "2 adults and 2 kids" are one party.
    r"(?!\d{1,2} (?:kids?|child|children|adults?|infants?|toddlers?|teens?|people|guests|watoto|watu)\b)(?=\w+ \w+ \w+)"
)
_WISH = re.compile(
    r"\A\W*(?:(?:and|also|na|pia|hi|hey|hello|ok|please|so|but|habari|niaje)\W+){0,3}"
    r"(?:do|does|is|are|can|could|may|whats|what's|wat"
    r"|(?:(?:for|in|on|at|by|to|until|till|from|kwa|hadi|mpaka|tell me|let me know)\W+)?"
    r"(?:what|how|when|where|which|who)|tell me if|let me know if|kama (?:kuna|mna|una|ina|naweza)"
    r"|will|would|any|(?:i|we) (?:want|need|would like)|show|give|send|book"
    r"|nataka|tunataka|naomba|nadai|nahitaji|mna\w*|mko|uko|muko|je|kuna|ni|naweza|naeza|mnaweza|mnaeza|unaweza|nipe|[il]inagharimu|bei)\b"
    r"|\b(?:ngapi|gani|lini|wapi|how much|vipi|aje|prices?)\W*\Z",
    re.IGNORECASE,
)
# "PON is blinking. What does this mean?" is one question.
ASKS_OF_IT = re.compile(
    r"^(?:so |and )?(?:what|why|how) (?:does|do|is|should|can|did)\b.{0,16}\b(?:this|that|it|mean|do)\W{0,3}$"
)
_IT = re.compile(r"(?<=\bdoes )it\b|(?<=\bwill )it\b|(?<=\bcan )it\b|(?<=\bis )it\b", re.IGNORECASE)
_MY_HOUR = re.compile(r"\b(?:i|we) (?:go|come|start|leave|be there)\b|\b(?:ni|tu)(?:end|j|anz|fik|ondok)[ae]\w*")
_MUST_BOOK = re.compile(
    r"\b(?:do|must|should|have|need) (?:i|we|you|to)(?: (?:need|have|got))?(?: to)? (?:book|reserve|make a (?:booking"
    r"|reservation))|\bis (?:booking|a reservation) (?:needed|required|necessary)"
    r"|\b(?:lazima|muhimu|haja ya) ku(?:book|weka nafasi|reserve)"
)
_SENTENCES = re.compile(r"(?<=[?!.])\s+|\n+")
# What only tells why it is asked: "late checkout possible? our flight is at 9pm".
TELLS_OF_THEMSELVES = re.compile(
    r"\W{0,3}(?:(?:because|since|coz|cause|as|kwa sababu|juu)\W{1,2})?"
    r"(?:our|my|we are|we re|we have|i am|im|i (?:have|did) ?n[o ]?t|sorry|tuko|niko|sija\w{3,10}|pole|samahani)\b"
)


# "I want to do some shopping", before the list of it.
_ANNOUNCES = re.compile(
    r"\b(?:want|need|like|love|here|wish|came|come|going) to (?:shop|buy|order|purchase|get|do|make|place)\b"
    r"|\b(?:taka|omba|hitaji|penda|kuja|jia) (?:ku)?(?:nunua|agiza|order|shop|buy|fanya|pata|chukua)\b"
    r"|\b(?:my|the|a|an|our) (?:shopping|order|list)\b|\bi(?: a|')?m (?:shopping|buying|ordering)\b",
    re.IGNORECASE,
)


def separate_wishes(text: str, state: ConversationState, context: TurnContext) -> list[tuple[str, str]]:
    """The parts of a message that each plainly want something of another journey; none when it is about one thing."""
    parts, joints = _parted(text)
    if len(parts) < 2:
        # A comma parts wishes only where each side has the form of one: "red, size 42" is one wish.
        parts = [part.strip() for part in text.split(",")]
        joints = [", "] * len(parts)
        parts = parts if all(len(tokens(part)) >= SHORTEST_PART and _WISH.search(part) for part in parts) else []
    if not 2 <= len(parts) <= MOST_PARTS:
        return []
    wishes = [(joint, part) for joint, part in zip(joints, parts, strict=True) if not _says_nothing(part, state)]
    if len(wishes) > 1:
        joints, parts = [joint for joint, _ in wishes], [part for _, part in wishes]
    joints, parts = _with_what_wishes_nothing(joints, parts, state)
    found: list[tuple[str, str]] = []
    for joint, part in zip(joints, _spoken_out(parts), strict=True):
        journey = _journey_of(part, state, context)
        if journey is None:
            return []
        is_of_the_same = (
            found and found[-1][1] == journey and not _asks_two_things(found[-1][0], part, journey, context)
        )
        # "Do you bring things to Nakuru, and how long does it take": that is of no other thing.
        must_book = _MUST_BOOK.search(fold(part)) and not lexicon.things(part)
        is_of_before = bool(found) and (ASKS_OF_IT.search(fold(part)) or complete.names_nothing(part) or must_book)
        if is_of_the_same or is_of_before:
            found[-1] = (f"{found[-1][0]}{joint}{part}", found[-1][1])
        else:
            found.append((part, journey))
    return found if len(found) > 1 else []


def _with_what_wishes_nothing(
    joints: list[str], parts: list[str], state: ConversationState
) -> tuple[list[str], list[str]]:
    """A part without a wish belongs to the wish before it: "a place to rest and shower before our flight"."""
    kept: list[tuple[str, str]] = []
    for joint, part in zip(joints, parts, strict=True):
        if kept and not wishes(part, state):
            kept[-1] = (kept[-1][0], f"{kept[-1][1]}{joint}{part}")
        else:
            kept.append((joint, part))
    return [joint for joint, _ in kept], [part for _, part in kept]


def wishes(part: str, state: ConversationState) -> bool:
    """Whether a part wants something by itself: it asks, orders, complains, or is surely of one intent."""
    guess = intent.classify(part, last_journey=state.understood.journey)
    is_wish = _WISH.search(part) or (guess.label in OF_INTENT and guess.confidence >= SURE)
    return bool(is_wish) or may_only_come(fold(part)) or kinds.is_trouble(part)


def _parted(text: str) -> tuple[list[str], list[str]]:
    """The parts, and what stood before each: those of one journey are read together as they were written."""
    first, *rest = re.split(f"({_PARTS.pattern})", text)
    parted = [("", first), *zip(rest[::2], rest[1::2], strict=True)]
    kept = [(joint, part.strip()) for joint, part in parted if len(tokens(part)) >= SHORTEST_PART]
    return [part for _, part in kept], [joint for joint, _ in kept]


def _spoken_out(parts: list[str]) -> list[str]:
    """The parts, with the thing for which a later one says "it" or nothing: "is there a pool and what does it cost"."""
    first, *others = parts
    thing = next((term for term in lexicon.terms(first) if lexicon.things(term)), "")
    return [first, *(_spoken_of(thing, part, first) if thing else part for part in others)]


def _spoken_of(thing: str, part: str, first: str) -> str:
    is_priced = asks.asks_price(part) and asks_to_have_brought(part)
    is_to_be_brought = is_priced and not lexicon.things(part)  # "and what is it to Kiambu", of a bed
    is_of_its_warranty = "warranty" in lexicon.concepts(part) and not lexicon.things(part)  # of the set asked for
    is_of_ours = kinds.is_about_hours(part) and not _MY_HOUR.search(fold(part))  # when they open, and not when I go
    if (complete.names_nothing(part) and not is_of_ours) or is_to_be_brought:
        return f"{complete.thing_of(first)} {part}"
    if is_of_its_warranty:
        return f"{part.rstrip(' ?')} of {thing}"
    return _IT.sub(f"the {thing}", part)


def asked_alone(text: str) -> str:
    """The question, without the sentence beside it that only tells why it is asked; else the whole text."""
    said = [part for part in _SENTENCES.split(text) if part.strip()]
    halves = text.split(",")
    if len(said) == 1 and len(halves) == 2 and any(has_times(half) and _only_tells(half) for half in halves):
        said = halves  # "my flight leaves at 10pm, can we check out late"; what else they tell of themselves may matter
    kept = [part for part in said if not _only_tells(part)]
    if len(said) != 2 or len(kept) != 1:
        return text
    is_asked = kept[0].rstrip().endswith("?") or (asks.shops(kept[0]) and bool(lexicon.things(kept[0])))
    return kept[0] if is_asked or any(_announces(part) for part in said) else text


def _announces(part: str) -> bool:
    """Whether a sentence only tells that they want to buy, and nothing of what: that stands in the other one."""
    if not _ANNOUNCES.search(part) or lexicon.things(part) or asks.asks_openly(part):
        return False
    return not any(word.isdecimal() for word in tokens(part))


def _only_tells(part: str) -> bool:
    """Whether a sentence speaks of themselves alone: of no thing, no number of guests and no trouble."""
    if _announces(part):
        return True
    if not TELLS_OF_THEMSELVES.match(fold(part)) or kinds.is_trouble(part) or asks.shops(part) or lexicon.things(part):
        return False
    is_bare = not any(map(is_place, tokens(part)))  # where they are is part of what they ask
    return is_bare and not _WISH.search(part) and circumstances.parse(plain(part)).guests is None


def _asks_two_things(first: str, second: str, journey: str, context: TurnContext) -> bool:
    """Hours are one thing to ask about, all else is another: "duka liko wapi na mnafunga saa ngapi"; and so are two
    questions that different sections answer."""
    if journey != "support":
        return False
    return kinds.is_about_hours(first) != kinds.is_about_hours(second) or _are_told_apart(first, second, context)


def _are_told_apart(first: str, second: str, context: TurnContext) -> bool:
    if not (asks.asks_openly(first) and asks.asks_openly(second)) or kinds.is_trouble(first):
        return False
    found = [library.retrieve(part, context) for part in (first, second)]
    if not all(each is not None and each.is_enough and each.snippets for each in found):
        return False
    sections = [(each.snippets[0].document_id, each.snippets[0].section) for each in found if each is not None]
    return sections[0] != sections[1]


def counts(part: str) -> bool:
    """Whether it says a number: how many they are, how much they have."""
    return any(word.isdecimal() or word in numbers.words() for word in tokens(part))


def tells_only_how_many(text: str) -> bool:
    """ "2 adults and 2 kids aged 6 and 9" names nothing but who comes."""
    told = circumstances.parse(plain(text))
    return told.guests is not None and not (wants.parse(text).terms or asks.asks_openly(told.rest))


def _says_nothing(part: str, state: ConversationState) -> bool:
    """Whether a part neither wishes nor names nor complains of anything: "I work at night"."""
    guess = intent.classify(part, last_journey=state.understood.journey)
    is_sure = guess.label in OF_INTENT and guess.confidence >= SURE
    says_something = _WISH.search(part) or lexicon.things(part) or kinds.is_trouble(part) or is_sure
    return not (says_something or counts(part) or any(map(is_place, tokens(part))))


def _journey_of(part: str, state: ConversationState, context: TurnContext) -> str | None:
    """Whose a part of a message is: by its words where they are sure, else by what is held about it, if it asks."""
    guess = intent.classify(part, last_journey=state.understood.journey)
    journey = OF_INTENT.get(guess.label)
    if journey == "orders" and ends_a_service(part, state):
        return "support"
    if (journey in ("orders", None) and may_only_come(fold(part))) or _MUST_BOOK.search(fold(part)):
        return "support"
    is_of_an_order = guess.label == "order_status" and guess.confidence >= SURE
    is_of_no_order = journey == "orders" and has_bought_nothing(state) and asks.asks_openly(part) and not is_of_an_order
    is_of_warranty = "warranty" in lexicon.concepts(part) and not asks.asks_price(part)
    if asks_to_have_brought(part) or kinds.is_about_hours(part) or is_of_warranty:
        return "support"
    if journey is not None and guess.confidence >= SURE and not is_of_no_order:
        return journey
    if not _WISH.search(part):
        return None
    if kinds.asks_of_rules(part):
        return "support"
    judged = state.having(intent=guess.label, intent_confidence=guess.confidence)
    held = evidence.gather(part, judged, context)
    if asks.asks_price(part) and (held.journey is None or (held.is_on_the_shelves and lexicon.things(part))):
        return "sales"
    return held.journey or (journey if is_of_no_order else None)
