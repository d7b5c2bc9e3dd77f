"""What customers come for is learned from how they ask, for each tenant, and tells of which topic a message is."""

import io
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.library import intake, questions
from knowledge.models import Document
from tenants import allowance
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import csv_of
from tools.catalog.importing import applying, planning
from tools.catalog.models import Product
from tools.topics import examples, keeping, regression, tasks
from tools.topics.examples import NONE, AskedTopic, TopicExample
from tools.topics.learning import Learned, learn
from tools.topics.models import LearnedTopics

NOW = timezone.now()
LATER = NOW + keeping.LOOKED_AT_EVERY
RULES = b"# House rules\n## Arrival\nRooms are ready from 14:00.\n## Boom\nIt goes down at dusk.\n"
ARRIVAL, BOOM = (AskedTopic("section", "rules.md", f"House rules > {name}") for name in ("Arrival", "Boom"))
IRON = AskedTopic("product", "iron", "Steam Iron")
ASKED = {
    ARRIVAL.name: ["When can we get the keys?", "Ufunguo wa chumba tunapewa lini?", "how early may we have the room"],
    BOOM.name: ["Are we locked out when we return late?", "mnatufungia nje tukirudi usiku?"],
}
IRONED = "something to press my shirts|nguo zangu zimekunjamana sana|natafuta ya kunyoosha mashati|wrinkled clothes"
COLUMNS = "sku,product,title,price,stock"
EXAMPLES = tuple(
    TopicExample(topic, text)
    for topic, texts in ((ARRIVAL, ASKED[ARRIVAL.name]), (BOOM, ASKED[BOOM.name]), (IRON, IRONED.split("|")))
    for text in texts
)


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path / "media"
    yield
    keeping.forget_all()


@pytest.fixture
def tenant(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    return make_tenant()


@pytest.fixture
def told(tenant: Tenant) -> Tenant:
    """With rules and an iron, and how customers ask for them."""
    intake.add(tenant.pk, RULES, "rules.md", now=NOW - timedelta(hours=1), asked=ASKED)
    sell(tenant, f"I-1,{IRON.key},{IRON.name},2900,3,{IRONED}", header=f"{COLUMNS},asked")
    return tenant


def sell(tenant: Tenant, *rows: str, header: str) -> None:
    with tenant_scope(tenant.pk):
        applying.apply(planning.plan(csv_of(*rows, header=header), currency="KES"), tenant.pk)


def likeliest(tenant: Tenant, text: str) -> AskedTopic | None:
    found = keeping.likely(tenant.pk, text, now=NOW)
    return found[0].topic if found else None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("hi when do you give us our keys", ARRIVAL),
        ("tutapewa ufunguo saa ngapi", ARRIVAL),
        ("do you lock us out if we return late", BOOM),
        ("mashati yangu yamekunjamana", IRON),
        ("my clothes are all wrinkled", IRON),
        ("steam iron", IRON),
    ],
)
def test_a_message_is_of_the_topic_that_others_ask_so_for(told: Tenant, text: str, topic: AskedTopic) -> None:
    assert keeping.learn_anew(told.pk, now=NOW)
    assert likeliest(told, text) == topic


def test_what_other_trades_are_asked_is_of_none(told: Tenant) -> None:
    keeping.learn_anew(told.pk, now=NOW)
    found = keeping.likely(told.pk, "is there any vacancy for a driver in your company", now=NOW)
    assert all(one.likely < 0.5 for one in found)


def test_nothing_is_learned_where_nobody_has_written_how_customers_ask(tenant: Tenant) -> None:
    intake.add(tenant.pk, RULES, "rules.md", now=NOW)
    assert not keeping.learn_anew(tenant.pk, now=NOW)
    assert keeping.likely(tenant.pk, "when do we get the keys", now=NOW) == ()


