"""A text in sentences and clauses: what each denies, asks or makes a condition of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from journeys.check.reading.clean import USSD
from journeys.check.reading.words import CLAUSES, MONTHS, PHRASES, WEEKDAYS, either
from knowledge.search.terms import glossary
from knowledge.text import fold

_SENTENCE = re.compile(r"(?<=[.!?])[\"”')*_]*\s+|\n+|(?<=[。！？])")  # noqa: RUF001 - they end sentences too
_LIST_MARK = re.compile(r"^\s*(?:[-•*]|\d{1,2}[.)])\s+")
_DAY = either([*WEEKDAYS, *MONTHS, "tomorrow", "tonight", "kesho", "the (?:day|week|month|end)"])
_CLAUSE = re.compile(
    rf"(?:(?<!\s)\s+)?(?:[,:](?!\d|//)|[;()\u2014\u2013])\s*|(?<!\s)\s+-\s+"
    rf"|(?<!\s)(?<!the day)\s+(?={either(CLAUSES['begins'])}\b)"
    # A range and a place go on with their clause: "siku 1 hadi 2", "mpaka kwako".
    rf"(?!(?:hadi|mpaka|until|before|after)\s+(?:\d|noon\b|{_DAY}\b)|(?:before|after|kabla|baada)\W*\Z|"
    r"(?:hadi|mpaka)\s+(?:\d|saa\b|saizi\b|size\b|kwa|nyumbani|mlangoni|hapo\b|hapa\b|nusu\b))"
)
_IDIOM = re.compile(rf"\b{either(CLAUSES['idioms'])}\b")
_NEGATOR = re.compile(
    rf"\b(?:{either(CLAUSES['negators'])}\b|(?!hatari|hakika|sikukuu|sinagogi)(?:ha|hu|si)(?:tu|m|wa|i|zi|u|ya|li|ki|vi|ku|pa)?(?:ja|ta|ku|na|wezi)\w+"
    # The present: "hapigi", "hatuleti"; not "habari", "hadi".
    r"|ha(?!bari|di|li|ki|tari|ti|lisi|msini|dhi|raki|rusi)(?:tu|m|wa|i|zi|u|ya|li|ki|vi|pa)?[a-z]{2,}i\b)"
)
_NEGATIVE_VERB = re.compile(
    r"(?!hatari|hakika|sikukuu)(?:ha(?:ku|tu|m|wa|i|zi|u|ya|li|ki|vi|pa|ja|ta)|hu(?:ja|ta|ku|na|wezi)|si(?:ja|ta|ku|na|wezi))\w{3,}"
)
# "Usipovipenda", if you do not like them, and "visivyokutosha", those that do not fit.
_IF_OR_WHICH_NOT = re.compile(r"(?:ni|u|a|tu|m|wa|i|zi|ya|li|ki|vi|ku|pa)si(?:po|ye|yo|zo|lo|cho|vyo|o)\w")
_CONDITION = re.compile(
    rf"\b{either(CLAUSES['conditions'])}\b|\b(?:i|u|a|ni|tu|m|wa|ya|zi|li|vi|ki)ki(?!ja)\w{{3,}}"
    r"|\b(?:tu|u|m|wa|zi)kiwa\b"
)
_CASE_OF = re.compile(
    r"\s{0,2}(?:if|when|once) (?:\S{1,20} ){2,7}?(?=(?:we|you|they|it|the [a-z]{2,20}) [a-z]{2,20}\b)"
    r"|\s{0,2}(?:kama|ikiwa|iwapo) (?:\S{1,20} ){2,6}?(?=(?:ni|u|tu|m|wa|i|zi)(?:na|ta)[a-z]{4,}\b)"
)
_SPREADS = re.compile(r"\s(?:and|na|but|lakini|then|when|if|unless)\s")
# "What does not work is replaced": the denial ends with what it is said of.
_OF_A_THING = re.compile(r"\b(?:what|whatever|that|which|who) (?:do|does|did|is|are|was) \Z")
# "Router yenye hairudi inachajiwa": it is denied of the router alone.
_OF_WHAT = re.compile(r"\b(?:yenye|zenye|chenye|vyenye|lenye|wenye|amba[a-z]{1,3}) \Z")
# "Other pets are not."
_ENDS_IN_NOT = re.compile(r"\b(?:is|are|was|were|do|does|can|may|will) not\W{0,3}\Z")
# "Zile za ufukweni hazina."
_ENDS_IN_HAS_NONE = re.compile(r"\bha(?:zi|i|u|wa|a|ki|vi|li|ya|m)na\W{0,3}\Z")
_IS_AFTER = re.compile(r"\b(?:is|are|will|can)\b")
_ASKS = re.compile(rf"{either(CLAUSES['asks'])}\b|u(?:na|me|mesha|ta|nge|ngependa|sha)\w+")
_ASKS_INSIDE = re.compile(rf"\b{either(CLAUSES['asks_inside'])}\b")
_UNKNOWN = re.compile(rf"\A{either(CLAUSES['unknown'])}")
# "The page does not say | if you may": what follows is what it does not say.
_NOT_SAID = re.compile(
    r".{0,120}\b(?:say|tell|mention|state|show|ha\w{1,4}(?:semi|taji|tajwa|elezi|elezwa|semwa|onyeshi)|sema|\w{2,7}(?:sema|andika|andikwa))\Z"
)
_THEN = re.compile(r"(?<=;)\s")
# "What the third floor would cost, or whether it can be done, is not told": what is said of it is said nowhere else.
_UNTOLD_IN_ALL = re.compile(
    r"(?:but |and |lakini |na |ila )?(?:whether|what|how|which|who|when|kama|ikiwa|nani|jinsi) "
    r"(?![^;]{0,300}\b(?:free|bure|paid)\b)"
    r"[^,;:]{3,120}(?:, (?:or|nor|and|au|ama|na|wala) [^,;:]{3,80}){0,2},? (?:(?:hilo|hiyo|hayo|that|this|it) )?"
    r"(?:(?:is|are) not (?:told|said|stated|mentioned|written)(?: here| there| anywhere)?"
    r"|ha(?:i|zi|ya|u|ki|vi|ku|li)(?:ja)?(?:elezwa|semwa|tajwa|andikwa)(?: wazi(?:wazi)?)?)\W{0,3}"
)
# "Muda ambao shirika la ndege linataka haujaelezwa", "the time by which an airline wants you there is not told".
_A_THING_UNTOLD = re.compile(
    r"(?:but |and |lakini |na |ila )?"
    r"(?:the (?:[a-z]{3,12} )?(?:time|hours?|prices?|fees?|costs?|date|day|reason|number)"
    r" (?:(?:by|at|on|in|for) which|that|when|for|of|to)"
    r"|(?:muda|saa|bei|ada|gharama|tarehe|siku|sababu|idadi)"
    r" (?:amba[a-z]{1,3}|ya|za|wa|la|kwa)) (?![^;]{0,300}\b(?:free|bure|paid)\b)[^,;:]{3,160} "
    r"(?:(?:is|are) not (?:told|said|stated|mentioned|written)(?: here| there| anywhere)?"
    r"|ha(?:i|zi|ya|u|ki|vi|ku|li)(?:ja)?(?:elezwa|semwa|tajwa|andikwa)(?: wazi(?:wazi)?)?)\W{0,3}"
)
_WHETHER = re.compile(r"(?:whether|if|kama|ikiwa|iwapo)\b")
# The case of what is not told: "… whether it is paid back | because of a red flag".
_GIVEN = re.compile(r"(?:because|when|once|after|before|kwa sababu|wakati|baada|kabla)\b")
_HOW = re.compile(r"(?:how|what|which|when|where|whether|if|about|as for|regarding|jinsi|vipi|kama|iwapo|kuhusu)\b")
_JE = re.compile(r"je\b(?!,? (?:u|m)najua)")
_TAIL = re.compile(r"(?:before|after|until|kabla|baada|hadi|mpaka)\b(?:\W+\w+){1,6}\W*")
_CONTRACTIONS = tuple(
    (re.compile(short), full)
    for short, full in (
        (r"\bwon't\b", "will not"), (r"\bcan't\b", "cannot"), (r"n't\b", " not"), (r"'ll\b", " will"),
        (r"'ve\b", " have"),
        (r"\bi'm\b", "i am"), (r"'re\b", " are"), (r"'d\b", " would"),
        (r"\b(it|that|there|here|he|she|what|everything|who|which|where)'s\b", r"\1 is"),
    )
)  # fmt: skip
# An English verb in a Sheng sentence: "hai-cover", "mna-deliver".
_HYPHENATED = re.compile(
    r"\b(?P<verb>(?:ha(?:i|zi|u|ki|vi|ya|tu|wa|ku)|(?:i|zi|u|wa|tu|m|ni|a|ya|ki|vi)(?:na|ta|me|li)(?:ku|ni|wa)?|ku))-(?=[a-z]{3})"
)
# One way to say it, so that "without a fee" is no denial of a fee that a source calls free.
_FREE = re.compile(
    r"\b(?:free of charge|(?:without|at no|for no) (?:any |a |extra )?(?:fee|charge|cost)s?"
    r"|costs? (?:you )?nothing|(?:do|does|will) not (?:cost|charge)(?: you)? (?:a thing|anything|a shilling|for it)"
    r"|pay (?:nothing|zero)(?: at all)?|(?:do|does|will)(?: not|n't) (?:have to )?pay"
    r" (?:anything |a shilling |extra )?(?=for\b)"
    r"|(?:do|does|will)(?: not|n't) charge (?:you )?(?:anything |extra )?(?=(?:for|to)\b))\b"
)
# "Do not walk on the reef without a guide": only with one.
_NOT_WITHOUT = re.compile(
    r"\b(?:do not|don't|never|cannot|can't) (?!(?:say|tell|mention|state|show|know)\b)"
    r"(?P<how>[a-z]{2,12}(?: [a-z]{1,12}){0,5}) without\b"
)
# What a source says is said, whoever is named before it: "they only say that no charge is owed".
_SAYS_THAT = re.compile(
    r"(?:what )?(?:they|it|(?:the|our|this) (?:[a-z]{2,12} )?"
    r"(?:documents?|pages?|policy|agreement|catalog|rules?|terms))"
    r"(?: only| just| do| does)? (?:says?|tells?|states?|mentions?)(?: you| us)?(?: is)?(?: only)? that "
    r"|(?:hati|nyaraka|kurasa|ukurasa|sera|mkataba|katalogi)(?: zetu| yetu| wetu)? (?:zi|i|u)(?:na|me)sema(?: tu)?"
    r" (?:kuwa|kwamba) "
)
_BURE = re.compile(
    r"\bbila (?:malipo|ada|gharama|fee|charge)(?: (?:yoyote|zozote|[yz]a ziada))?\b(?! y)"
    r"|\b(?:ha(?:zi|i|li|vi|ki|u)lipiwi|ha(?:wa)?(?:ta)?lip[ai]"
    r"|hakuna unachol\w{2,4}|hatutozi|hatukutozi|hatuchaji|hulipi|hutalipa|bila kulipa)\b(?! na\b)"
    r"(?: (?:chochote|kitu|pesa|ada|hata shilingi))?"
)
# What is said in several words of one language is one in the other.
_PHRASES = tuple((re.compile(rf"\b{phrase}\b"), word) for phrase, word in PHRASES.items())
_WIFI = re.compile(r"\bwi[- ]fi\b")
# "Pesa" is money.
_MPESA = re.compile(r"\bm[- ]pesa\b")
# Letters that a "not" reaches within its clause.
FAR = 60
# In which a "not" stands that ends its clause, with what marks follow it.
LAST = 7


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence, folded to lower case, with what its sentence says around it."""

    text: str
    sentence: str
    at: int
    """The number of its sentence."""
    asks: bool
    is_untold: bool = False
    """Whether it says that something is not told, or what that is."""

    def denies(self, start: int, *, by_itself: bool = True, far: int = FAR) -> bool:
        """Whether what stands at `start` is denied: a negator before it, not parted from it by "and".

        `by_itself`: a Swahili verb may deny itself, as "haijalipwa" does.
        """
        if self.text[-LAST:].rfind("not") > 0 and _ENDS_IN_NOT.search(self.text, start):
            return True
        if self.text[-LAST:].rfind("na") > 0 and _ENDS_IN_HAS_NONE.search(self.text, start + 1):
            return True
        begin = max(0, start - far)
        parted = [match.end() for match in _SPREADS.finditer(self.text, begin, start)]
        begin = parted[-1] if parted else begin
        for at, end in _negators(self.text):
            if begin <= at and end <= start:
                ends = _OF_A_THING.search(self.text, 0, at) and _IS_AFTER.search(self.text, end, start)
                if not ends and not _OF_WHAT.search(self.text, 0, at):
                    return True
        word = re.match(r"\w+", self.text[start:])
        return bool(by_itself and word and _denies_itself(word.group()))

    def is_condition(self, start: int) -> bool:
        """Whether what stands at `start` is said of another time or case: "once it is paid", "ikithibitishwa"."""
        return bool(_CONDITION.search(self.text[: start + 1])) or bool(_CONDITION.match(self.text[start:]))


