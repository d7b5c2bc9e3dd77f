"""What is asked for beside the caller is done once, in order and soon; under load, many at a time."""

import threading

import pytest

from tenants.together import Together

LIMIT_SECONDS = 10
MANY = 500


class Done:
    """What was done, a list for each go."""

    def __init__(self) -> None:
        self.goes: list[list[int]] = []
        self.held = threading.Event()
        self.held.set()

    def __call__(self, items: list[int]) -> None:
        assert self.held.wait(LIMIT_SECONDS)
        self.goes.append(items)

    @property
    def items(self) -> list[int]:
        return [item for go in self.goes for item in go]


@pytest.fixture
def done() -> Done:
    return Done()


@pytest.fixture
def together(done: Done) -> Together[int]:
    return Together("test", done)


def wait(together: Together[int]) -> None:
    together.thread.submit(int).result(LIMIT_SECONDS)


def test_what_comes_alone_goes_alone_and_in_order(together: Together[int], done: Done) -> None:
    for number in range(3):
        together.give(number)
        wait(together)
    assert done.goes == [[0], [1], [2]]


def test_what_comes_meanwhile_goes_together_and_each_once(together: Together[int], done: Done) -> None:
    done.held.clear()
    together.give(-1)
    for number in [*range(MANY), *range(MANY)]:
        together.give(number)
    done.held.set()
    wait(together)
    assert list(dict.fromkeys(done.items)) == [*done.goes[0], *[it for it in range(MANY) if it not in done.goes[0]]]
    assert len(done.goes) <= 3


def test_many_threads_lose_nothing(together: Together[int], done: Done) -> None:
    threads = [
        threading.Thread(target=lambda first=first: [together.give(it) for it in range(first, first + MANY)])
        for first in range(0, 8 * MANY, MANY)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_SECONDS)
    wait(together)
    assert sorted(done.items) == list(range(8 * MANY))


def test_what_fails_keeps_nothing_after_it_back(done: Done) -> None:
    def fails_first(items: list[int]) -> None:
        done(items)
        if items == [0]:
            raise RuntimeError

    together = Together("test", fails_first)
    for number in range(2):
        together.give(number)
        wait(together)
    assert done.goes == [[0], [1]]


def test_one_that_is_ending_says_so(together: Together[int]) -> None:
    together.thread.shutdown()
    for _ in range(2):
        with pytest.raises(RuntimeError):
            together.give(1)
