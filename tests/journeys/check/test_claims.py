"""Every kind of claim is known by its words in three languages, and its neighbours are none."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.check.claims.made import claims_in, rules

TABLE = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))
LANGUAGES = {"en", "sw", "sheng"}


def rows() -> Iterator[tuple[str, str, str]]:
    for kind, by_language in TABLE.items():
        yield from ((kind, claim, neighbour) for claim, neighbour in by_language.values())


def stated(text: str) -> set[str]:
    return {claim.rule.code for claim in claims_in(text) if not claim.is_denied}


def test_every_kind_stands_here_in_three_languages() -> None:
    assert set(TABLE) == {rule.code for rule in rules()}
    assert all(set(by_language) == LANGUAGES for by_language in TABLE.values())


@pytest.mark.parametrize(("kind", "claim", "neighbour"), list(rows()))
def test_a_claim_is_one_and_its_neighbour_is_none(kind: str, claim: str, neighbour: str) -> None:
    assert kind in stated(claim)
    assert kind not in stated(neighbour)
