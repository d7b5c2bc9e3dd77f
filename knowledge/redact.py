"""Takes out of a text what would tell who wrote it: phones, addresses, long numbers, codes and known names."""

import re
from collections.abc import Iterable
from functools import partial

# `kept` is what is no such thing after all, taken as a whole so that it is not tried again from within.
_KINDS = (
    ("[link]", re.compile(r"\bhttps?://\S+|\bwww\.\S+", re.IGNORECASE)),
    ("[email]", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?P<kept>[\w.+-]+)")),
    ("[code]", re.compile(r"\b[a-z]{1,4}-\d{3,}\b", re.IGNORECASE)),
    ("[number]", re.compile(r"(?<![\w+])\+?\d(?:[ ().-]{0,2}\d){6,}(?!\w)")),
    ("[code]", re.compile(
        r"#\s?\w+|\b(?=\w*[a-z])(?:(?P<part>[a-z0-9]{2,})-)*(?=[a-z0-9]+\b)"
        r"(?:[a-z0-9]{2}(?:(?!\d{3})[a-z0-9])*\d{3}|(?(part)\d{3}|(?!)))[a-z0-9]*"
        r"|(?P<kept>\b(?=\w*[a-z])[a-z0-9]{2,}(?:-[a-z0-9]{2,})*)",
        re.IGNORECASE,
    )),
    ("[code]", re.compile(r"\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,}\b")),
    ("[number]", re.compile(r"(?<![\w.,])\d{5,}(?![\w])")),
    ("[name]", re.compile(
        r"(?<=[Mm]y name is )[\w'-]+(?: [A-Z][\w'-]+)?|(?<=[Nn]aitwa )[\w'-]+(?: [A-Z][\w'-]+)?"
        r"|(?<=[Jj]ina langu ni )[\w'-]+(?: [A-Z][\w'-]+)?"
    )),
)  # fmt: skip
# Two letters would take words out of every sentence.
SHORTEST_NAME = 3


def without_personal_data(text: str, names: Iterable[str] = ()) -> str:
    """The text with a mark in place of each; `names` are those that are known."""
    for mark, pattern in _KINDS:
        text = pattern.sub(partial(_marked, mark), text)
    parts = {part for name in names for part in re.findall(r"[^\W\d_]+", name) if len(part) >= SHORTEST_NAME}
    for part in sorted(parts, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", "[name]", text, flags=re.IGNORECASE)
    return re.sub(r"\[name\](?: \[name\])+", "[name]", text)


def _marked(mark: str, found: re.Match[str]) -> str:
    return found.groupdict().get("kept") or mark
