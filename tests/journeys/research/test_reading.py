"""What is read of research without a model: beginnings, plan edits, and words that begin at once, in four languages."""

import pytest

from journeys.research.commands import EditPlan
from journeys.research.nodes.hitl_analyze_retrieval import local as gaps_in
from journeys.research.nodes.hitl_process_response import says_to_begin
from journeys.research.reading import _patterns, edit_in
from journeys.research.words import language_of
from knowledge.text import fold
from tests.journeys.research.test_properties import new_id
from tools.research.facts import ReadPassage


@pytest.mark.parametrize(
    ("words", "edit"),
    [
        ("strike 2", EditPlan(strike=(2,))),
        ("1 and 3 out please", EditPlan(strike=(1, 3))),
        ("please remove tasks 2, 4", EditPlan(strike=(2, 4))),
        ("ondoa 2 na 3", EditPlan(strike=(2, 3))),
        ("ohne 4", EditPlan(strike=(4,))),
        ("add: the deposit", EditPlan(add=("the deposit",))),
        ("ongeza: amana", EditPlan(add=("amana",))),
        ("3 first", EditPlan(first=(3,))),
        ("start with 2", EditPlan(first=(2,))),
        ("anza na 4", EditPlan(first=(4,))),
        ("3, 1, 2", EditPlan(first=(3, 1, 2))),
        ("forget number 2 and put 3 on top", EditPlan(strike=(2,), first=(3,))),
        ("scrap 1, 4", EditPlan(strike=(1, 4))),
        ("futa namba 2, weka 3 juu", EditPlan(strike=(2,), first=(3,))),
        ("move 4 to the top", EditPlan(first=(4,))),
        ("put 2 in my cart", None),
        ("ok", EditPlan(approve=True)),
        ("sawa", EditPlan(approve=True)),
        ("looks good, go ahead", EditPlan(approve=True)),
        ("strike 2 and go", EditPlan(strike=(2,), approve=True)),
        ("just go", EditPlan(approve=True)),
        ("what are your hours?", None),
        ("I want to buy a router", None),
        ("no", None),
        ("yes the ONT is still there", None),
        ("yes please", EditPlan(approve=True)),
    ],
)
def test_a_plan_is_edited_in_plain_words(words: str, edit: EditPlan | None) -> None:
    assert edit_in(words) == edit


@pytest.mark.parametrize(
    ("words", "begins"),
    [("/end", True), ("just go", True), ("anza tu", True), ("Leg los!", True), ("go to the shop", False),
     ("I want to end it in May", False), ("it ended", False)],
)  # fmt: skip
def test_words_that_end_the_questions(words: str, begins: bool) -> None:
    assert says_to_begin(words) == begins


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("research: may I end my lease early?", True),
        ("Please research whether I may leave early", True),
        ("tafiti kama naweza kumaliza mapema", True),
        ("fanya utafiti kuhusu amana yangu", True),
        ("Tafadhali fanya utafiti: nikihama mapema nitalipa nini?", True),
        ("naomba nichunguzie kama naweza kurudisha router", True),
        ("nataka ufanye utafiti: mama ana siku ngapi za likizo?", True),
        ("utafiti umefika wapi?", False),
        ("please look into my order", False),
        ("check all your documents for the deposit", True),
        ("do you have research papers?", False),
        ("I research birds for a living", False),
    ],
)
def test_what_begins_research(words: str, begins: bool) -> None:
    assert (_patterns()["start"].match(fold(words)) is not None) == begins


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("May I end my lease early, and what do I owe?", "en"),
        ("Darf ich den Vertrag vor dem Ende kündigen, und was kostet das?", "de"),
        ("Je, naweza kumaliza mkataba wangu mapema na nitadaiwa kiasi gani?", "sw"),
    ],
)
def test_the_language_of_a_report_is_that_of_its_question(question: str, language: str) -> None:
    assert language_of(question, "en") == language


def test_gaps_are_conditions_that_the_question_leaves_open() -> None:
    passage = ReadPassage(
        chunk_id=new_id(), document_id=new_id(), title="Lease", section="Ending it early",
        text="You may end the lease early. If you have paid a deposit, it is kept. If you end the lease early, rent is"
        " owed for two months.",
    )  # fmt: skip
    question = "May I end the lease early and what rent is owed?"
    conditions = [gap["about"] for gap in gaps_in(question, [], [passage]) if gap["kind"] == "condition"]
    assert conditions == ["you have paid a deposit"], "and not what was just said"
    assert not [gap for gap in gaps_in(question, ["I paid a deposit"], [passage]) if gap["kind"] == "condition"]
    missing = [gap["about"] for gap in gaps_in("What about the swimming pool?", [], [passage])]
    assert "swimming pool" in missing or "swimming" in missing
