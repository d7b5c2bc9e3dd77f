"""Reads what shall be done with the cart: show it, pay it, empty it, more, fewer, one out, another size."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Literal

from journeys.local.purchase import measured, numbers
from journeys.local.purchase.choice import MARKS, Options, UnderstoodChoice, parse_choice
from journeys.local.wordlists import any_of, tokens, word_set, wordlist
from knowledge import lexicon

BEGINNING: Final = 4
"""So many letters begin a word, as in "ball pen" for a ballpoint; fewer stand in many."""
_KEPT: Final = re.compile(
    r"\b(?:keep|leave|bakisha|baki na|wacha|acha)\b(?! out)|[,;.] ?(?:just|only|nataka tu)\b", re.IGNORECASE
)
# "Acha sweta" leaves it out; what is kept stands behind what is done.
_LEAVES: Final = re.compile(r"\A\W{0,3}(?:(?:sawa|basi|ok|okay|hapana|no)\W{1,3})?w?acha (?=[a-z])", re.IGNORECASE)
_CLAUSES: Final = re.compile(r"[,.;!]")
Command = Literal["cancel", "show", "pay", "more"]
COMMANDS: Final[tuple[Command, ...]] = ("cancel", "show", "more", "pay")
_OF_SOME: Final = re.compile(
    r"\b(?:\d{1,3}|one|two|three|four|moja|mbili|tatu|mmoja) (?:\w{2,10} )?(?:of|among) (?:them|the|those|these|my)\b"
    r"|\b(?:moja|mbili|tatu|moja tu) (?:yao|yazo|zao|kati ya|ya hizo|ya hizi)\b|\bmojawapo\b"
    r"|\b(?:hizo|hizi|zile) (?:\w{3,10} ){0,2}(?:moja|mbili|tatu)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to one line: take it out, more of it, fewer, so many, another form of it, or one of another form too."""

    kind: Literal["remove", "add", "less", "set", "swap", "another"]
    said: UnderstoodChoice


def command(text: str) -> Command | None:
    """What the whole message asks for, be it in several words for the same: "changed my mind, I don't want it"."""
    asked = {_command(part) for part in _CLAUSES.split(text) if tokens(part)}
    return _command(text) or (asked.pop() if len(asked) == 1 else None)


def _command(text: str) -> Command | None:
    said = _plainly(text)
    found = next((name for name in COMMANDS if any_of("purchase", "cart", name).fullmatch(said)), None)
    return found or ("show" if _asks_total(set(said.split())) else None)


def _asks_total(said: set[str]) -> bool:
    """ "So is that the total with delivery": nothing is spoken of but the total, and what it may be made of."""
    total = word_set("purchase", "total", "words")
    return bool(said & total) and said <= total | word_set("purchase", "total", "around")


def _plainly(text: str) -> str:
    courtesy = word_set("purchase", "cart", "courtesy")
    return " ".join(word for word in tokens(text) if word not in courtesy)


def _without_courtesy(text: str) -> str:
    """The message as it was written, but for a "samahani" or "ok sorry" before it."""
    words = r"|".join(sorted(word_set("purchase", "cart", "courtesy") - {"no", "hapana"}))
    return re.sub(rf"\A\W*(?:(?:oh|{words})\b\W*)+", "", text, flags=re.IGNORECASE)


