"""What the local mind learns is learned once an installation; nothing that is damaged, outdated or away is believed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from journeys.local import exemplars, learned, tongues
from journeys.local.learned import Arrays


class Lesson:
    """Learns the same each time, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, made_from: bytes = b"this") -> list[int]:
        return list(learned.kept("lesson", made_from, self.learn)["squares"].tolist())

    def learn(self) -> Arrays:
        self.times += 1
        return {"squares": np.arange(4) ** 2}


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.TULIA = settings.TULIA.model_copy(update={"data_dir": tmp_path})
    return tmp_path / "learned"


@pytest.fixture
def lesson(folder: Path) -> Lesson:
    return Lesson()


def test_it_is_learned_once(lesson: Lesson, folder: Path) -> None:
    assert lesson() == lesson() == [0, 1, 4, 9]
    assert lesson.times == 1
    assert [each.stem for kept in folder.iterdir() for each in kept.iterdir()] == ["squares"]


def test_from_something_else_it_is_learned_anew(lesson: Lesson) -> None:
    lesson()
    lesson(b"that")
    lesson()
    assert lesson.times == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-8]),
        lambda file: file.write_bytes(b"nonsense"),
        lambda file: np.save(file, np.array([{"a": "program"}], dtype=object)),
    ],
    ids=["emptied", "cut", "nonsense", "pickled"],
)
def test_what_is_damaged_is_learned_again_and_mended(
    lesson: Lesson, folder: Path, damage: Callable[[Path], None]
) -> None:
    lesson()
    damage(next(folder.rglob("squares.npy")))
    assert lesson() == lesson() == [0, 1, 4, 9]
    assert lesson.times == 2


def test_where_nothing_can_be_written_each_start_learns(lesson: Lesson, folder: Path) -> None:
    folder.write_text("a file where the folder would be")
    assert lesson() == lesson() == [0, 1, 4, 9]
    assert lesson.times == 2


def test_who_comes_second_takes_what_the_first_has_left(lesson: Lesson, folder: Path) -> None:
    """Two processes that start together both learn; neither is in the other's way."""
    slow = Lesson()

    def learn_meanwhile() -> Arrays:
        lesson()
        return slow.learn()

    assert learned.kept("lesson", b"this", learn_meanwhile)["squares"].tolist() == [0, 1, 4, 9]
    assert lesson() == [0, 1, 4, 9]
    assert lesson.times == slow.times == 1
    assert len(list(folder.iterdir())) == 1


def test_what_was_kept_judges_as_what_was_just_learned(folder: Path) -> None:
    said = {"sale": ["nataka viatu", "I want shoes"], "order": ["iko wapi order yangu", "where is my order"]}
    new, kept = exemplars.learn(said), exemplars.learn(said)
    assert [each.name.partition("-")[0] for each in folder.iterdir()] == ["exemplars"]
    assert new.scores("nataka order") == kept.scores("nataka order")
    other = exemplars.learn(said | {"order": ["viatu"]})
    assert other.scores("nataka order") != new.scores("nataka order")
    new, kept = tongues._identifier.__wrapped__(), tongues._identifier.__wrapped__()
    assert new.rank("bonjour, nataka viatu") == kept.rank("bonjour, nataka viatu")
