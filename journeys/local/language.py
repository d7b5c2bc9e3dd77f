"""The language of a message: English, Swahili, Sheng, a mix of them, or another; unsure unless it is clear."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log

from journeys.local import tongues
from journeys.local.guess import Guess, guess
from journeys.local.wordlists import LONGEST, plain, word_set
from knowledge import lexicon

_SUBJECT = r"(?:ha)?(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku|pa|si)"
_TENSE = r"(?:na|li|ta|me|ki|nge|ngali|ka|ja|nata)"
_OBJECT = r"(?:ni|ku|mw|m|tu|wa|ki|vi|zi|ji)?"
_SYLLABLES = r"(?:(?:[mn]?(?:ch|sh|dh|gh|th|ny|ng|mb|nd|nj|[bdfghjklmnprstvwyz])[wy]?)?[aeiou])"
# "Inafika"; what is done always, "hufika"; and what is not, "haifiki".
_SWAHILI_VERB = re.compile(
    rf"{_SUBJECT}{_TENSE}{_OBJECT}{_SYLLABLES}{{2,5}}"
    rf"|hu{_SYLLABLES}{{2,5}}|ha(?:[uimy]|tu|wa|li|ya|ki|vi|zi|ku|pa){_SYLLABLES}{{1,4}}(?<=i)"
)
_SWAHILI_SHAPE = re.compile(rf"(?:m(?=[bcdfghjklnprstvwz])|n(?=[dgjyz])|{_SYLLABLES}){{1,9}}")
_LOAN = re.compile(r"(?<=[aeiou])[kblmrsf](?=[bcdfghjklmnprstvwz][wy]?[aiou])")  # daktari, labda, hospitali
_BORROWED_VERB = re.compile(rf"(?:{_SUBJECT}{_TENSE}|ni|u|ku|wa|tu){_OBJECT}(?P<stem>[a-z]{{3,12}})")
_FOREIGN_VERB = re.compile(
    r"(?:(?:ni|tu|wa|u|a|i|m)(?:na|me|li|ta)|ku(?:ni|ku|ji|wa)?|ni(?:ku|ki))(?P<stem>[a-z]{3,12})"
)
# Letters that stand with digits are a code or a measure, in no language: KARIBU10.
_WORD = re.compile(r"(?<!\w)(?P<word>[^\W\d_]++(?:['\u2019][^\W\d_]++){0,3}+)(?![\d_])(?P<after>[^\w]*)")
# What a screen shows is in its own language: "simu imeandika enter PUK".
_SHOWN = re.compile(
    r"\b(?:imeandika|inaandika|inasema|inaonyesha|inaniambia|imeniambia) (?P<words>[^,.;!?\n]{2,40})",
    re.IGNORECASE,
)
_FOREIGN_SCRIPT = re.compile(r"[\u0370-\u1fff\u3040-\ud7ff]{2}")
_ENDS_SENTENCE = re.compile(r"[.!?\n:]")

LISTED = 0.7  # what a listed word counts, beside the letters of the whole message
# As likely as not, by the letters.
EVEN = 0.5
# One sure word of Sheng makes the message Sheng.
SHENG = 1.0
# Beside Sheng, an English word speaks for it: it is a mix.
FOREIGN = 0.6
FRAMING = 2.0  # so much of Swahili and no word of English: what else stands there are names of things, "live band"
FRAMED = 0.8  # an English word behind a Swahili one
# Names of things are written with capitals; they are in no language.
TITLED = 0.8
NEITHER = 0.9  # how likely another language must be
# Fewer words may be names.
FEWEST_OF_ANOTHER = 3


@dataclass(frozen=True, slots=True)
class _Weight:
    en: float = 0.0
    sw: float = 0.0
    sheng: float = 0.0


_NOTHING = _Weight()


@cache
def _known() -> dict[str, _Weight]:
    """Later entries win: a word in two lists is judged by the more telling one."""
    table: dict[str, _Weight] = {}
    layers = [
        (("en", "plain"), _Weight(en=1.0)),
        (("en", "borrowed"), _NOTHING),
        (("en", "strong"), _Weight(en=1.5)),
        (("sw", "plain"), _Weight(sw=1.0)),
        (("sw", "strong"), _Weight(sw=1.8)),
        (("sheng", "plain"), _Weight(sw=0.4, sheng=0.6)),
        (("sheng", "strong"), _Weight(sheng=1.6)),
        (("neutral", "words"), _NOTHING),
    ]
    for path, weight in layers:
        table.update(dict.fromkeys(word_set("language", *path), weight))
    return table


def is_swahili_verb(word: str) -> bool:
    return _SWAHILI_VERB.fullmatch(word) is not None


def _is_english(word: str) -> bool:
    return word in word_set("language", "en", "plain") | word_set("language", "en", "strong") | word_set(
        "language", "en", "borrowed"
    )


def is_swahili_shaped(word: str) -> bool:
    return _SWAHILI_SHAPE.fullmatch(_LOAN.sub("", word)) is not None


def _is_borrowed_verb(token: str) -> bool:
    """Tell Swahili prefixes on a foreign stem, the mark of Sheng: "wanafollow", "kuniconnect"."""
    borrowed, foreign = _BORROWED_VERB.fullmatch(token), _FOREIGN_VERB.fullmatch(token)
    if _is_technical(token):
        return False
    if borrowed and borrowed["stem"] in word_set("language", "sheng", "verbs"):
        return True
    if borrowed and not is_swahili_shaped(token) and _is_english(borrowed["stem"]):
        return True
    return foreign is not None and not is_swahili_shaped("a" + foreign["stem"])


def _is_technical(token: str) -> bool:
    """Tell Swahili prefixes on what plain Swahili borrows as well: "kuprint"."""
    borrowed = _BORROWED_VERB.fullmatch(token)
    return borrowed is not None and borrowed["stem"] in word_set("language", "sheng", "technical")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it is judged; a name, a brand or a thing on sale tells no language."""

    text: str
    is_name: bool

    @property
    def weight(self) -> _Weight:
        if (found := _known().get(self.text)) is not None:
            return found
        if self.is_name or len(self.text) < 2:
            return _NOTHING
        if is_swahili_verb(self.text):
            return _Weight(sw=1.0)
        return _Weight(sheng=SHENG) if _is_borrowed_verb(self.text) else _NOTHING

    @property
    def is_foreign(self) -> bool:
        """Whether it is a word that Swahili's syllables do not make, and no name or thing on sale."""
        if self.is_name or len(self.text) < 3:
            return False
        listed = _known().get(self.text)
        if listed is not None:
            return listed.en > 0
        return not (is_swahili_shaped(self.text) or self.is_thing or _is_technical(self.text))

    @property
    def is_thing(self) -> bool:
        """Whether it names something that is sold or brought, which may be English in any sentence."""
        names = word_set("language", "en", "borrowed") | word_set("language", "neutral", "words")
        return self.text in names or lexicon.listed(self.text) is not None


