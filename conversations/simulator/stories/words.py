"""How a reply is read: whether it states a fact, and in which language it is."""

import re
from functools import lru_cache

from conversations.simulator.stories.story import Fact

_MARKUP = re.compile(r"[*_~`]|\s+>")
_THOUSANDS = re.compile("(?<=\\d)[,\u00a0\u202f](?=\\d{3}(?!\\d))")
_NO_CENTS = re.compile(r"(?<=\d)\.00(?!\d)")
_QUOTES = str.maketrans("‘’“”–—", "''\"\"--")

# Words without which hardly a sentence is made; those that both languages write alike are left out.
_ENGLISH = frozenset(
    [
        "the",
        "is",
        "are",
        "was",
        "were",
        "you",
        "your",
        "yours",
        "we",
        "our",
        "us",
        "and",
        "of",
        "to",
        "for",
        "in",
        "on",
        "at",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "with",
        "from",
        "have",
        "has",
        "do",
        "does",
        "not",
        "no",
        "yes",
        "can",
        "will",
        "would",
        "which",
        "what",
        "who",
        "when",
        "where",
        "how",
        "if",
        "or",
        "by",
        "be",
        "been",
        "as",
        "but",
        "there",
        "here",
        "please",
        "i",
        "me",
        "my",
        "an",
        "any",
        "all",
        "one",
        "out",
        "get",
        "tell",
        "ask",
        "answer",
        "thank",
        "thanks",
        "sorry",
    ]
)
_SWAHILI = frozenset(
    [
        "na",
        "ya",
        "wa",
        "kwa",
        "ni",
        "la",
        "za",
        "cha",
        "vya",
        "hii",
        "hiyo",
        "hizi",
        "hizo",
        "huu",
        "hiki",
        "hivyo",
        "hapa",
        "yako",
        "wako",
        "lako",
        "zako",
        "chako",
        "yangu",
        "wangu",
        "langu",
        "zangu",
        "yetu",
        "wetu",
        "letu",
        "zetu",
        "kama",
        "au",
        "ama",
        "si",
        "katika",
        "nini",
        "gani",
        "wapi",
        "lini",
        "vipi",
        "ngapi",
        "tafadhali",
        "samahani",
        "asante",
        "ndiyo",
        "hapana",
        "sasa",
        "leo",
        "kesho",
        "bila",
        "pia",
        "tu",
        "kila",
        "bei",
        "namba",
        "oda",
        "jibu",
        "niambie",
        "tuma",
        "unataka",
        "ungependa",
        "naomba",
        "karibu",
        "habari",
        "sijapata",
        "nimepata",
        "tunaweza",
        "unaweza",
        "siwezi",
        "ninaweza",
        "naweza",
        "yote",
        "wote",
        "zote",
        "ili",
        "baada",
        "kabla",
        "hadi",
        "mpaka",
        "kuhusu",
        "pole",
        "nitume",
        "jumla",
        "ombi",
        "lipa",
        "kulipa",
        "rangi",
        "saizi",
        "ukubwa",
        "mtu",
        "timu",
        "yenu",
        "wetu",
        "wao",
        "yake",
        "wake",
        "hivi",
        "vile",
        "ile",
        "wale",
        "sana",
        "tayari",
        "bado",
        "kwenye",
        "kwamba",
        "lakini",
        "kwani",
        "basi",
        "tena",
        "zaidi",
        "kidogo",
    ]
)
_SHENG = frozenset(
    [
        "aje",
        "cheki",
        "unadai",
        "nadai",
        "chenye",
        "msee",
        "wasee",
        "poa",
        "fiti",
        "sasa",
        "mob",
        "manze",
        "unasaka",
        "nasaka",
        "ingine",
        "eeh",
        "sawa",
        "kuorder",
        "ucheki",
        "upate",
        "iko",
        "ziko",
        "haiko",
        "number",
        "code",
        "niaje",
        "vile",
        "buda",
        "maze",
        "noma",
        "rada",
        "bonga",
        "form",
        "mambo",
        "yangu",
        "hizo",
        "ndo",
        "saa",
    ]
)
# A text may quote a title, a passage or a description in English within a Swahili frame, but not the other way round.
LEAST_SWAHILI = 0.25


def has(text: str, fact: Fact) -> bool:
    """Whether the text states the fact: as a whole word, or going on where a star stands."""
    plain = normal(text)
    ways = (fact,) if isinstance(fact, str) else fact.any_of
    return any(_pattern(way).search(plain) is not None for way in ways)


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Lower case, without markup, with single spaces and numbers without separators."""
    plain = _MARKUP.sub(" ", text.translate(_QUOTES))
    plain = _NO_CENTS.sub("", _THOUSANDS.sub("", plain))
    return " ".join(plain.lower().split())


@lru_cache(maxsize=4096)
def _pattern(fact: str) -> re.Pattern[str]:
    bare = normal(fact.strip("*"))
    before = "" if fact.startswith("*") else r"(?<!\w)(?<!\d[.,])"
    after = "" if fact.endswith("*") else r"(?!\w)(?![.,]\d)"
    return re.compile(before + re.escape(bare) + after)


def language_of(text: str) -> str:
    """ "en", "sw", "sheng" or, when there are no such words in it, "" ."""
    words = re.findall(r"[a-z']+", normal(text))
    english = sum(word in _ENGLISH for word in words)
    swahili = sum(word in _SWAHILI for word in words)
    sheng = sum(word in _SHENG - _SWAHILI for word in words)
    if not english + swahili + sheng:
        return ""
    if (swahili + sheng) < LEAST_SWAHILI * (english + swahili + sheng):
        return "en"
    return "sheng" if sheng >= 2 and sheng * 4 >= swahili else "sw"


def is_in(text: str, language: str) -> bool:
    """Whether it is written in this language; Sheng and Swahili share so much that either answers for the other
    where a text is short."""
    found = language_of(text)
    return not found or found == language or {found, language} == {"sw", "sheng"}
