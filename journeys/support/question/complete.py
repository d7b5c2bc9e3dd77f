"""Makes a question complete: a follow-up ("and on Sunday?") and an answer to our question need what went before."""

import re
from dataclasses import dataclass

from journeys.local import asks, circumstances
from journeys.local.wordlists import tokens
from journeys.state import ConversationState, Tell
from journeys.support.question import kinds
from knowledge import lexicon
from knowledge.answer import demanded
from knowledge.search.terms import hours
from knowledge.search.terms.glossary import is_grammar, says_little
from knowledge.text import fold

# A thing and a word before it.
NAMES_ALONE = 2
OF_ANY_THING = frozenset({"available", "price"})
# So it does behind an "of" that tells nothing of what: "wa miaka mitano analipa ngapi".
_GOES_ON = re.compile(
    r"\A(?:(?:and|but|what about|how about|also|then|or|na|je|vipi|ama|au|lakini|pia|kwani|[ywzl]a|cha|vya)\b"
    r"|.*\b(?:it|that|this|those|there|then|hiyo|hii|hizo|hapo|huko|kwake|yake)\W*$)"
)
# "Does it work in Uganda", "can they come today".
_SPEAKS_OF_IT = re.compile(
    r"\A\W{0,3}(?:(?:and |so |na )?(?:what time|when|until when|from when|how (?:long|much|far|many|old|big)) )?"
    r"(?:is|are|does|do|will|can|was|has|have) (?:it|they|this|that|these|those)\b"
)
# What is asked of a thing that was named before: "kuingia ni how much".
_OF_IT = re.compile(r"\b(?:how (?:much|long|far)|ngapi|bei|what time|lini|price|cost)\b")
_AND = re.compile(r"\A\W{0,3}n (?=\w)", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:nini|nani|lazima|must i|must we)\b")
# What is asked of the business itself begins anew: "what are your hours".
_OF_OURS = re.compile(r"\b(?:your|ur|yours|you|m(?:na|ta|ko)\w{0,14}|[ylzw]enu)\b")
_YOURS = re.compile(
    r"\b(?:your|ur|[ylzw]enu) (?:\w+ )?(?:hours|times?|saa|masaa)\b|\b(?:masaa|saa) (?:yenu|zenu)\b"
    r"|\bm(?:na|ta)(?:fung\w{1,5}|open|close)\b"
)
_ADDS_NOTHING = re.compile(
    r"(?:^|(?<=[.!?,;])|(?<=\band\b)|(?<=\bna\b))\s*"
    r"(?:(?:what|whats|what's|what is|what could be) (?:is )?(?:wrong|the (?:matter|problem|issue))"
    r"|what (?:does|do) (?:this|that|it|they) mean|what (?:should|can|must|do) i do|what now"
    r"|(?:please |kindly )?help(?: me)?(?: please)?|any (?:help|idea|advice)"
    r"|how much (?:is|does) (?:it|that)(?: cost)?|thank(?:s| you)|asante|hello|hi|hey|habari|niaje"
    r"|nifanye(?: nini|je)|shida ni nini|tatizo ni nini|naomba (?:msaada|kujua)|tafadhali)\s*(?=[.!?,;]|$)",
    re.IGNORECASE,
)
# In which case it is asked; what is asked stands before it, or after a comma.
_IN_CASE = re.compile(
    r"(?<=\w) (?:if|when|in case|incase|because|since|ikiwa|iwapo|endapo|kama) [^.?!,;]{4,80}(?=[.?!,;]|\Z)"
    r"|\A(?:if|when|in case|ikiwa|iwapo|endapo|kama) [^.?!,;]{4,80},(?= \w)",
    re.IGNORECASE,
)
_ASKS_ANEW = re.compile(
    r"(?:what|which|when|where|who|do you|can i|can you|is there|are there|how (?:much|long|many|do|can|to)"
    r"|je|ni?naweza|tunaweza)"
    r"\b(?: \S+){2,}"
)
_PARTS = re.compile(r"[.,;!?\n]+|\s(?:and|but|so|because|na|lakini|kwa sababu|alafu|halafu|then)\s", re.IGNORECASE)
# "What time can we check in? We land at 7am": what is asked stands by itself.
_QUESTIONS = re.compile(r"(?<![^.,;!?\n])[^.,;!?\n]+(?=\?)")
# So does what is asked before a comma: "what time can we check in, we land at 7am".
_ASKED_FIRST = re.compile(
    r"\A\W{0,3}((?:what|when|how|where|which|who|can|could|do|does|is|are|je|saa)\b[^.,;!?\n]+)(?=,)", re.IGNORECASE
)
# And behind one: "our flight leaves at 10pm, can we check out late".
_ASKED_LAST = re.compile(
    r"(?<=[,.;] )((?:can|could|what|when|how|where|which|is|are|do|does|je|naweza|tunaweza|naeza)\b[^.,;!?\n]+)\W*\Z",
    re.IGNORECASE,
)
OF_AGE = "age"
OF_THEMSELVES = ("age", "party", "one_more", "stay", "since", "when")
# A part of fewer telling words is no question of its own, nor is "why?"; more parts are a letter.
LEAST_WORDS, LEAST_ASKED, MOST_PARTS = 3, 4, 4
# "And on Sunday then?" needs what went before; a longer question says what it is about.
SHORT_FOLLOW_UP = 4
# What the tool takes as a query; and what is remembered of the question before.
LONGEST, LONGEST_KEPT = 1000, 300


@dataclass(frozen=True, slots=True)
class SupportQuestion:
    """What they ask now, and the question that it goes on from, if it does."""

    now: str
    before: str = ""

    @property
    def whole(self) -> str:
        return f"{self.before} {self.now}".strip()[:LONGEST]


