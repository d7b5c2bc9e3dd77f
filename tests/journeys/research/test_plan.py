"""Without a model: what a question asks one after another, what nothing speaks of yet, and where a reference counts."""

import pytest

from journeys.research import measures
from journeys.research.nodes.generate_todo import local, parts_of
from journeys.research.nodes.hitl_analyze_retrieval import local as gaps_in
from journeys.research.nodes.reference_decision import tellingly
from tests.journeys.research.test_properties import new_id
from tools.research.facts import ReadPassage


def passage(text: str) -> ReadPassage:
    return ReadPassage(chunk_id=new_id(), document_id=new_id(), text=text, title="Lease")


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "if I give up my flat after 14 months, what must I pay, and what about the holes in the wall?",
            ["if I give up my flat after 14 months", "what must I pay", "what about the holes in the wall"],
        ),
        (
            "nikiacha kazi kabla ya mwaka, notisi ni siku ngapi, likizo italipwaje?",
            ["nikiacha kazi kabla ya mwaka", "notisi ni siku ngapi", "likizo italipwaje"],
        ),
        (
            "mfanyakazi akiacha kazi, notisi ni siku ngapi?",
            ["mfanyakazi akiacha kazi", "notisi ni siku ngapi"],
        ),
        (
            "Wie kündige ich, was muss ich streichen und wann bekomme ich die Kaution?",
            ["Wie kündige ich", "was muss ich streichen", "wann bekomme ich die Kaution"],
        ),
        (
            "What fees, taxes and other costs are there when I move?",
            ["What fees, taxes and other costs are there when I move"],
        ),
    ],
)
def test_a_question_in_its_parts(question: str, parts: list[str]) -> None:
    assert list(parts_of(question)) == parts


def test_what_hardly_speaks_of_it_makes_nothing_depend_on_anything() -> None:
    read = [passage("A key costs 900. If the flat is given up in the first year, a fee is owed.")]
    gaps = gaps_in("How do I fly to the moon and what does the rocket cost?", (), read)
    assert {gap["kind"] for gap in gaps} == {"missing"}


def test_what_only_tells_the_case_is_no_task_and_goes_with_the_others() -> None:
    tasks = list(local("if I give up my flat after 14 months, what must I pay?", (), (), (), "en"))
    assert [task.title for task in tasks] == ["What must I pay"]
    assert "give" in tasks[0].query


def test_a_number_is_ones_own_and_german_words_are_known_in_their_forms() -> None:
    aspects = measures.aspects_of("Was muss ich nach 14 Monaten mit den Wänden und der Kündigung machen?")
    assert {aspect.label for aspect in measures.unspoken(aspects, [])}.isdisjoint({"14", "was", "muss", "ich"})
    read = [passage("Die Wände sind weiß zu streichen. Wer kündigt, tut das schriftlich.")]
    assert measures.unspoken(aspects, read) == []


def test_a_reference_is_decided_on_where_the_answer_depends_on_it() -> None:
    texts = [
        ("Parking is free. The Schedule of Charges hangs in the hall.", 0.1),
        ("Who leaves early owes a break fee, which is set out in the Schedule of Charges.", 0.8),
    ]
    found = tellingly(
        "document_mention", "Schedule of Charges", texts, "What is owed by who leaves early", "what do I owe?"
    )
    assert found.sentence.startswith("Who leaves early")
