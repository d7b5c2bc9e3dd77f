# Each target does its own set-up.
.PHONY: run test outside check bench soak
.DEFAULT_GOAL := run

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.installed

run: $(READY)
	@$(BIN)/python -m config.run

test: $(READY)
	@$(BIN)/python -m pytest -n 2

outside: $(READY)
	@$(BIN)/python -m pytest -m outside

check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/mypy .

bench: $(READY)
	@$(BIN)/python -m tests.benchmarks

soak: $(READY)
	@$(BIN)/python -m tests.soak

$(READY): requirements.lock .ci/install
	@PYTHON=$(PYTHON) sh .ci/install
	@touch $(READY)
