# Palimpsest: everything a person needs to type.

.DEFAULT_GOAL := help
.PHONY: help run test lint format lock

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

help: ## Show this help
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

run: $(VENV)/.runs ## Start everything, with the demo; Ctrl-C stops it
	@exec $(BIN)/python manage.py up --demo

test: $(VENV)/.tests ## Run the whole test suite
	@exec $(BIN)/python -m pytest --numprocesses=logical --maxprocesses=4 --dist=worksteal

lint: $(VENV)/.tests ## Check style, types and templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy memory review manage.py
	find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --target-version 5.2 --check

format: $(VENV)/.tests ## Put code and templates into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --target-version 5.2

# No hashes: torch comes in several builds (CPU, CUDA) under one version, each with its own hash.
# For the same reason the build's name (+cpu) is cut off. Lock with the CPU build installed: the
# CUDA build would add its own packages for everybody.
LOCK := $(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links \
	--annotation-style=line --no-header
lock: $(VENV)/.tests ## Pin what pyproject.toml brings in, after a change to it
	$(LOCK) --output-file=requirements.txt pyproject.toml
	$(LOCK) --extra=dev --constraint=requirements.txt --output-file=requirements-dev.txt pyproject.toml
	sed -i -E -e 's/^(torch==[^+ ]+)\+[^ ]+/\1/' \
		-e '1i # Made by `make lock` from pyproject.toml; no hashes, since torch comes in several builds.' \
		requirements.txt requirements-dev.txt

# The stamps say that the environment holds what the requirements list.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))' || \
		{ echo "Palimpsest needs Python 3.11 or 3.12, and $(PYTHON) is another: make PYTHON=python3.11 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Install Python's venv module (apt-get install python3-venv)."; exit 1; }

$(VENV)/.runs: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.tests: requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.runs