def _words(text: str) -> list[_Word]:
    """The words of letters; a capital inside a sentence of small ones makes a name, and so does being on a screen."""
    shown = [found.span("words") for found in _SHOWN.finditer(text[:LONGEST])]
    said = list(_WORD.finditer(text[:LONGEST]))
    is_titled = sum(match["word"][0].isupper() for match in said) >= TITLED * len(said)
    found: list[_Word] = []
    is_first = True
    for match in said:
        is_name = match["word"][0].isupper() and not is_first and not is_titled
        is_name = is_name or any(begin <= match.start() < end for begin, end in shown)
        found.append(_Word(plain(match["word"]), is_name))
        is_first = bool(_ENDS_SENTENCE.search(match["after"]))
    return found


def framed(text: str) -> float:
    """Which part of a text's words are Swahili's or Sheng's own: its grammar, its verbs."""
    weights = [word.weight for word in _words(text)]
    return sum(weight.sw + weight.sheng >= LISTED for weight in weights) / max(1, len(weights))


def _is_sheng(words: list[_Word], sheng: float) -> bool:
    """Sheng's own words, verbs made of foreign ones, or English words in a Swahili frame."""
    foreign = sum(word.is_foreign for word in words)
    return sheng >= SHENG or sheng + FOREIGN * foreign >= max(1.4, 0.12 * len(words))


def _is_another(words: list[_Word], weights: list[_Weight], neither: float) -> bool:
    """Whether it is in none of ours: by its letters, or by the small words of Luo, which the letters do not know."""
    known = sum(max(weight.en, weight.sw, weight.sheng) for weight in weights)
    of_luo = sum(word.text in word_set("language", "luo", "words") for word in words)
    return (neither >= NEITHER and known < 0.4 * len(words)) or of_luo >= max(2, 0.3 * len(words))


def _mixes(weights: list[_Weight]) -> bool:
    """Whether whole phrases of English stand beside Swahili ones, and not words only."""
    grammar = sum(weight.en > 1.0 for weight in weights)
    return grammar >= 2 and sum(weight.sw >= 1.0 for weight in weights) >= 1


@lru_cache(maxsize=1_000)
def detect(text: str) -> Guess:
    """Letters decide between English and Swahili, words what of Swahili is Sheng; few words make a low confidence."""
    words = _words(text)
    if not words:
        return guess("en", 0.0)
    if sum(not word.text.isascii() for word in words) * 2 > len(words) and _FOREIGN_SCRIPT.search(text):
        return guess("other", NEITHER)
    weights = [word.weight for word in words]
    en, sw = sum(weight.en for weight in weights), sum(weight.sw for weight in weights)
    sheng = sum(weight.sheng for weight in weights)
    sheng += FRAMED * sum(
        after.is_foreign and weight.sw >= 1.0 for weight, after in zip(weights, words[1:], strict=False)
    )
    telling = [word.text for word in words if not (word.is_name or word.is_thing)]
    likely, neither = tongues.likelihoods(" ".join(telling) or text)
    if len(telling) >= FEWEST_OF_ANOTHER and _is_another(words, weights, neither):
        return guess("other", max(neither, NEITHER))
    if not en and sw + sheng >= FRAMING:
        likely = max(likely, EVEN)
    odds = log(max(likely, 1e-6) / max(1 - likely, 1e-6)) + LISTED * (sw + sheng - en)
    likely = 1 / (1 + exp(-odds))
    shaped = sum(is_swahili_shaped(word.text) for word in words if not word.is_name)
    support = max(en, sw + sheng) + (0.5 * shaped if likely >= EVEN else 0.3 * max(0, len(words) - 2))
    confidence = max(likely, 1 - likely) * (1 - exp(-support))
    if likely <= EVEN:
        return guess("en", confidence)
    if _mixes(weights):
        return guess("mixed", confidence)
    return guess("sheng" if _is_sheng(words, sheng) else "sw", confidence)
