"""What in a question makes it unsafe to be answered: orders to an assistant, and code; each kind by its own flag."""

import re
import unicodedata
from typing import Final

from journeys.guard.injection import is_suspicious

INJECTION: Final = "prompt_injection"
_FILLED: Final = r"(?:\s+(?:all|any|the|your|my|these|those|of|everything)){0,4}\s+"
KINDS: Final = {
    "ignore_instructions": re.compile(
        rf"\bignore{_FILLED}?(?:previous|prior|above|earlier|preceding)?\s*(?:instructions?|prompts?|rules|directions?)\b"
    ),
    "disregard_above": re.compile(rf"\bdisregard{_FILLED}?(?:above|previous|prior|earlier|preceding|instructions?)\b"),
    "forget_all": re.compile(r"\bforget\s+(?:all|everything|your|the)\b(?!\s+(?:passwords?|pins?))"),
    "new_instructions": re.compile(r"\bnew\s+(?:instructions?|rules|task)\s?:"),
    "system_role": re.compile(
        r"(?:^|[\n.!?;\"'\]>])\s{0,4}[<\[(*#]{0,3}\s?(?:system|assistant|developer)\s?[>\])*#]{0,3}\s?:"
    ),
    "script_tag": re.compile(r"<\s{0,4}/?\s{0,4}(?:script|iframe|object|embed)\b"),
    "script_uri": re.compile(
        r"\b(?:javascript|vbscript)\s{0,4}:|\bdata\s{0,2}:\s{0,2}[a-z]{2,20}/[a-z0-9.+-]{2,40}\s{0,2}[;,]"
    ),
}


def flags_of(question: str) -> list[str]:
    """`prompt_injection` and the kinds of it, or nothing; also where letters are full-width or otherwise disguised."""
    plain = unicodedata.normalize("NFKC", question).casefold()
    plain = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    kinds = [name for name, pattern in KINDS.items() if pattern.search(plain)]
    return [INJECTION, *kinds] if kinds or is_suspicious(question) else []
