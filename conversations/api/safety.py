"""What in a question makes it unsafe to be answered: orders to an assistant, and code; each kind by its own flag."""

import re
import unicodedata
from typing import Final

from journeys.guard.injection import is_suspicious

INJECTION: Final = "prompt_injection"
_FILLED: Final = r"(?: (?:all|any|the|your|my|these|those|of|everything)){0,4}"
_EARLIER: Final = r"(?:previous|prior|above|earlier|preceding)"
_BEGINS: Final = r"(?:^|[\n.!?;\"'\]>] ?)"
# Over folded text: small letters, nothing invisible, single spaces.
KINDS: Final = {
    "ignore_instructions": re.compile(
        rf"\bignore{_FILLED}(?: {_EARLIER})? (?:instructions?|prompts?|rules|directions?)\b"
    ),
    "disregard_above": re.compile(rf"\bdisregard{_FILLED} (?:{_EARLIER}|instructions?)\b"),
    "forget_all": re.compile(
        rf"(?:{_BEGINS}|, |\b(?:and|now|please|then|just|must|should) )forget (?:all|everything)\b"
    ),
    "new_instructions": re.compile(r"\bnew (?:instructions?|rules|task) ?:"),
    "system_role": re.compile(rf"{_BEGINS}[<\[(*#]{{0,3}} ?(?:system|assistant|developer) ?[>\])*#]{{0,3}} ?:"),
    "script_tag": re.compile(r"< ?/? ?(?:script|iframe|object|embed)\b"),
    "script_uri": re.compile(r"\b(?:javascript|vbscript) ?:|\bdata ?: ?[a-z]{2,20}/[a-z0-9.+-]{2,40} ?[;,]"),
}


def flags_of(question: str) -> list[str]:
    """`prompt_injection` and the kinds of it, or nothing; also where letters are full-width or otherwise disguised."""
    plain = unicodedata.normalize("NFKC", question).casefold()
    plain = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    lines, flowing = "\n".join(" ".join(line.split()) for line in plain.splitlines()), " ".join(plain.split())
    kinds = [name for name, pattern in KINDS.items() if pattern.search(lines) or pattern.search(flowing)]
    return [INJECTION, *kinds] if kinds or is_suspicious(question) else []
