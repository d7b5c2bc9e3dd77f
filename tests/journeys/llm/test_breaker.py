"""The breaker: five failures in a row open it, a rest later one call may try."""

import threading
from dataclasses import dataclass

import pytest

from journeys.llm import Provider
from journeys.llm.breaker import REST_SECONDS, THRESHOLD, Breaker, breaker_of
from tests.journeys.llm.asking import FACTS, GOOD, INTENT, mind, outcomes
from tests.loopback import openai_server as says
from tests.loopback.openai_server import OpenAIServer


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker("test", clock=clock)


def fail(breaker: Breaker, times: int = THRESHOLD) -> None:
    for _ in range(times):
        breaker.failed()


def test_it_opens_at_the_fifth_failure_in_a_row(breaker: Breaker) -> None:
    fail(breaker, 4)
    assert breaker.allows()
    fail(breaker, 1)
    assert not breaker.allows()


def test_a_success_begins_the_count_anew(breaker: Breaker) -> None:
    fail(breaker, 4)
    breaker.succeeded()
    fail(breaker, 4)
    assert breaker.allows()


def test_after_a_rest_one_call_may_try(breaker: Breaker, clock: Clock) -> None:
    fail(breaker)
    clock.now += REST_SECONDS - 0.01
    assert not breaker.allows()
    clock.now += 0.01
    assert [breaker.allows() for _ in range(3)] == [True, False, False]


def test_a_trial_that_fails_means_another_rest(breaker: Breaker, clock: Clock) -> None:
    fail(breaker)
    clock.now += REST_SECONDS
    assert breaker.allows()
    breaker.failed()
    clock.now += REST_SECONDS - 0.01
    assert not breaker.allows()
    clock.now += 0.01
    assert breaker.allows()


def test_a_trial_that_succeeds_closes_it(breaker: Breaker, clock: Clock) -> None:
    fail(breaker)
    clock.now += REST_SECONDS
    assert breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert not breaker.is_open


def test_only_one_of_many_threads_tries(breaker: Breaker, clock: Clock) -> None:
    fail(breaker)
    clock.now += REST_SECONDS
    allowed: list[bool] = []
    threads = [threading.Thread(target=lambda: allowed.append(breaker.allows())) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(allowed) == 1


def test_a_provider_has_one_breaker_in_the_process() -> None:
    here = Provider(kind="openai", model="m", base_url="http://one/v1")
    assert breaker_of(here) is breaker_of(Provider(kind="openai", model="m", base_url="http://one/v1"))
    for other in ({"model": "n"}, {"base_url": "http://two/v1"}, {"api_key": "k"}):
        settings = {"model": "m", "base_url": "http://one/v1"} | other
        assert breaker_of(here) is not breaker_of(Provider(kind="openai", **settings))


def test_an_open_breaker_answers_locally_without_a_call(openai_server: OpenAIServer, breaker: Breaker) -> None:
    fail(breaker)
    asker = mind(openai_server, breaker=breaker)
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert openai_server.asked == []
    assert outcomes(asker)[-1] == ("local", "breaker_open")


def test_a_server_that_fails_is_left_alone_and_taken_up_again(
    openai_server: OpenAIServer, breaker: Breaker, clock: Clock
) -> None:
    openai_server.reply = says.error(429, retry_after="60")
    for _ in range(8):
        mind(openai_server, breaker=breaker).ask(INTENT, FACTS)
    assert len(openai_server.asked) == THRESHOLD
    clock.now += REST_SECONDS
    openai_server.reply = says.answer(GOOD)
    assert mind(openai_server, breaker=breaker).ask(INTENT, FACTS).intent == "sales"
    assert mind(openai_server, breaker=breaker).ask(INTENT, FACTS).intent == "sales"


def test_nonsense_counts_when_the_retry_was_no_better(openai_server: OpenAIServer, breaker: Breaker) -> None:
    openai_server.reply = says.completion("no")
    for _ in range(THRESHOLD - 1):
        mind(openai_server, breaker=breaker).ask(INTENT, FACTS)
    assert not breaker.is_open
    mind(openai_server, breaker=breaker).ask(INTENT, FACTS)
    assert breaker.is_open


def test_an_answer_that_its_node_refuses_is_not_the_providers_fault(
    openai_server: OpenAIServer, breaker: Breaker
) -> None:
    openai_server.reply = says.answer(GOOD)
    for _ in range(THRESHOLD + 1):
        mind(openai_server, breaker=breaker).ask(INTENT, FACTS, check=lambda said: "no")
    assert not breaker.is_open


def test_a_wrong_key_opens_it_at_once(openai_server: OpenAIServer, breaker: Breaker) -> None:
    openai_server.reply = says.error(401)
    mind(openai_server, breaker=breaker).ask(INTENT, FACTS)
    assert breaker.is_open
    mind(openai_server, breaker=breaker).ask(INTENT, FACTS)
    assert len(openai_server.asked) == 1