def test_the_same_is_learned_once(told: Tenant) -> None:
    assert keeping.learn_anew(told.pk, now=NOW)
    assert not keeping.learn_anew(told.pk, now=LATER)
    with tenant_scope(told.pk):
        assert LearnedTopics.objects.get().learned_at == LATER


def test_what_is_changed_is_learned_after_the_next_message(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    keeping.learn_anew(told.pk, now=NOW)
    keeping.likely(told.pk, "when do we get the keys", now=NOW)
    assert asked == []
    with tenant_scope(told.pk):
        questions.put(Document.objects.get().pk, {BOOM.name: ["Where do I park my lorry?"]}, now=LATER)
    with django_capture_on_commit_callbacks(execute=True):
        assert likeliest(told, "where may i park the lorry") != BOOM  # believed for some seconds
    with django_capture_on_commit_callbacks(execute=True):
        keeping.likely(told.pk, "where may i park the lorry", now=LATER)
    assert asked == [str(told.pk)]
    tasks.learn_topics(tenant_id=asked[0])
    assert likeliest(told, "where may i park the lorry") == BOOM


def test_a_page_and_a_thing_of_which_nobody_has_written_yet_stand_by_their_own_words(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    keeping.learn_anew(told.pk, now=NOW)
    card = b"# Loyalty card\n## Points\nEach hundred shillings earn five points on the loyalty card.\n"
    intake.add(told.pk, card, "card.md", now=LATER)
    sell(told, "W-1,wallet,Leather Wallet,1150,3", header=COLUMNS)
    with django_capture_on_commit_callbacks(execute=True):
        keeping.likely(told.pk, "points", now=LATER)
    assert asked == [str(told.pk)]
    assert keeping.learn_anew(told.pk, now=LATER)
    known = keeping.likely(told.pk, "how many points does the loyalty card give", now=LATER)
    assert known[0].topic == AskedTopic("section", "card.md", "Loyalty card > Points")
    assert keeping.likely(told.pk, "leather wallet", now=LATER)[0].topic.name == "Leather Wallet"


def test_what_is_taken_away_is_forgotten(told: Tenant) -> None:
    keeping.learn_anew(told.pk, now=NOW)
    with tenant_scope(told.pk):
        Product.objects.update(asked=[])
        questions.put(Document.objects.get().pk, {ARRIVAL.name: [], BOOM.name: []}, now=LATER)
    assert not keeping.learn_anew(told.pk, now=LATER)
    assert keeping.likely(told.pk, "when do we get the keys", now=LATER) == ()


def test_what_an_older_release_kept_is_learned_with_the_next_message(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    with tenant_scope(told.pk):
        Document.objects.update(asked_at=None)
        Product.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        assert keeping.likely(told.pk, "when do we get the keys", now=NOW) == ()
    assert asked == [str(told.pk)]


def test_what_an_older_release_has_learned_serves_until_it_is_learned_anew(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    keeping.learn_anew(told.pk, now=NOW)
    with tenant_scope(told.pk):
        row = LearnedTopics.objects.get()
        row.weights, row.fingerprint = _as_before(bytes(row.weights)), "an older one"
        row.save()
    with django_capture_on_commit_callbacks(execute=True):
        assert likeliest(told, "my clothes are all wrinkled") == IRON
    assert asked == [str(told.pk)]
    assert keeping.learn_anew(told.pk, now=LATER)
    with django_capture_on_commit_callbacks(execute=True):
        keeping.likely(told.pk, "my clothes are all wrinkled", now=LATER)
    assert len(asked) == 1


def _as_before(weights: bytes) -> bytes:
    """Without the examples."""
    with np.load(io.BytesIO(weights), allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in kept if not name.startswith("example_")}
    written = io.BytesIO()
    np.savez_compressed(written, **arrays)
    return written.getvalue()


def test_the_last_one_taken_away_is_noticed_once(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    then = timezone.now()
    keeping.learn_anew(told.pk, now=then)
    with tenant_scope(told.pk):
        Document.objects.update(questions={}, asked_at=None)
        iron = Product.objects.get()
        iron.asked = []
        iron.save()
    with django_capture_on_commit_callbacks(execute=True):
        keeping.likely(told.pk, "wrinkled clothes", now=then)
    assert asked == [str(told.pk)]
    assert not keeping.learn_anew(told.pk, now=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        assert keeping.likely(told.pk, "wrinkled clothes", now=then + keeping.LOOKED_AT_EVERY) == ()
    assert len(asked) == 1


def test_it_is_asked_for_once_a_minute_by_however_many_processes(
    told: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.learn_topics, "delay", lambda tenant_id: asked.append(tenant_id))
    monkeypatch.setattr(allowance.time, "time", lambda: 1_800_000_010.0)
    for _ in range(3):
        keeping.forget_all()
        with django_capture_on_commit_callbacks(execute=True):
            keeping.likely(told.pk, "when do we get the keys", now=NOW)
    assert asked == [str(told.pk)]
    monkeypatch.setattr(allowance.time, "time", lambda: 1_800_000_070.0)
    with django_capture_on_commit_callbacks(execute=True):
        keeping.likely(told.pk, "when do we get the keys", now=LATER)
    assert asked == [str(told.pk)] * 2


def test_beyond_so_many_topics_the_last_products_are_left_out(told: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "MOST_TOPICS", 2)
    with tenant_scope(told.pk):
        kept, left_out = examples.of_tenant()
    assert {example.topic for example in kept} == {ARRIVAL, BOOM, NONE}
    assert left_out == 1


def test_a_tenant_learns_from_its_own_customers_alone(told: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    other = make_tenant()
    keeping.learn_anew(told.pk, now=NOW)
    assert not keeping.learn_anew(other.pk, now=NOW)
    assert keeping.likely(other.pk, "when do we get the keys", now=NOW) == ()


def test_how_customers_ask_outlives_an_import_that_says_nothing_of_it(told: Tenant) -> None:
    sell(told, f"I-1,{IRON.key},{IRON.name},3100,3", header=COLUMNS)
    with tenant_scope(told.pk):
        assert Product.objects.get().asked == IRONED.split("|")


def test_what_is_kept_reads_as_it_was_learned() -> None:
    learned = learn(EXAMPLES)
    again = Learned.read(learned.written())
    for example in EXAMPLES:
        first, second = learned.likely(example.text)[0], again.likely(example.text)[0]
        assert first.topic == second.topic == example.topic
        assert first.likely == pytest.approx(second.likely, abs=0.01)


def test_it_is_the_same_however_many_texts_are_reckoned_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [{thing % 11: 1.0, thing % 7 + 11: 2.0} for thing in range(40)]
    of = [thing % 5 for thing in range(40)]
    whole = regression.fit(texts, of, things=18, topics=5)
    monkeypatch.setattr(regression, "TOGETHER", 3)
    cut = regression.fit(texts, of, things=18, topics=5)
    assert (whole.starts == cut.starts).all()
    assert (whole.which == cut.which).all()
    assert whole.weights == pytest.approx(cut.weights, abs=0.05)


def test_texts_that_speak_of_nothing_teach_nothing() -> None:
    learned = learn((TopicExample(ARRIVAL, "the"), TopicExample(BOOM, "?")))
    assert learned.likely("the boom") == ()


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(max_size=200), st.sampled_from([example.text for example in EXAMPLES])))
def test_likelihoods_are_shares_of_one_whatever_is_written(text: str) -> None:
    """Property: each topic once, likeliest first, none below nothing, all together at most all."""
    found = learn(EXAMPLES).likely(text)
    assert len({one.topic for one in found}) == len(found)
    assert [one.likely for one in found] == sorted((one.likely for one in found), reverse=True)
    assert all(0 <= one.likely <= 1 for one in found)
    assert sum(one.likely for one in found) <= 1.001
    assert NONE not in {one.topic for one in found}
