# Each target does its own set-up.
.PHONY: run test outside check stories bench soak
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

stories: $(READY)
	@$(BIN)/python -m tests.stories

bench: $(READY) .venv/.compared
	@$(BIN)/python -m tests.benchmarks

soak: $(READY)
	@$(BIN)/python -m tests.soak

# What the search is measured beside; nothing else needs it.
.venv/.compared: $(READY) tests/benchmarks/requirements.lock
	@echo "Installing what is measured beside ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r tests/benchmarks/requirements.lock
	@touch .venv/.compared

$(READY): requirements.lock .ci/install
	@PYTHON=$(PYTHON) sh .ci/install
	@touch $(READY)
