"""Journeys plug in: one more is a folder and a line; one written form for taps, stored questions and commands."""

import importlib
import sys
from pathlib import Path
from textwrap import dedent
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys import registry
from journeys.command import Command
from journeys.registry import ALL, CommandUnknown, Registry
from journeys.sales.commands import OpenItem
from tests.journeys.shop import Chat

TOY = '''
"""Weather: a toy that tells the weather."""

from typing import ClassVar

from journeys.command import Command
from journeys.contract import Done, Journey
from journeys.reply import Text
from journeys.state import Slice


class AskWeather(Command):
    """The weather somewhere."""

    name: ClassVar[str] = "ask_weather"
    is_read: ClassVar[bool] = True

    place: str = "here"


class Weather(Slice):
    """How often it was asked."""

    asked: int = 0


def act(command, state, context):
    kept = state.of("weather", Weather)
    kept = kept.having(asked=kept.asked + 1)
    words = f"Sunny in {command.place}, asked {['never', 'once', 'twice'][kept.asked]}."
    return Done(state=state.keeping("weather", kept), reply=Text(text=words))


def continues(text, state):
    return AskWeather(place=text.split()[-1]) if text.startswith("weather") else None


JOURNEY = Journey(
    name="weather", commands=(AskWeather,), act=act, continues=continues, prompt="ask_weather", prompt_node="weather"
)
'''


@pytest.fixture
def weather(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """The house with one more journey, from a folder of its own."""
    folder = tmp_path / f"toys_{uuid4().hex}" / "weather"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "journey.py").write_text(dedent(TOY))
    monkeypatch.syspath_prepend(str(folder.parent.parent))
    module = importlib.import_module(f"{folder.parent.name}.weather.journey")
    with_toy = Registry((*registry.JOURNEYS, module.JOURNEY))
    monkeypatch.setattr(registry, "ALL", with_toy)
    yield with_toy
    for name in [name for name in sys.modules if name.startswith(folder.parent.name)]:
        del sys.modules[name]


def test_a_journey_is_a_folder_and_a_line(weather: Registry) -> None:
    chat = Chat()
    assert "Sunny in kisumu, asked once." in chat.say("weather in kisumu")
    assert "Sunny in thika, asked twice." in chat.say("weather in thika")
    assert "Running Shoes" in chat.say("running shoes")


def test_taken_out_again_nothing_of_it_is_left_but_what_it_kept(
    weather: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Chat()
    chat.say("weather in kisumu")
    monkeypatch.setattr(registry, "ALL", ALL)
    assert "Sunny" not in chat.say("weather in kisumu")
    assert chat.state.journeys["weather"] == {"asked": 1}


def test_a_tenant_switches_it_off(weather: Registry) -> None:
    chat = Chat()
    chat.shop.tenant["journeys_off"] = ["weather"]
    assert "Sunny" not in chat.say("weather in kisumu")


def test_what_every_tenant_needs_cannot_be_switched_off() -> None:
    left = {journey.name for journey in ALL.without([journey.name for journey in ALL.journeys]).journeys}
    assert {"handoff", "prefs", "unknown"} <= left


def test_every_command_has_one_owner_and_a_name_of_its_own() -> None:
    named = [command.name for journey in ALL.journeys for command in journey.commands]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("kind", list(ALL.commands.values()), ids=lambda kind: kind.name)
def test_every_command_survives_its_written_form(kind: type[Command]) -> None:
    fields = kind.model_fields.items()
    required = {name: 1 if field.annotation is int else "x" for name, field in fields if field.is_required()}
    if "change" in required:
        required["change"] = "remove"
    command = kind.model_validate(required)
    assert ALL.decoded(command.written()) == command


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_no_tap_whatever_it_says_becomes_more_than_a_command(text: str) -> None:
    try:
        command = ALL.decoded(text)
    except CommandUnknown:
        return
    assert type(command) in ALL.commands.values()


@pytest.mark.parametrize(
    "written",
    [
        "",
        "[]",
        "quantity:",
        "quantity:two",
        "cart:set:",
        '["open_item"]',
        '["rm -rf"]',
        '["open_item",{"item":1}]',
        '["open_item",{"item":"a","x":1}]',
    ],
)
def test_what_is_no_command_is_refused(written: str) -> None:
    with pytest.raises(CommandUnknown):
        ALL.decoded(written)


def test_a_row_of_version_1_still_means_what_it_said() -> None:
    assert ALL.decoded("item:abc") == OpenItem(item="abc")
    for old in ("cart:pay", "method:card", "buy:abc", "cart:set:2:SKU-1", "topic:human", "order:A6H6J8K9", "pay:other"):
        ALL.decoded(old)
