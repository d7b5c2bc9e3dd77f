"""What Swahili grammar makes unlike and a search should find alike: "ninalipa", "kulipwa" and "malipo" share "lip".

Words are taken apart by patterns, so that one that no list knows has a root as well. A root may be wrong: it is the
same for the other forms of its word, and counts little beside the word itself. Passages of other languages have none.
"""

import re
from functools import lru_cache

from knowledge.search.terms import glossary

_SUBJECT = "(?:mwa|ni|tu|mw?|wa|zi|ya|li|ki|vi|ku|pa|u|a|i)"
_TENSE = "(?:mesha|ngali|nge|taka|sipo|na|li|ta|me|ka|ki|ja|si)"
_RELATIVE = "(?:ye|yo|zo|lo|cho|vyo|po|o)"
_OBJECT = "(?:ni|ku|tu|mw(?=[aeiou])|m(?=[^aeiouw])|wa|zi|ya|li|ki|vi|ji|u|i)"
# No verb begins with a nasal before another consonant, else "mtandao" were one; the shortest are as "uza" and "lipa".
_NO_NASAL = "(?!m[bp]|n[dgjktz])"
# Denials without a tense end in i, wishes in e: "hatupokei", "tuandike".
_VERB = re.compile(
    rf"(?:(?:ha)?{_SUBJECT}{_TENSE}{_RELATIVE}?|ha{_SUBJECT}(?=[a-z]{{0,20}}i\Z)|si{_TENSE}|hu|kw(?=[ei])|ku|na"
    rf"|{_SUBJECT}(?=[a-z]{{0,20}}e\Z))"
    rf"(?P<object>{_OBJECT}?)(?P<stem>{_NO_NASAL}(?:[aeiou][a-z]{{2,24}}|[a-z]{{4,24}}))"
)
_NOUN = re.compile(rf"(?:mwa|mw|wa|mi|ma|ki|vi|m(?=[^aeiou])|u)(?P<stem>{_NO_NASAL}[a-z]{{3,24}})")
# Whose syllables are all open: most English words end in a consonant or put two together.
_SYLLABLES = re.compile(r"(?:[mn]?(?:ch|sh|th|dh|gh|kh|ny|[bcdfghjklmnprstvwyz])?[wyl]?[aeiou]){2,12}")
# Who does it and that it is done: "mlipaji", "matumizi".
_NOUN_OF_VERB = re.compile(r"(?:(?<=a)ji|(?<=[iu])zi)\Z")
# For somebody, by somebody, made to, can be, each other, in any order: "lipia", "lipwa", "lipisha", "lipika", "lipana".
_EXTENSION = re.compile(r"(?:l?[ie]?w|[ie]sh|[ie]k|an|l?[ie])\Z")
# "-rudishiwa" has three, and four are as many as a word bears.
_MOST_EXTENSIONS = 4
# Shorter words have no forms to speak of; "nyumbani" and "nifanyeje" are longer than "jeni".
_SHORTEST, _LONGEST, _SHORTEST_WITH_ENDING = 4, 30, 7
# Two letters of a root that begins with a vowel ("uza"), three of another ("lipa").
_SHORTEST_ROOT = {True: 2, False: 3}
# What Swahili says in every second sentence, and English in none.
_IN_EVERY_TEXT = frozenset(
    "ya wa na kwa ni za la cha vya katika kwenye au hadi ili kama pia hii baada kabla mpaka ndani bila".split()  # noqa: SIM905  a text is what it is
)
# A notice of few such words is one still; an English page that names a Swahili song is none.
_ONE_IN = 20


def is_swahili(words: list[str]) -> bool:
    """Whether these words of a passage are Swahili, by those that hardly a sentence goes without."""
    said = sum(word in _IN_EVERY_TEXT for word in words)
    return said > 0 and said * _ONE_IN >= len(words)


@lru_cache(maxsize=50_000)
def root(word: str) -> str:
    """What a word that may be Swahili shares with its other forms; nothing for one that cannot be."""
    if not _SHORTEST <= len(word) <= _LONGEST or not _SYLLABLES.fullmatch(word):
        return ""
    roots = [_without_extensions(stem[:-1]) for stem in _stems(_without_ending(word))]
    return next((one for one in roots if one in _of_known_verbs()), roots[-1])


def _without_ending(word: str) -> str:
    """Without "how" and "at": "nifanyeje" is "nifanye", "nyumbani" is "nyumba"; and "vyumba" as "chumba"."""
    if len(word) >= _SHORTEST_WITH_ENDING and word.endswith(("je", "ni")) and word[-3] in "aeiou":
        word = word[:-2]
    return f"ch{word[2:]}" if word.startswith("vy") else word


def _stems(word: str) -> list[str]:
    """The word as it stands, then with ever less before it: what looks like an object may begin the root."""
    if _NOUN_OF_VERB.search(word):
        verb = _NOUN_OF_VERB.sub("", word).removesuffix("a") + "a"
        noun = _NOUN.fullmatch(verb)
        return [verb, noun["stem"]] if noun else [verb]
    if verb_found := _VERB.fullmatch(word):
        return [word, verb_found["object"] + verb_found["stem"], verb_found["stem"]]
    noun = _NOUN.fullmatch(word)
    return [word, noun["stem"]] if noun else [word]


def _without_extensions(stem: str) -> str:
    for _ in range(_MOST_EXTENSIONS):
        shorter = _EXTENSION.sub("", stem)
        if shorter == stem or len(shorter) < _SHORTEST_ROOT[shorter[:1] in tuple("aeiou")]:
            return stem
        stem = shorter
    return stem


@lru_cache(maxsize=1)
def _of_known_verbs() -> frozenset[str]:
    return frozenset(_without_extensions(verb[:-1]) for verb in glossary.verbs() if len(verb) >= _SHORTEST)
