"""What `manage.py doctor` says of one thing it has looked at; any room may find one."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """How it is, in a sentence, and what to do about it. A fault is what customers feel, or what is unsafe."""

    level: Level
    sentence: str
    remedy: str = ""


def fine(sentence: str) -> Diagnosis:
    return Diagnosis(level="ok", sentence=sentence)


def warning(sentence: str, remedy: str) -> Diagnosis:
    return Diagnosis(level="warning", sentence=sentence, remedy=remedy)


def fault(sentence: str, remedy: str) -> Diagnosis:
    return Diagnosis(level="fault", sentence=sentence, remedy=remedy)
