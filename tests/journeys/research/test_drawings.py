"""docs/research.md shows the phases as LangGraph draws them."""

from pathlib import Path

import pytest

from journeys.research.step import GRAPHS


@pytest.mark.parametrize("phase", GRAPHS)
def test_the_page_shows_the_phase_as_it_is(phase: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "research.md").read_text()
    assert GRAPHS[phase].get_graph().draw_mermaid(with_styles=False).strip() in page
