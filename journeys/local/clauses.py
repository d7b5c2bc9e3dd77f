"""What the form of a sentence tells, whatever its words: a question about what only may come."""

import re
from typing import Final

# English says "if I cancel"; a Swahili verb says it inside itself: ni-ki-ghairi, i-ki-haribika.
_CONDITION: Final = re.compile(
    r"\A\W*(?:(?:and|but|so|what|na|je|sasa)\W+){0,2}(?:if|in case|suppose|supposing|kama|ikiwa|iwapo|endapo)\b"
    r"|\A\W*(?:(?:na|je|sasa)\W+){0,2}(?:ni|tu|u|m|a|wa|i|zi|li|ya|vi|ki)ki[a-z]{4,}\b"
    r"|\A\W*(?:(?:and|but|so|ok|okay)\W+){0,2}what (?:happens|(?:will|would) happen|do you(?: guys)? do) (?:if|when)\b"
    r"|\A\W*(?:(?:na|je|sasa|and|but)\W+){0,2}[a-z]{4,12} (?:[wylzvc]h?angu |ya |wa )?(?:[a-z]{3,12} )?"
    r"(?:u|i|zi|li|ya|vi|ki)ki[a-z]{4,}\b"
)
# What may be done at all, by anybody and at any time: "naweza kughairi bila kulipa mpaka lini?".
_RULE: Final = re.compile(
    r"\b(?:can|may) (?:i|we|one) (?:cancel|return|exchange|swap|change)\b.{1,60}"
    r"\b(?:without|before|after|until|free|if)\b"
    r"|\b(?:na|tuna)(?:weza|eza) (?:ku)?(?:ghairi|rudisha|badili[a-z]*|cancel|return|exchange)\b.{1,60}"
    r"\b(?:bila|kabla|baada|mpaka|hadi|bure|lini)\b"
    r"|\b(?:when|how (?:soon|long|fast)) (?:will|do|does|would|can) (?:\w+ ){1,5}(?:after|once|if) (?:you|i|we)\b"
)
_ASKS: Final = re.compile(
    r"\?|\b(?:what|when|how|(?:can|do|will|would|could|must|should) (?:i|we)"
    r"|je|nini|lini|vipi|gani|ngapi|naweza|naeza|(?:i|u|ku)(?:na|ta)kuwaje|aje)\b"
)


def is_a_condition(said: str) -> bool:
    """Whether a folded sentence begins with a case that has not come: "if I delete it", "mzigo ukichelewa"."""
    return _CONDITION.search(said) is not None


def may_only_come(said: str) -> bool:
    """Whether a folded sentence asks about a case that has not come: that is a question about the rules."""
    return _RULE.search(said) is not None or (is_a_condition(said) and _ASKS.search(said) is not None)
