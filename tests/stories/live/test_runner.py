"""The runner itself: money, taps, clocks and people's part in a story, and a model's answers recorded and replayed."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pydantic import AnyHttpUrl

from conversations.simulator.stories import session, story, table
from conversations.simulator.stories.story import Story
from conversations.simulator.stories.telling import Run
from tests.depth import thorough
from tests.loopback.openai_server import OpenAIServer, completion

ASKED = "do you have a woven palm mat?"
MAT = [{"text": ASKED}, {"tap": "Buy this"}, {"text": "1"}]


def told(*steps: dict[str, Any], **fields: Any) -> Story:
    said = {"name": "a-test", "business": "duka", "language": "en", "kind": "buy", "say": steps}
    return Story.model_validate(said | fields)


def tell(one: Story, against: session.Against = "local") -> Run:
    (run,) = session.tell_all([one], against=against, random=Random())
    return run


def problems(run: Run) -> list[str]:
    return [problem for verdict in run.verdicts for problem in verdict.problems]


def test_a_prompt_is_paid_on_the_phone() -> None:
    cart = {"cart": [{"title": "Woven Palm Mat", "quantity": 1}], "order": {"status": "draft", "total": 980}}
    run = tell(
        told(
            *MAT[:-1], {"text": "1", "met": [cart]}, {"text": "mpesa prompt", "met": [{"payment": False}]},
            {"text": "yes", "met": [{"payment": {"method": "mpesa_stk", "amount": 980, "status": "pending"}}]},
            {"pin": "pay", "met": [{"order": {"status": "paid", "paid": 980}, "reply_has": ["980"]}]},
            {"event": "preparing"}, {"event": "shipped", "met": [{"order": {"status": "shipped"}, "silent": False}]},
        )
    )  # fmt: skip
    assert problems(run) == []
    assert all(step.turns for step in run.steps if step.reply)


def test_what_does_not_hold_is_said_in_sentences() -> None:
    wrong = {
        "reply_has": ["no such words", {"any_of": ["neither", "nor"]}], "reply_lacks": ["KES 980"], "language": "sw",
        "items_shown": ["Steam Iron"], "shelf": "Kitchen", "price_max": 100, "cart": [{"title": "Steam Iron"}],
        "order": {"status": "paid"}, "ticket": True, "payment": True, "customer": {"marketing": False},
        "state": {"version": -1}, "silent": True,
    }  # fmt: skip
    run = tell(told({"text": ASKED, "met": [wrong]}))
    assert not run.holds
    assert [problem.split(" at version")[0] for problem in problems(run)] == [
        "there was a reply", "does not say “no such words”", "does not say “neither” or “nor”", "says “KES 980”",
        "is in en and not in sw", "does not show “Steam Iron”", "shows 0 of Kitchen among 1 items",
        "shows Woven Palm Mat for 980", "no 1 x Steam Iron  in the cart", "there is no order", "there is no ticket",
        "there is no payment", "marketing is None, not False", f"the state has {run_version(run)}",
    ]  # fmt: skip


def run_version(run: Run) -> str:
    return problems(run)[-1].removeprefix("the state has ").split(" at version")[0]


@thorough
def test_a_till_and_a_card_page_are_paid_too() -> None:
    till = tell(
        told(
            *MAT, {"text": "paybill"}, {"text": "yes", "met": [{"reply_has": ["174379"], "payment": True}]},
            {"pay": {"way": "till"}, "met": [{"order": {"status": "paid", "paid": 980}}]},
        )
    )  # fmt: skip
    card = tell(
        told(
            *MAT, {"text": "card"}, {"text": "yes", "met": [{"payment": {"method": "card"}}]},
            {"pay": {"way": "card"}, "met": [{"order": {"status": "paid"}}]},
        )
    )  # fmt: skip
    assert problems(till) + problems(card) == []


def test_what_cannot_be_done_is_a_problem_of_what_should_hold_then() -> None:
    run = tell(
        told(
            {"pin": "pay", "met": [{"payment": False}]}, {"event": "shipped", "met": [{"silent": True}]},
            {"tap": "Nothing of the kind", "met": [{"reply_has": ["never said"]}]},
        )
    )  # fmt: skip
    assert [problem.partition(",")[0] for problem in problems(run)] == [
        "there was no prompt on the phone", "there was nothing that this could happen to",
        "does not say “never said”", "there was no Nothing of the kind to tap: it was written instead",
    ]  # fmt: skip


@pytest.mark.parametrize("at", ["tue 10:30", "sun 10:30"])
def test_a_story_may_be_told_at_another_time_of_the_week(at: str) -> None:
    run = tell(told({"text": "I want to talk to a person", "met": [{"ticket": True, "silent": False}]}, at=at))
    assert problems(run) == []
    (step,) = run.steps
    assert ("30 minutes" in step.reply) == (at == "tue 10:30"), step.reply


@thorough
def test_the_shelves_are_left_as_they_were() -> None:
    first = tell(told(*MAT[:-1], {"text": "9", "met": [{"cart": [{"title": "Woven Palm Mat", "quantity": 9}]}]}))
    again = tell(told(*MAT[:-1], {"text": "9", "met": [{"cart": [{"title": "Woven Palm Mat", "quantity": 9}]}]}))
    assert problems(first) + problems(again) == []


@thorough
def test_what_a_model_answers_is_recorded_and_replayed(
    openai_server: OpenAIServer, settings: Any, tmp_path: Path
) -> None:
    openai_server.reply = completion('{"nonsense": "is \\"recorded\\" too, ndiyo 😀"}')
    ours = {"openai_base_url": AnyHttpUrl(openai_server.base_url), "openai_api_key": "k"}
    settings.TULIA = settings.TULIA.model_copy(update=ours)
    one = told({"text": "habari"}, {"text": ASKED, "met": [{"items_shown": ["Woven Palm Mat"]}]}, name="kept-one")
    (first,) = session.tell_all([one], against="endpoint", random=Random(), record=tmp_path)
    asked = len(openai_server.asked)
    (again,) = story.load(tmp_path / "kept_one.toml")
    assert again.say == one.say
    assert len(again.answer) == asked > 0
    assert {answer.json_ for answer in again.answer} == {'{"nonsense": "is \\"recorded\\" too, ndiyo 😀"}'}
    replayed = tell(again, "recorded")
    assert len(openai_server.asked) == asked
    assert [step.calls for step in replayed.steps] == [step.calls for step in first.steps]
    assert sum(step.calls for step in replayed.steps) == asked


def test_a_recorded_answer_that_nobody_asks_for_breaks_its_story() -> None:
    asked = told({"text": "STOP"}, name="unasked", answer=[{"step": 1, "asked": "Understood", "json": "{}"}])
    run = tell(asked, "recorded")
    assert run.unused == ["step 1: Understood"]
    assert not run.holds
    assert "- step 1: Understood" in table.failures([run])


def test_the_command_tells_stories_and_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "one.toml", tmp_path / "out.md"
    met = 'met = [{ wish = "a mat", items_shown = "Woven Palm Mat" }, { wish = "a moon", reply_has = "moon" }]'
    file.write_text(f'business = "duka"\nlanguage = "en"\nkind = "find"\n[[say]]\ntext = "{ASKED}"\n{met}\n')
    call_command("tell", str(file), "-k", "2", "--table", str(out))
    assert "✗ one: 1 of 2 wishes met\n✗ one: 1 of 2 wishes met\n" in capsys.readouterr().out
    written = out.read_text()
    assert "| duka, English | 2 | 0 | 4 | 2 | 50 | 100 | 0.00 | 100 |" in written
    assert "- a moon: does not say “moon”" in written
    assert "Unsteady: none" in written


def test_the_command_refuses_what_it_cannot_tell(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("tell", str(tmp_path / "none.toml"))
    with pytest.raises(CommandError, match="Only an endpoint can be recorded"):
        call_command("tell", str(tmp_path), "--record", str(tmp_path))
    (tmp_path / "one.toml").write_text('business="duka"\nlanguage="en"\nkind="find"\n[[say]]\ntext="hi"\n')
    with pytest.raises(CommandError, match="No model provider is configured"):
        call_command("tell", str(tmp_path / "one.toml"), "--against", "endpoint")
    assert not settings.TULIA.has_model
    assert tomllib.loads((tmp_path / "one.toml").read_text())["say"]