def says_when(text: str) -> bool:
    """Whether it is said of a time or a case: "once it is paid", "ukichukua mwenyewe"."""
    return bool(_CONDITION.search(text))


@lru_cache(maxsize=4_000)
def _negators(text: str) -> tuple[tuple[int, int], ...]:
    """Where something is denied by a word before it."""
    words = ((match.span()) for match in re.finditer(r"\S+", text) if _is_denied_verb(match.group()))
    return (*(match.span() for match in _NEGATOR.finditer(text)), *words)


def _is_denied_verb(word: str) -> bool:
    """A condition denies nothing but itself, and neither does what tells which things are meant."""
    verb = glossary.verb_in(word)
    return verb is not None and verb.is_denied and not _IF_OR_WHICH_NOT.match(word)


def _denies_itself(word: str) -> bool:
    """A verb of the glossary as it knows it: "hakikisha" is none that denies; others by how they begin."""
    verb = glossary.verb_in(word)
    return verb.is_denied if verb else bool(_NEGATIVE_VERB.fullmatch(word))


@lru_cache(maxsize=200)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text as they are written, without the marks of a list."""
    lines = (_LIST_MARK.sub("", line) for line in text.splitlines())
    parts = (part.strip() for line in lines for part in _SENTENCE.split(line))
    return tuple(part for part in parts if part)


@lru_cache(maxsize=4_000)
def expanded(text: str) -> str:
    """Folded, with contractions written out: "won't" is "will not"."""
    plain = _HYPHENATED.sub(r"\g<verb>", fold(USSD.sub(" ", text)).replace("*", "").replace("_", " "))
    plain = _NOT_WITHOUT.sub(r"only \g<how> with", plain)
    plain = _BURE.sub("bure", _FREE.sub("free", _MPESA.sub("mpesa", _WIFI.sub("wifi", plain))))
    for phrase, word in _PHRASES:
        plain = phrase.sub(word, plain)
    if "'" not in plain:
        return plain
    for short, full in _CONTRACTIONS:
        plain = short.sub(full, plain)
    return plain.replace("'", "")


@lru_cache(maxsize=2_000)
def clauses_of(sentence: str, at: int = 0) -> tuple[Clause, ...]:
    """The clauses of one sentence."""
    plain = _IDIOM.sub(" ", expanded(sentence)).strip()
    plain = plain[frame.end() :] if (frame := _SAYS_THAT.match(plain)) else plain
    parts = [each for part in _parts(plain) for each in _case_and_rest(part) if each.strip()]
    is_question = sentence.rstrip("\"”')*_ ").endswith("?")
    found: list[Clause] = []
    for number, part in enumerate(each.strip() for each in parts):
        # "… before your dinner?" belongs to what is asked.
        is_tail = bool(found) and found[-1].asks and _TAIL.fullmatch(part) is not None
        asks = is_question and (is_tail or _JE.match(plain) is not None or _asks(part, number, len(parts)))
        is_untold = is_unknown(part) or (bool(found) and _is_what_is_not_told(found[-1], part, plain))
        if _HOW.match(part) and number + 1 < len(parts):  # "how heavy it is, I am not told"
            is_untold = is_untold or is_unknown(parts[number + 1].strip())
        found.append(Clause(text=part, sentence=plain, at=at, asks=asks or is_untold, is_untold=is_untold))
    return tuple(found)


def _parts(plain: str) -> Iterator[str]:
    for whole in _THEN.split(plain):
        yield from (whole,) if _is_untold_in_all(whole) else _CLAUSE.split(whole)


def _is_untold_in_all(text: str) -> bool:
    return (_UNTOLD_IN_ALL.fullmatch(text) or _A_THING_UNTOLD.fullmatch(text)) is not None


def _case_and_rest(part: str) -> tuple[str, ...]:
    """A case that denies, and what holds then, where no comma parts them: "if nobody is home we try again"."""
    found = _CASE_OF.match(part)
    return (part[: found.end()], part[found.end() :]) if found and _NEGATOR.search(found.group()) else (part,)


def _is_what_is_not_told(before: Clause, part: str, plain: str) -> bool:
    """Whether it is what the clause before it, from which no mark parts it, says not to be told, or goes on with that:
    "hati hazisemi | kama tunafunga bidhaa | kama zawadi"."""
    says_so = is_unknown(before.text) and _NOT_SAID.fullmatch(before.text) is not None
    goes_on = before.is_untold and _WHETHER.match(before.text) is not None
    is_its = _WHETHER.match(part) or (goes_on and _GIVEN.match(part))
    return (says_so or goes_on) and is_its is not None and f"{before.text} {part}" in plain


def is_unknown(text: str) -> bool:
    """Whether a clause says that something is not told to us: "sina bei ya watu 120"."""
    return _UNKNOWN.match(text) is not None or _is_untold_in_all(text)


@lru_cache(maxsize=200)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a text in their order."""
    return tuple(clause for at, sentence in enumerate(sentences(text)) for clause in clauses_of(sentence, at))


def _asks(part: str, number: int, count: int) -> bool:
    """A tag does not make its sentence a question: "it is paid, okay?"."""
    if _ASKS.match(part):
        return True
    return number == count - 1 and bool(_ASKS_INSIDE.search(part)) and not (number and len(part.split()) < 2)
