"""A shop with an agreement whose sections refer to each other, and the steps of its research."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from conversations.research import stepping
from conversations.simulator.demo.load import FOLDER
from knowledge import embed
from knowledge.library import intake
from knowledge.load import load as read_file
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.people import new_tenant
from tests.talk import Talk
from tools.research import selectors
from tools.research.models import ResearchRun

FILES = ("11_service_agreement.md", "12_schedule_of_fees.md", "13_equipment_guide.md", "07_router_reset.md")
QUESTION = "research: may I end my fibre agreement early, and what do I owe then?"


def ingest(tenant: Tenant, *files: Path) -> None:
    for file in files:
        intake.add(
            tenant.id,
            file.read_bytes(),
            file.name,
            now=timezone.now(),
            read=read_file,
            embedder=embed.Embedder(),
            is_last=file == files[-1],
        )


@pytest.fixture
def netco(db: None) -> Tenant:
    """A network business that has research on, with four of the demo's documents."""

    def make() -> None:
        tenant = new_tenant("netco", name="Netco", journeys_off=["billing"])
        ingest(tenant, *(FOLDER / "mtandao" / "library" / name for name in FILES))

    return demo.copied("netco", make, name="netco", of=Path(__file__))


@pytest.fixture
def steps() -> Callable[[Tenant], int]:
    """Take every step that is due, as the worker does; how many were taken."""

    def take(tenant: Tenant, most: int = 100) -> int:
        taken = 0
        while taken < most:
            due = [ids for ids in selectors.list_due(before=timezone.now()) if ids[0] == tenant.id]
            if not due:
                return taken
            for ids in due:
                taken += stepping.take(*ids)
        return taken

    return take


@pytest.fixture
def phone(talk: Callable[..., Talk], netco: Tenant) -> Talk:
    return talk(netco)


def latest(tenant: Tenant) -> ResearchRun:
    with tenant_scope(tenant.id):
        return ResearchRun.objects.latest("created_at")


LATER = timedelta(minutes=5)
