"""The dashboard and the alerts name figures that /metrics has, and every alert says what to do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAME = re.compile(r"\btulia_\w+")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DOCS / "monitoring" / "dashboard.json").read_text())["panels"]
    return found


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((DOCS / "monitoring" / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


SHOWN = [target["expr"] for panel in panels() for target in panel["targets"]]
EXPRESSIONS = [*SHOWN, *(rule["expr"] for rule in rules())]


@pytest.fixture
def families(db: None) -> list[Metric]:
    return list(text_string_to_metric_families(Client().get("/metrics").content.decode()))


def test_every_figure_they_name_exists(families: list[Metric]) -> None:
    known = {family.name + suffix for family in families for suffix in SUFFIXES[family.type]}
    named = {name for expression in EXPRESSIONS for name in NAME.findall(expression)}
    assert len(named) > 20
    assert named - known == set()


def test_every_figure_is_shown_or_watched(families: list[Metric]) -> None:
    named = " ".join(EXPRESSIONS)
    assert {family.name for family in families if family.name not in named} == set()


def test_panels_have_ids_and_places_of_their_own() -> None:
    assert len({panel["id"] for panel in panels()}) == len(panels())
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels()]
    assert len(set(places)) == len(places)


def test_every_alert_has_an_entry_that_tells_what_to_do() -> None:
    table = (DOCS / "operating.md").read_text().split("| alert | what to do |")[1].split("\n\n")[0]
    told = set(re.findall(r"`(Tulia\w+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if "|" in line)))
    assert told == {rule["alert"] for rule in rules()}
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in rules())
