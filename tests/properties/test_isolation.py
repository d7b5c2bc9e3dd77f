"""Whatever two tenants do, neither sees, changes or names the other's rows."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenants import wall
from tenants.models import Customer, Tenant
from tenants.scope import NoScope, ScopeConflict, fleet_scope, tenant_scope
from tenants.tenancy import TenantModel
from tests.depth import rounds, thorough
from tests.talk import Talk
from tests.undone import undone
from tools import registry
from tools.contract import Args, Tool, ToolContext

pytestmark = pytest.mark.django_db
MOST_TURNS = rounds(2, deep=4)
TENANT_MODELS = [model for model in wall.walled_models() if issubclass(model, TenantModel)]


@pytest.fixture
def pair(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> tuple[Talk, Talk]:
    """Two tenants that share a customer's address."""
    sender = "whatsapp:+254712000001"
    return talk(make_tenant(), sender=sender), talk(make_tenant(), sender=sender)


# A row of another tenant's, in whichever table, as anybody would see it who asks past the models.
NOT_OURS = " UNION ALL ".join(
    f"(SELECT '{model._meta.db_table}' FROM \"{model._meta.db_table}\" WHERE tenant_id <> $1 LIMIT 1)"
    for model in TENANT_MODELS
)


@pytest.fixture
def not_ours(db: None) -> Iterator[Callable[[UUID], list[tuple[str]]]]:
    """Asks in the tenant's scope; to plan the question takes longer than to answer it."""
    with connection.cursor() as cursor:
        cursor.execute(f"PREPARE not_ours (uuid) AS {NOT_OURS}")

    def look(mine: UUID) -> list[tuple[str]]:
        with tenant_scope(mine), connection.cursor() as cursor:
            cursor.execute("EXECUTE not_ours(%s)", [mine])
            return list(cursor.fetchall())

    yield look
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE not_ours")


# Feature: tulia-ai-v2-langgraph-refactor, Property 3: Tenant Isolation Enforcement
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(turns=st.lists(st.tuples(st.booleans(), st.text(min_size=1, max_size=40)), min_size=1, max_size=MOST_TURNS))
@undone
def test_two_tenants_never_see_each_other(
    pair: tuple[Talk, Talk], not_ours: Callable[[UUID], list[tuple[str]]], turns: list[tuple[bool, str]]
) -> None:
    for is_first, text in turns:
        pair[0 if is_first else 1].say(text.replace("\x00", ""))
    for mine in pair:
        assert not_ours(mine.tenant.id) == []


def test_a_model_shows_each_tenant_its_own(pair: tuple[Talk, Talk]) -> None:
    for talk in pair:
        talk.say("running shoes")
    for mine in pair:
        with tenant_scope(mine.tenant.id):
            seen = {model: set(model.objects.values_list("tenant_id", flat=True)) for model in TENANT_MODELS}  # type: ignore[attr-defined]
        assert seen[Customer] == {mine.tenant.id}
        assert {model for model, owners in seen.items() if not owners <= {mine.tenant.id}} == set()


def test_outside_a_scope_there_is_nothing(pair: tuple[Talk, Talk]) -> None:
    pair[0].say("Hi")
    for model in TENANT_MODELS:
        with pytest.raises(NoScope):
            model.objects.count()  # type: ignore[attr-defined]
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT count(*) FROM "{model._meta.db_table}"')
            assert cursor.fetchone() == (0,), model


def test_a_row_for_another_tenant_is_refused_by_the_database(pair: tuple[Talk, Talk]) -> None:
    mine, other = pair
    with pytest.raises(Error, match="row-level security"), tenant_scope(mine.tenant.id):
        Customer.objects.create(tenant_id=other.tenant.id, address="whatsapp:+254700000099")


def test_a_scope_inside_anothers_is_refused(pair: tuple[Talk, Talk]) -> None:
    with pytest.raises(ScopeConflict), tenant_scope(pair[0].tenant.id), tenant_scope(pair[1].tenant.id):
        pass
    with pytest.raises(ScopeConflict), tenant_scope(pair[0].tenant.id), fleet_scope():
        pass


def test_a_scope_ends_with_its_block(pair: tuple[Talk, Talk]) -> None:
    with transaction.atomic():
        with tenant_scope(pair[0].tenant.id):
            assert Customer.objects.count() == 0
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('tulia.tenant_id', true), current_user")
            assert cursor.fetchone() == ("", "tulia_app")


FORGED = [uuid4().hex, "../../etc/passwd", "' OR 1=1 --", "%", ""]


@thorough
@pytest.mark.parametrize("tool", registry.TOOLS, ids=lambda tool: tool.name)
def test_a_tool_gives_nothing_of_another_tenant_away(tool: Tool[Any, Any], pair: tuple[Talk, Talk]) -> None:
    """Every text argument is tried with another tenant's ids; an answer may hold none of them."""
    mine, other = pair
    for talk in pair:
        talk.say("Hi")
    foreign = [str(other.tenant.id), str(other.conversation.id), str(other.conversation.customer_id), other.tenant.slug]
    context = ToolContext(
        tenant_id=mine.tenant.id,
        conversation_id=mine.conversation.id,
        request_id=uuid4(),
        customer_id=mine.conversation.customer_id,
        now=timezone.now(),
    )
    for name in text_arguments(tool.args):
        for value in (*foreign, *FORGED):
            call = registry.call(tool.name, {name: value}, context)
            answer = json.dumps(call.answer.model_dump(mode="json"))
            assert not any(secret in answer for secret in foreign if secret != value), (tool.name, name, value)


def text_arguments(args: type[Args]) -> list[str]:
    schema = args.model_json_schema()["properties"] if args.model_fields else {}
    return [name for name, rule in schema.items() if "string" in json.dumps(rule)]
