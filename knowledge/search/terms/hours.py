"""Knows a question about opening hours or a schedule, in English, Swahili and Sheng."""

import re

from knowledge.text import fold

IN_DOCUMENTS = ("hours", "open", "close", "time", "daily", "schedule", "saa", "wazi", "ratiba", "kufungua", "kufunga")
# Closed for good, opened or wrapped is what has no door: "kufunga akaunti".
_NO_DOOR = (
    r"(?! (?:ya |za |la |hiyo |hii )?"
    r"(?:akaunti|account|laini|line|namba|nambari|mkataba|contract|zawadi|box|boksi|kifurushi)\b)"
)
_WHEN = re.compile(
    r"\b(?:opening|closing|business|working|visiting|check ?in|check ?out) (?:hours?|times?)\b|\bhours\b"
    r"|\b(?:what|which) time\b|\bwhen (?:do|does|is|are|will|can)\b.{0,40}?"
    r"\b(?:open|opens|close|closes|closed|start|starts|end|ends)\b"
    r"|\bfrom when\b|\bwhen (?:is|are)\b.{0,40}?\b(?:served|available)\b"
    r"|\b(?:until|till) when (?:can|could|may|do|is|are|will)\b"
    r"|\bwhen (?:can|could|may|do) (?:i|we|one|you|people|guests) (?:have|eat|use)\b"
    r"|\b(?:kuanzia|(?:hu|(?:i|ki|vi|u|zi)na)(?:anza|isha)) (?:lini|saa)\b"
    r"|\b(?:is|are|still|be|you|you guys|mko|iko) (?:\w+ ){0,4}?(?:open|closed)\b"
    r"|\b(?:open|close|closes|opens) (?:at|until|till|by)\b"
    r"|\bopen (?:tonight|today|tomorrow|now|on|late)\b|\b(?:tonight|schedule|timetable|what time|until when|how late)\b"
    r"|\bsaa (?:ngapi|gani|za)\b|\b(?:leo usiku|usiku huu|usiku wa leo|leo jioni|ratiba)\b|\bmpaka saa\b|\bhadi saa\b"
    rf"|\b(?:m|u|i|wa|zi|ya)?(?:na|ta|me|ko)?(?:fungua|funga|fungwa|funguliwa)\b{_NO_DOOR}"
    r"|\b(?:m|i)[kp]o (?:wazi|open)\b|\bmna(?:open|close)\b"
)
# "For the past few hours" tells since when something is so, and asks for nothing.
SINCE = r"\bfor (?:the )?(?:past|last) (?:few |couple of |several |\d{1,3} )?(?:minutes?|hours?|days?|weeks?|months?)\b"
# What the clock says is nobody's opening hours.
_NOW = re.compile(
    rf"{SINCE}|"
    r"\bwhat time (?:of (?:the )?day )?(?:is it|it is)(?=\W{0,4}(?:\Z|now\b|there\b|in \w))"
    r"|\bwhat(?:'s| s| is) the time\b(?! (?:of|for)\b)"
)
_ABOUT_TIME = re.compile(
    r"\b(?:opening|closing|hours?|times?|what|which|when|open|opens|opened|close|closes|closed|tonight|today|tomorrow|now"
    r"|schedule|timetable|served|until|till|late|saa|ngapi|gani|leo|huu|(?<!cha )(?<!la )(?<!ya )(?:usiku|jioni)"
    r"|(?:hu|(?:i|ki|vi|u|zi)na)(?:anza|isha)|mpaka|hadi|ratiba|wazi|lini|mnaopen|mnaclose"
    r"|(?:m|u|i|wa|zi|ya)?(?:na|ta|me|ko)?(?:fungua|funga|fungwa|funguliwa))\b"
)


def is_about(question: str) -> bool:
    """Whether the question asks when something is open or takes place."""
    return _WHEN.search(_NOW.sub(" ", fold(question))) is not None


def left_of(question: str) -> str:
    """The question without its words about time: the place or the thing whose hours are asked for."""
    return _ABOUT_TIME.sub(" ", fold(question))
