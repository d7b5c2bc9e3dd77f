"""A short message of several things to be done: "nice, use it. Mpesa on this number, deliver to Mwiki road".

Each clause orders, changes, pays, tells where it goes or for whom, gives a code, or asks; they are served one after the
other, as the sentences of a letter are."""

import re
from collections.abc import Iterator
from typing import Final

from journeys.context import TurnContext
from journeys.local import asks, circumstances
from journeys.local.purchase import cart, choice, delivery, payment, places
from journeys.local.purchase.codes import is_about_a_code
from journeys.local.wordlists import plain, tokens, word_set
from journeys.state import Confirm, ConversationState, Tell
from journeys.understand.wanted import wanted
from knowledge import lexicon

MOST_CLAUSES: Final = 5
"""As many as a message may have commands."""
MOST_AROUND: Final = 3
"""Words beside a way to pay; in a longer clause it is only named."""
# One word is the form of a thing, and no deed: "blue".
FEWEST_WORDS: Final = 2
_SENTENCES: Final = re.compile(r"(?<=[?!])\s+|(?<=\w\w\.)\s+|\n+|;\s*")
_CLAUSES: Final = re.compile(
    r",\s{0,4}(?:and |then |na |pia |alafu |halafu )?|\s(?:alafu|halafu|then)\s{1,4}"
    r"|\s(?:and|na)\s{1,4}(?=(?:pay|send|deliver|bring|use|apply|ship|nalipa|nitalipa|tuma|nitumie|tumia|weka|pelek\w{1,8}"
    r"|(?:i|we)(?: will|'ll)? pay)\b)",
    re.IGNORECASE,
)
_SAYS_TO_PAY: Final = re.compile(
    r"\b(?:pay|paying|prompt|ombi|u?tume|nitumie|lipa|(?:ni|tu)?(?:na|ta)lipa|kulipa|malipo|charge)\b", re.IGNORECASE
)
_DOES: Final = re.compile(
    r"\W{0,3}(?:(?:ok|okay|sawa|poa|good|nice|great|please|pls|basi|na|and|then)\W{1,3}){0,3}"
    r"(?:(?:book|reserve|order|buy|take) (?:it|this|that|them|me|one|two|an?|the|\d)"
    r"|(?:i'll|i will|let me) (?:take|have)|use it|apply it|i?tumie|tumia hiyo"
    r"|nunua|ninunulie|nitachukua|nichukulie|nipe|nipatie|niwekee|nibookie|w?acha|leave (?:out )?the)\b",
    re.IGNORECASE,
)
_FILLERS: Final = frozenset({
    "ok", "okay", "sawa", "poa", "nice", "good", "great", "fine", "cool", "perfect", "thanks", "thank", "you", "asante",
    "please", "pls", "tafadhali", "fiti", "basi", "yes", "ndio", "ndiyo", "eeh", "hmm", "oh", "haya", "vizuri", "zii",
    "alright",
})  # fmt: skip
_IS_DEAR: Final = re.compile(
    r"\W{0,3}(?:(?:zii|no|hapana|eish|aii|hmm|ah)\W{1,3}){0,2}(?:hiyo|hio|that|it)?(?: ?['\u2019]?s| is| ni| iko)? ?"
    r"(?:too |very |so )?(?:ghali|doo mob|mob|expensive|much|a lot|pricey|bei (?:kali|juu|mbaya|ghali))(?: sana)?\W*",
    re.IGNORECASE,
)
# What else is told of themselves may count: "I'm allergic to nuts", "I'm not sure", "my dog comes too".
_IS_IN_HASTE: Final = re.compile(
    r"\W{0,3}(?:sorry|pole|samahani"
    r"|(?:i ?['\u2019]?m|i am|we ?['\u2019]?re|we are|niko|tuko) (?:in|na) "
    r"(?:a )?(?:bit of a )?(?:hurry|rush|haraka)(?: kidogo)?)\W*",
    re.IGNORECASE,
)
_ONE_PERSON: Final = re.compile(
    r"\W{0,3}(?:for |ya |kwa |ni )?(?:mtu mmoja|(?:one|1|a single) person|mimi tu|just me)\W*", re.IGNORECASE
)
_GIVES_UP: Final = re.compile(
    r"\W{0,3}(?:(?:ok|okay|hmm|no|sawa|basi)\W{1,3}){0,2}(?:leave|forget|never mind|skip|w?acha(?:na na)?)\b(?! out)",
    re.IGNORECASE,
)