def edit(text: str, options: Options, *, titles: str = "", units: Sequence[str] = (), forms: str = "") -> Edit | None:
    """The change that a message asks for; None when it is something else. `titles`, `units` and `forms` are the lines'
    own: a colour of one of them tells which is meant, where so many of it are wanted."""
    text = _LEAVES.sub("toa ", text)
    unit = measured.named(text, units)
    folded = " ".join(
        word for word in tokens(numbers.whole(text)) if word not in word_set("purchase", "cart", "courtesy")
    )
    kind = next((kind for kind in ("remove", "less", "add", "set") if _has(kind, folded)), None)
    kept = _without_courtesy(_KEPT.split(text, maxsplit=1)[0] if kind == "remove" else text)
    said = parse_choice(without(kept), options, title=titles, unit=unit)
    if kind is None and (said.quantity or said.is_unclear) and titles and _corrects(folded):
        return Edit("set", said)
    if kind == "remove":
        return Edit("remove", said)
    if kind == "less" and said.quantity and re.search(rf"\b{wordlist('purchase')['edit']['only']}\b", folded):
        return Edit("set", said)
    if kind in ("add", "less") and (said.quantity or said.is_unclear or _is_bare(kind, folded)):
        return Edit("add" if kind == "add" else "less", said)
    if kind == "set" and said.quantity and said.unknown and all(is_of(word, forms) for word in said.unknown):
        return Edit("set", replace(said, unknown=(), rest=(*said.rest, *said.unknown)))
    if said.options or said.unknown:
        return Edit("another" if kind == "add" and is_one_more(folded) else "swap", said) if kind else None
    return Edit("set", said) if kind and (said.quantity or said.is_unclear) else None


def _has(kind: str, folded: str) -> bool:
    return bool(re.search(rf"\b{wordlist('purchase')['edit'][kind]}\b", folded))


def is_one_more(text: str) -> bool:
    """Whether one is wanted beside what there is: "another white one", and not "another colour"."""
    folded = " ".join(tokens(text))
    return _has("one_more", folded) and not _has("set", folded)


def begins_a_change(text: str) -> bool:
    """Whether it begins by telling to take something out, put something in or make it another: "toa pair moja"."""
    kinds = "|".join(wordlist("purchase")["edit"][kind] for kind in ("remove", "less", "add", "set"))
    said = " ".join(tokens(_without_courtesy(text)))
    return bool(re.match(rf"(?:\w{{1,20}} ){{0,3}}(?:{kinds})\b", said))


def _corrects(folded: str) -> bool:
    return bool(re.search(rf"\b{wordlist('purchase')['edit']['corrects']}\b", folded))


def replaces(text: str) -> bool:
    """Whether something shall stand in the place of something else."""
    return bool(re.search(rf"\b{wordlist('purchase')['edit']['replaces']}\b", " ".join(tokens(text))))


def _is_bare(kind: str, folded: str) -> bool:
    return bool(re.fullmatch(rf"{wordlist('purchase')['edit'][kind]}(?: (?:one|moja|hiyo|hii|it))?", folded))


def without(text: str) -> str:
    """The message without the verbs of a change."""
    verbs = "|".join(wordlist("purchase")["edit"][kind] for kind in ("remove", "set", "add", "less", "corrects"))
    return re.sub(rf"\b(?:{verbs})\b", " ", text, flags=re.IGNORECASE)


def is_of_some(text: str) -> bool:
    """Whether not all of what there is shall be changed: "make one of them white"."""
    return _OF_SOME.search(text) is not None


def takes_some(edit: Edit, text: str, held: Decimal, *, is_alone: bool) -> bool:
    """Whether some are left: of "remove two" where there are ten; of several lines the number may be that of one."""
    is_of_it = edit.kind == "remove" and (is_alone or bool(edit.said.rest)) and MARKS.isdisjoint(tokens(text))
    return is_of_it and 0 < (edit.said.quantity or 0) < held


def names(word: str, title: str) -> bool:
    """Whether a word stands in a title, in whichever number or as the beginning of one, or means a thing of it."""
    said, own = lexicon.stem(word.casefold()), [lexicon.stem(each) for each in tokens(title)]
    begins_one = len(said) >= BEGINNING and any(each.startswith(said) for each in own)
    return said in own or begins_one or bool(lexicon.things(word) & lexicon.things(title))


def is_of(word: str, known: str) -> bool:
    """Whether a word names the thing of that title, by itself or by its meaning: "bag", "viatu"."""
    if word.isdecimal() or word in word_set("replies", "pick", "fillers") or any(word in one for one in tokens(known)):
        return True
    return bool(set(lexicon.concepts(word)) & set(lexicon.concepts(known)))
