"""Reads a place that is the whole message: a town things shall be brought to, an address, an answer to "where to?"."""

from typing import Final

from journeys.local.wordlists import plain, tokens, word_set
from knowledge.search.terms.glossary import is_place

# An estate, a road, a house and its gate.
MOST_WORDS: Final = 10
# A town alone may be the answer to anything.
FEWEST_OF_AN_ADDRESS: Final = 2


def town_in(text: str) -> str:
    """The town that things shall be brought to, where nothing else is said: "niletee Rongai", "send to Nakuru"."""
    said = set(tokens(text))
    towns = {word for word in said if is_place(word)} | said & {"cbd", "town"}
    brings, around = word_set("delivery", "to_a_town", "words"), word_set("delivery", "to_a_town", "around")
    is_told = bool(said & brings) and bool(said & towns) and said <= towns | brings | around
    return " ".join(word for word in tokens(text) if word in towns).title() if is_told else ""


def place_alone(text: str) -> str:
    """An address that is the whole message, with a town or a part of one in it: "Kilimani, Argwings Kodhek road"."""
    said = text.strip(" .,!")
    words = tokens(said)
    if not FEWEST_OF_AN_ADDRESS <= len(words) <= MOST_WORDS or "?" in text or not any(map(is_place, words)):
        return ""
    around = word_set("delivery", "address", "words")
    is_named = all(word[0].isupper() or not word[0].isalpha() or plain(word) in around for word in said.split())
    return said if is_named else ""


def place_answered(text: str) -> str:
    """A place that is the whole message of who was asked for one: "Voi", "umoja 2 stage", "South B, Plainsview"."""
    said = text.strip(" .,!")
    words = said.split()
    if not words or len(words) > MOST_WORDS or "?" in text or not any(map(is_place, tokens(said))):
        return ""
    around = word_set("delivery", "address", "words") | word_set("delivery", "to_a_town", "around")
    known = [word for word in words if is_place(plain(word)) or plain(word) in around or not word.isalpha()]
    is_named = all(word in known or word[0].isupper() for word in words)
    return said if is_named else ""