def in_turn(state: ConversationState, context: TurnContext) -> tuple[str, ...]:
    """Its clauses, where each is something to be done or asked, and one at least is to be done; else none."""
    if context.by != "local" or context.mind.is_model or context.about or isinstance(state.controls.asked, Confirm):
        return ()
    if not (_CLAUSES.search(context.text) or _SENTENCES.search(context.text)):
        return ()  # most messages are one clause
    parts = deeds_in(wanted(state, context))
    if parts and isinstance(state.controls.asked, Tell) and not gives_up(parts[0]):
        return ()  # what they were asked for is told
    if not state.purchase.cart and not any(_is_a_deed(part) and not places.place_alone(part) for part in parts):
        return ()  # "niko Kilimani, nikiorder inafika leo": where they are is part of what is asked
    return parts


def deeds_in(text: str) -> tuple[str, ...]:
    """The clauses of a text that are done or answered one by one; none where it is read as a whole."""
    parts = _with_who_comes(list(_clauses(text)))
    is_shortened = len(parts) == 1 and "," in text and len(tokens(parts[0])) < len(tokens(text))
    if not (1 < len(parts) <= MOST_CLAUSES or is_shortened):
        return ()
    deeds = [_is_a_deed(part) or gives_up(part) for part in parts]
    is_all = all(deed or _asks(part) for part, deed in zip(parts, deeds, strict=True))
    # Who comes is no deed beside what is only asked: "family of 4, the kids are 6 and 2, which room fits us".
    is_done = any(deed and not _is_a_party(part) for part, deed in zip(parts, deeds, strict=True))
    return tuple(parts) if is_done and is_all else ()


def _with_who_comes(parts: list[str]) -> list[str]:
    """The clauses, of which each that tells only who comes goes with the one before it: "book it. We are 2"."""
    joined: list[str] = []
    for part in parts:
        if joined and _is_a_party(part):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _clauses(text: str) -> Iterator[str]:
    """Sentences, each parted where all of its clauses are deeds or questions; what only nods is left out."""
    for sentence in _SENTENCES.split(text):
        parts = [part.strip() for part in _CLAUSES.split(sentence) if part and not _nods(part)]
        is_parted = bool(parts) and all(_is_a_deed(part) or _asks(part) for part in parts)
        # What is ordered and asked in one sentence is read as a whole: "bring me two, and if they come late?".
        is_parted = is_parted and (len(parts) == 1 or any(map(_is_of_the_till, parts)))
        yield from parts if is_parted else [sentence.strip()] if not _nods(sentence) else []


def leaves_what_was_asked(state: ConversationState, context: TurnContext) -> bool:
    """Whether it leaves the question that stands, and wants something else: "leave the bill. Can I get airtime?"."""
    parts = in_turn(state, context)
    return isinstance(state.controls.asked, Tell) and bool(parts) and gives_up(parts[0])


def gives_up(part: str) -> bool:
    """Whether what was spoken of before shall be left: "leave the bill, I don't have the number here"."""
    return _GIVES_UP.match(part) is not None


def _nods(part: str) -> bool:
    """Whether it only takes note of what was told, "ok", "that is a lot", or is in haste: "sorry, I'm in a hurry"."""
    is_of_one = _ONE_PERSON.fullmatch(part) is not None
    is_filler = all(word in _FILLERS for word in tokens(part))
    return is_filler or is_of_one or any(nods.fullmatch(part) for nods in (_IS_DEAR, _IS_IN_HASTE))


def _asks(part: str) -> bool:
    return len(tokens(part)) > FEWEST_WORDS and (asks.asks_openly(part) or part.rstrip().endswith("?"))


def _is_of_the_till(part: str) -> bool:
    """Whether it tells how they pay, by which code, when, or where it goes and to whom."""
    if part.rstrip().endswith("?") or len(tokens(part)) < FEWEST_WORDS:
        return False
    told = (_pays, is_about_a_code, delivery.for_whom, places.place_alone, delivery.time_alone, _is_a_party)
    return any(tells(part) for tells in told) or bool(delivery.read(part) or delivery.said_to_the_rider(part))


def _is_a_deed(part: str) -> bool:
    """Whether it says to order, change, pay, bring or use something, or for whom it is."""
    if part.rstrip().endswith("?") or len(tokens(part)) < FEWEST_WORDS:
        return False
    if _is_of_the_till(part) or _DOES.match(part):
        return True
    wants = (asks.buys_now, asks.wants_it, cart.begins_a_change, choice.buys)
    return not asks.asks_openly(part) and any(says(part) for says in wants)


def _is_a_party(part: str) -> bool:
    """Whether it tells only how many come: "for two people"."""
    told = circumstances.parse(plain(part))
    return told.guests is not None and all(map(lexicon.is_stop_word, tokens(told.rest)))


def _pays(part: str) -> bool:
    said = payment.without_phones(part)
    names_a_way = payment.way_in(said, payment.WAYS) is not None
    words = set(tokens(said))
    is_short = len(words - word_set("purchase", "ways", "around")) <= MOST_AROUND
    return names_a_way and (is_short or _SAYS_TO_PAY.search(said) is not None) and not asks.asks_openly(part)