def question_of(
    state: ConversationState, text: str, *, goes_on: bool | None = None
) -> tuple[SupportQuestion, ConversationState]:
    """The question in full, and the state that remembers it; without `goes_on` the words tell whether it continues."""
    before = state.support.support_question
    if before and goes_on is None and is_answering(state) and not _ASKS_ANEW.match(fold(text)):
        told = " ".join([*state.support.support_details.values(), text])[:LONGEST_KEPT]
        return SupportQuestion(f"{before} {told}"), state.having(support_details={"told": told}, asked=None)
    if before and (continues(text) if goes_on is None else goes_on):
        return SupportQuestion(text, before), state
    fresh = state.having(support_question=text[:LONGEST_KEPT], support_details={}, support_asks=0)
    return SupportQuestion(text), fresh.having(asked=None) if is_answering(state) else fresh


def begins_as_follow_up(text: str) -> bool:
    return re.match(r"(?:and|what about|how about|na|je|vipi)\b", fold(text)) is not None and len(tokens(text)) <= 8


def speaks_of_it(text: str) -> bool:
    """Whether it asks of what was just spoken of: "is it fast enough for calls"."""
    return _SPEAKS_OF_IT.match(fold(text)) is not None


def core_of(question: str) -> str:
    """The question without what only surrounds it: "what's wrong?", "please help", a greeting, in which case."""
    core = circumstances.without(
        without_case(_ADDS_NOTHING.sub("", question).casefold()), "age", "party", "one_more", "stay", "since", "when"
    )
    if circumstances.tells_age(question.casefold()):
        core = f"{core} {OF_AGE}"  # how old somebody is matters only to what has an age
    return re.sub(r"(?<![\s.!?,;])[\s.!?,;]*\b(?:and|na)?\s*(?:[.!?,;]+\s*)?$", "", core).strip(" .,;!?") or question


def without_case(question: str) -> str:
    """The question without the case that it is asked for: "is there a doctor if my kid gets sick".

    As it is where too little is left to look for: "what happens if I do not return it"."""
    asked = _IN_CASE.sub(" ", question).strip(" .,;!?")
    telling = [word for word in content_words(asked) if not says_little(word)]
    return asked if telling and asked != question.strip(" .,;!?") else question


def parts_of(question: str) -> list[str]:
    """What a long message says one after another, each enough to be asked by itself: a story, and what is wanted."""
    found = (each.findall(question) for each in (_QUESTIONS, _ASKED_FIRST, _ASKED_LAST))
    asked = [part.strip() for each in found for part in each]
    parts = [*asked, *(part.strip() for part in _PARTS.split(question))]
    kept = [
        part
        for part in dict.fromkeys(parts)
        if len(content_words(part)) >= LEAST_WORDS or (part in asked and len(tokens(part)) >= LEAST_ASKED)
    ]
    return [part for part in kept if part != question.strip(" ?")][:MOST_PARTS]


def asks_a_price(text: str) -> bool:
    """Whether it asks what something costs, and not how many months it lasts."""
    is_priced = asks.asks_price(text) or demanded.asks_price(text)
    return is_priced and not demanded.asks_how_long(text)


def only_names_a_thing(text: str) -> bool:
    """ "Una fridge?" asks for one, and "mna friji? bei" what it costs, and neither how it is brought."""
    is_of_rules = any(lexicon.kind(each) == "trade" for each in lexicon.concepts(text) if each not in OF_ANY_THING)
    is_thing = bool(lexicon.things(text)) and not (is_of_rules or kinds.is_trouble(text))
    return is_thing and (len(tokens(text)) <= NAMES_ALONE or (asks.asks_for_any(text) and asks_a_price(text)))


def content_words(text: str) -> list[str]:
    """The words that name something."""
    return [word for word in tokens(text) if not lexicon.is_stop_word(word)]


def is_answering(state: ConversationState) -> bool:
    """Whether we asked them for details."""
    return isinstance(state.controls.asked, Tell) and state.controls.asked.what == "details"


def names_nothing(text: str) -> bool:
    """Whether it only asks what it costs, how long it takes or when, of what was spoken of before: "bei gani"."""
    text = _AND.sub("and ", text)
    is_of_hours = hours.is_about(text) and not _OF_OURS.search(fold(text))
    if is_of_hours:
        return _tells_of_no_thing(hours.left_of(text))
    return (asks.asks_price(text) or demanded.asks_how_long(text)) and _tells_of_no_thing(text)


def thing_of(question: str) -> str:
    """What it asks of, without the words that ask what that costs, how long it takes or when."""
    return " ".join(hours.left_of(demanded.without_asking(asks.without_price(question))).split()) or question


def _tells_of_no_thing(text: str) -> bool:
    """Whether all of its words are said around what is asked: "lazima niende mwenyewe", "wanataka nini huko"."""
    left = circumstances.without(asks.without_price(demanded.without_asking(fold(text))), *OF_THEMSELVES)
    return all(is_grammar(word) or says_little(word) for word in content_words(left))


def continues(text: str) -> bool:
    """Whether a message cannot be understood without the question before it."""
    if hours.is_about(text) and _YOURS.search(fold(text)):
        return False
    if _GOES_ON.match(fold(text)) or (speaks_of_it(text) and not lexicon.things(text)):
        return True
    is_asked = _ASKS.search(fold(text)) is not None or asks.asks_openly(text)
    if is_asked and not _OF_OURS.search(fold(text)) and _tells_of_no_thing(text):
        return True
    if len(tokens(text)) > SHORT_FOLLOW_UP:
        return False
    return len(content_words(text)) < 2 or (_OF_IT.search(fold(text)) is not None and not lexicon.things(text))
