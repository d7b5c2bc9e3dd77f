"""Every error code that a message can meet has a class and a sentence for an operator."""

import re

import pytest

from conversations.channels.outcomes import DeliveryProblem
from conversations.channels.whatsapp.errors import KNOWN, problem_of

CODES = {
    "retry": "20429 20500 20503 21611 30001 63009 63010 63012 63017 63018 63119",
    "give_up": """21211 21602 21604 21614 21617 21619 21620 21623 21654 21655 21656 63003 63005 63006 63013 63016
        63019 63021 63024 63028 63029 63030 63034""",
    "opted_out": "21610 63014",
    "blocked": "63015 63032 63033 63049",
    "configuration": """20003 21212 21603 21606 21608 21705 21910 63001 63002 63007 63027 63031 63038 63040 63041 63042
        63112 11200 11205 11206 11220 12100 12300""",
}


@pytest.mark.parametrize(("kind", "code"), [(kind, code) for kind, codes in CODES.items() for code in codes.split()])
def test_every_code_has_its_class(kind: str, code: str) -> None:
    assert problem_of(code, "Twilio's words").kind == kind


@pytest.mark.parametrize("problem", KNOWN.values(), ids=lambda problem: problem.code)
def test_every_sentence_is_one_and_names_no_code(problem: DeliveryProblem) -> None:
    assert re.fullmatch(r"[A-Z][^\n]{15,250}\.", problem.sentence)
    assert not re.search(r"\d{5}", problem.sentence)


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        ("99999", "Something new", "Something new"),
        ("99999", "", "WhatsApp gave the error 99999."),
        ("", "", "WhatsApp gave no reason."),
    ],
)
def test_an_unknown_code_is_given_up_with_twilios_words(code: str, words: str, sentence: str) -> None:
    assert problem_of(code, words) == DeliveryProblem(code=code, kind="give_up", sentence=sentence)


@pytest.mark.parametrize(("status", "code"), [("401", "20003"), ("404", "20404"), ("503", "20503")])
def test_a_bare_status_stands_for_its_code(status: str, code: str) -> None:
    assert problem_of(status) == KNOWN[code]
