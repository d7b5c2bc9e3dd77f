# Each target does its own set-up.
.PHONY: run test test-all attack outside check stories bench soak
.DEFAULT_GOAL := run

# Compiled once, not at each start of each process, also where the machine's own default says otherwise.
export PYTHONDONTWRITEBYTECODE =

# Which one makes .venv; without a name .ci/install chooses.
PYTHON ?=
BIN := .venv/bin
READY := .venv/.installed
# What may be left out: `make run EXTRAS=e5`, also with test, test-all and bench.
EXTRAS ?=
# On two cores: some tests wait for most of their time.
WORKERS ?= 3

run: $(READY) $(EXTRAS:%=.venv/.extra-%)
	@$(BIN)/python -m config.run

# Without the second looks, which tests/depth.py tells of; it should take five minutes on two cores, and takes nine.
test: $(READY) $(EXTRAS:%=.venv/.extra-%)
	@$(BIN)/python -m pytest -n $(WORKERS) -m 'not outside and not thorough'

# Before a landing; CI runs it.
test-all: $(READY) $(EXTRAS:%=.venv/.extra-%)
	@$(BIN)/python -m pytest -n $(WORKERS)

# What has been a hole, or might be one: tried again on an installation of its own, with a table of what was seen.
attack: $(READY)
	@$(BIN)/python -m pytest -n $(WORKERS) tests/attacks

outside: $(READY)
	@$(BIN)/python -m pytest -m outside

check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/mypy .

stories: $(READY)
	@$(BIN)/python -m tests.stories

# `make bench PARTS="turn webhook"` measures these; with BEFORE=<revision> what is soon measured, or these, of that
# revision and of this tree in turn: the ratio tells what no figure of a busy machine does.
BEFORE ?=
PARTS ?=
bench: $(READY) $(EXTRAS:%=.venv/.extra-%) .venv/.compared
	@$(BIN)/python -m tests.benchmarks $(if $(BEFORE),--before $(BEFORE)) $(PARTS)

# What goes a short way in `make test-all`, see tests/depth.py. What some of them did is told after the last, see
# tests/told.py.
DEEP := tests/browser/test_buying.py tests/browser/test_every_page.py tests/browser/test_seeds.py \
	tests/browser/test_research_with_a_model.py tests/machines \
	tests/fuzz tests/properties tests/brokers tests/tools/orders/test_stock_machine.py tests/attacks/lying_model \
	tests/attacks/test_one_customer_stalls_all.py tests/attacks/test_hoarded_stock.py tests/journeys/research \
	tests/conversations/research tests/growth tests/conversations/api/test_document.py \
	tests/deploy/test_side_by_side.py tests/deploy/test_restore.py tests/conversations/webhook/test_webhook_hostile.py \
	tests/knowledge/chunk tests/knowledge/load/test_refusals.py tests/knowledge/search/test_same_answers.py \
	tests/tools/offers/test_rules.py

# The long tests go the whole way, then people write and pay while processes are killed. `make soak PROFILE=grown` is
# held behind PgBouncer, with three nodes of RabbitMQ and a replica, and tells the stories through PgBouncer instead of
# the long tests; PgBouncer and RabbitMQ must be installed.
PROFILE ?= usual
soak: $(READY)
	@[ $(PROFILE) != grown ] || TULIA_TEST_THROUGH=pgbouncer $(BIN)/python -m pytest -n $(WORKERS) tests/stories
	@[ $(PROFILE) = grown ] || TULIA_TEST_DEPTH=deep $(BIN)/python -m pytest -n $(WORKERS) $(DEEP)
	@$(BIN)/python -m tests.soak --profile $(PROFILE)

# What the search is measured beside; nothing else needs it.
.venv/.compared: $(READY) tests/benchmarks/requirements.lock
	@echo "Installing what is measured beside ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r tests/benchmarks/requirements.lock
	@touch .venv/.compared

.venv/.extra-%: $(READY) requirements-%.lock
	@echo "Installing $* ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-$*.lock
	@touch $@

$(READY): requirements.lock .ci/install
	@PYTHON=$(PYTHON) sh .ci/install
	@touch $(READY)
