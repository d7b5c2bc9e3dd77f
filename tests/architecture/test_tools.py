"""Every tool keeps its contract: named as its file, described, strict, and blind to whose behalf it runs on."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import Field

from tools.contract import FORBIDDEN_ARGUMENTS, Args, ContractBroken, Refusal, Result, Tool
from tools.registry import TOOLS

SEED_NAMES = {
    "tenant_get_context", "customer_get_or_create", "customer_update_preferences", "catalog_search",
    "catalog_get_item", "order_create", "offers_get_applicable", "order_apply_coupon", "payment_get_methods",
    "payment_get_c2b_instructions", "payment_initiate_stk_push", "payment_create_pesapal_checkout",
    "order_get_status", "kb_retrieve", "handoff_create_ticket",
    # Of the telecom seed; verify_account is ours: it stands before any of them shows an account to another number.
    "get_subscription", "open_refund_case", "get_refund_policy", "verify_account",
    # Of document research, which that seed drives from its own page.
    "research_start", "research_answer", "research_edit_plan", "research_status", "research_findings",
    "research_cancel",
}  # fmt: skip


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_is_named_as_its_file_and_as_the_seed_names_it(tool: Tool[Any, Any]) -> None:
    assert tool.run.__module__.rsplit(".", 1)[1] == tool.name
    assert tool.name in SEED_NAMES


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tools_arguments_are_strict_and_described(tool: Tool[Any, Any]) -> None:
    assert tool.args.model_config["extra"] == "forbid"
    assert all(field.description for field in tool.args.model_fields.values())
    assert not FORBIDDEN_ARGUMENTS & set(tool.args.model_fields)


def test_every_tool_file_is_in_the_registry() -> None:
    files = {path.stem for path in Path("tools").glob("*/*.py") if "TOOL = Tool(" in path.read_text()}
    assert files == {tool.name for tool in TOOLS}


def test_a_tool_that_takes_a_tenant_is_refused() -> None:
    class Greedy(Args):
        tenant_id: str = Field(description="Whose data to read.")

    with pytest.raises(ContractBroken, match="belongs to the context"):
        Tool(
            name="greedy",
            effect="read",
            description="Reads anybody's data.",
            args=Greedy,
            result=Result,
            run=lambda args, context: Refusal(code="no", reason="no"),
        )
