"""JSON as a provider takes it: an object of sensible depth, of which everything can be kept."""

import json
from typing import Any

# No request of ours nests deeper; json's recursion would end the process.
MOST_BRACKETS = 200


def json_object(raw: bytes) -> dict[str, Any]:
    """The object; raises ValueError."""
    if raw.count(b"[") + raw.count(b"{") > MOST_BRACKETS:
        raise ValueError("It is nested too deeply.")
    told = json.loads(raw)
    words = json.dumps(told, allow_nan=False, ensure_ascii=False)  # NaN and Infinity are no JSON
    words.encode()  # nor is half of a surrogate pair
    if not isinstance(told, dict) or "\\u0000" in words:
        raise ValueError("It is no object, or has a NUL in it.")
    return told
