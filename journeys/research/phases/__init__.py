"""The phases of a run, each drawn by LangGraph; one pass through a phase's graph is one step."""
