"""A language is a folder: one more is offered, asked for, counted in and spoken, and no other file knows of it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.here import ROOT

LANGUAGE = """
place = 9
name = "Toki"
described = \'\'\'a toy of a few words: "mi wile e len"\'\'\'
asked_for = ["toki"]
near = ["sw"]

[numbers]
units = "wan=1 luka=5"
"""
SENTENCES = """
choose = "o wile"
"""
# In a process of its own: forms, columns and schemas are made of the languages when they are imported.
TRY = """
import json, sys
from journeys import language
language.__path__.append(sys.argv[1])
import django
django.setup()

from django.core.exceptions import ValidationError
from journeys.language.numbers import spoken
from journeys.preferences.commands import SetPreferences
from journeys.preferences.reading import read
from journeys.state import begin
from journeys.understand import language_policy
from journeys.wording.phrases import say, spoken_here
from pydantic import ValidationError as Unfit
from tenants.admin.fields import LanguagesField
from tenants.models import Customer, Tenant
from tests.journeys.shop import SPACE
from tools.context.customer_update_preferences import CustomerUpdatePreferencesArgs


def taken(make, error):
    try:
        make()
    except error:
        return False
    return True


def by_tenant(code):
    tenant = Tenant(default_language=code, allowed_languages=[code])
    others = {field.name for field in Tenant._meta.fields} - {"default_language", "allowed_languages"}
    return taken(lambda: tenant.clean_fields(exclude=others), ValidationError)


def by_tool(code):
    return taken(lambda: CustomerUpdatePreferencesArgs(language_preference=code, reason="asked"), Unfit)


state = begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE))
toki = state.having(response_language="tok")
heard = language_policy.LanguageHeard(language="tok", confidence=0.9)
print(json.dumps({
    "columns": [dict(field.flatchoices).get("tok") for field in (
        Tenant._meta.get_field("default_language"), Customer._meta.get_field("language_preference"))],
    "form": dict(LanguagesField().choices)["tok"],
    "tenant": [by_tenant("tok"), by_tenant("tlh")],
    "new tenant": Tenant().allowed_languages,
    "tool": [by_tool("tok"), by_tool("tlh")],
    "model's choice": SetPreferences.model_json_schema()["properties"]["language"]["anyOf"][0]["enum"],
    "asked for": read("answer me in toki please", state, None)[0].language,
    "prompt": 'tok    a toy of a few words: "mi wile e len"' in language_policy.PROMPT.splitlines(),
    "answered in": language_policy.chosen(state, heard)["response_language"],
    "own words": say("choose", toki),
    "lent words": say("which_preference", toki) == say("which_preference", state.having(response_language="sw")),
    "names": spoken_here(state),
    "number": str(next(spoken("len luka")).value),
}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("languages") / "tok"
    folder.mkdir()
    (folder / "language.toml").write_text(LANGUAGE)
    (folder / "sentences.toml").write_text(SENTENCES)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.static_settings", "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-W", "error", "-c", dedent(TRY), str(Path(folder).parent)]
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_it_is_offered_wherever_a_language_is_chosen(found: dict[str, Any]) -> None:
    assert found["columns"] == ["Toki", "Toki"]
    assert found["form"] == "Toki"
    assert found["new tenant"] == ["en", "sw", "sheng", "tok"]
    assert found["model's choice"] == ["en", "sw", "sheng", "tok"]
    assert found["names"] == "English, Kiswahili, Sheng, Toki"


def test_what_is_no_folder_is_no_language(found: dict[str, Any]) -> None:
    assert found["tenant"] == [True, False]
    assert found["tool"] == [True, False]


def test_a_customer_asks_for_it_and_is_heard_counted_and_answered_in_it(found: dict[str, Any]) -> None:
    assert (found["asked for"], found["prompt"], found["answered in"]) == ("tok", True, "tok")
    assert found["number"] == "5"
    assert found["own words"] == "o wile"


def test_what_it_does_not_say_itself_the_nearest_language_lends(found: dict[str, Any]) -> None:
    assert found["lent words"]
