"""The words by which a question and a sentence are compared: concepts and stems, Swahili ones also in English."""

from knowledge import lexicon
from knowledge.search.terms.glossary import in_english


def terms(text: str) -> set[str]:
    """What a text speaks of."""
    said = [word for word in lexicon.terms(text) if not lexicon.is_stop_word(word)]
    own = {lexicon.concept(word) or lexicon.stem(word) for word in said}
    english = {english for word in said for english in in_english(word) if not lexicon.is_stop_word(english)}
    return own | {lexicon.concept(word) or lexicon.stem(word) for word in english}
