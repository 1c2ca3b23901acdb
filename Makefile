# Two commands do everything: `make demo` and `make test`. The rest is for people who work on the table.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready

.PHONY: demo test bench lint format lock clean setup

demo: setup                      ## a simulated table in a window, or headless where there is no screen
	$(BIN)/cardtable demo $(ARGS)

test: setup                      ## everything that must be green
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2 $(ARGS)

bench: setup                     ## the long comparisons; prints figures and writes pictures to build/bench
	$(BIN)/cardtable bench all $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: $(STAMP)

$(STAMP): requirements/dev.txt pyproject.toml
	@tools/make-venv $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

lock:                            ## resolve anew; needs uv (`pip install uv`)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --fork-strategy fewest -q -o requirements/runtime.txt
	uv pip compile pyproject.toml --extra pi --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --fork-strategy fewest -q -o requirements/pi.txt
	uv pip compile pyproject.toml --extra dev --extra pi --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --fork-strategy fewest -q -o requirements/dev.txt

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
