# Four targets; each does its own set-up.
.PHONY: run test check bench
.DEFAULT_GOAL := run

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.installed

run: $(READY)
	@$(BIN)/python -m config.run

test: $(READY)
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/mypy .

bench: $(READY)
	@$(BIN)/python -m tests.benchmarks

$(READY): requirements.lock .ci/install
	@PYTHON=$(PYTHON) sh .ci/install
	@touch $(READY)
