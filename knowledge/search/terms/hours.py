"""Knows a question about opening hours or a schedule, in English, Swahili and Sheng."""

import re

from knowledge.text import fold

IN_DOCUMENTS = ("hours", "open", "close", "time", "daily", "schedule", "saa", "wazi", "ratiba", "kufungua", "kufunga")
_WHEN = re.compile(
    r"\b(?:opening|closing|business|working|visiting|check ?in|check ?out) (?:hours?|times?)\b|\bhours\b"
    r"|\b(?:what|which) time\b|\bwhen (?:do|does|is|are|will|can)\b.{0,40}?"
    r"\b(?:open|opens|close|closes|closed|start|starts|end|ends)\b"
    r"|\b(?:is|are|still|be|you|you guys|mko|iko) (?:\w+ ){0,4}?(?:open|closed)\b"
    r"|\b(?:open|close|closes|opens) (?:at|until|till|by)\b"
    r"|\bopen (?:tonight|today|tomorrow|now|on|late)\b|\b(?:tonight|schedule|timetable|what time|until when|how late)\b"
    r"|\bsaa (?:ngapi|gani|za)\b|\b(?:leo usiku|usiku huu|usiku wa leo|leo jioni|ratiba)\b|\bmpaka saa\b|\bhadi saa\b"
    r"|\b(?:m|u|i|wa|zi|ya)?(?:na|ta|me|ko)?(?:fungua|funga|fungwa|funguliwa)\b"
    r"|\b(?:m|i)ko (?:wazi|open)\b|\bmna(?:open|close)\b"
)
_ABOUT_TIME = re.compile(
    r"\b(?:opening|closing|hours?|times?|what|which|when|open|opens|opened|close|closes|closed|tonight|today|tomorrow|now"
    r"|schedule|timetable|until|till|late|saa|ngapi|gani|leo|usiku|jioni|huu|mpaka|hadi|ratiba|wazi|lini|mnaopen|mnaclose"
    r"|(?:m|u|i|wa|zi|ya)?(?:na|ta|me|ko)?(?:fungua|funga|fungwa|funguliwa))\b"
)


def is_about(question: str) -> bool:
    """Whether it asks when something is open or takes place."""
    return _WHEN.search(fold(question)) is not None


def left_of(question: str) -> str:
    """The question without its words about time: the place or the thing whose hours are asked for."""
    return _ABOUT_TIME.sub(" ", fold(question))
