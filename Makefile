# One virtual environment in .venv, made from the hash-pinned locks by the targets that need it
# and brought up to date only when a lock or pyproject.toml has changed.

PYTHON ?= python3
UV ?= .venv/bin/uv
LOCKFLAGS ?=
CHROMIUM ?= chromium
# Many tests wait for a process or a clock: more workers than two cores have are quicker.
TEST_WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 2 )))
# A browser and the demo keep a core busy.
BROWSER_WORKERS ?= $(shell getconf _NPROCESSORS_ONLN)
# Without it the tests would be compiled anew by every worker of every run.
unexport PYTHONDONTWRITEBYTECODE

VENV_PYTHON := .venv/bin/python
PIP := $(VENV_PYTHON) -m pip -q --disable-pip-version-check --no-input
# With --custom-compile-command the locks name `make lock`, and no option of the person who ran it.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock" $(LOCKFLAGS)

# What the image can do beside what everybody gets.
IMAGE_EXTRAS := charts postgres

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: bench clean demo help lint lock pictures playground soak test test-browser test-install

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Set PYTHON to choose an interpreter, 3.11 to 3.13: make demo PYTHON=python3.12"

demo: .venv/.runtime ## Show the true state of NVIDIA-NeMo/RL#2905 and the bot at work, from the bundled reading
	@.venv/bin/nemorl-status demo --text
	@echo
	@echo "In a browser, as a small Slack:  .venv/bin/nemorl-status demo"

playground: .venv/.runtime ## Try the whole bot in a browser: a small Slack, without any account
	@.venv/bin/nemorl-status demo

test: lint ## Check everything: lint, types, layers, then the tests with their coverage
	.venv/bin/pytest -n $(TEST_WORKERS) --dist worksteal --cov --cov-report=term-missing:skip-covered

soak: .venv/.dev ## Run the tests that take long, with many more examples of every property
	.venv/bin/pytest -m soak
	HYPOTHESIS_PROFILE=thorough .venv/bin/pytest -n auto -q tests/github_status tests/schedule tests/delivery

test-install: .venv/.dev ## Install like the image, and with every Python that is here (loads all packages)
	.venv/bin/pytest -m install -n 2 --no-cov

# Debian has the browser; elsewhere it is up to whoever runs this, and the tests say so.
test-browser: .venv/.dev ## Walk through the demo's page in Chromium (on Debian it is installed)
	@command -v $(CHROMIUM) >/dev/null || { \
		command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "Installing Chromium" \
		&& apt-get -qq update && apt-get -qq install --no-install-recommends chromium >/dev/null; \
	} || echo "There is no $(CHROMIUM) here, and it cannot be installed: the tests are left out."
	CHROMIUM=$(CHROMIUM) .venv/bin/pytest -m browser -n $(BROWSER_WORKERS) --dist loadfile --no-cov tests/browser

lint: .venv/.dev ## Check style, types, layers, the Dockerfile, and the dependencies with PyPI's audit
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo
	.venv/bin/hadolint Dockerfile
	@$(PIP) check
	@$(VENV_PYTHON) -m scripts.audit

bench: .venv/bench/.done ## Measure the program beside what it stands on, into docs/benchmarks.md
	$(VENV_PYTHON) -m benchmarks --write docs/benchmarks.md

pictures: .venv/.dev ## Take the pictures of docs/pictures anew (needs Chromium)
	.venv/bin/nemorl-status --demo chart -o docs/pictures/burn-up.png
	NEMORL_PICTURES=docs/pictures CHROMIUM=$(CHROMIUM) \
		.venv/bin/pytest -m browser --no-cov tests/browser/test_pictures.py

lock: $(filter .venv/bin/uv,$(UV)) ## Pin what pyproject.toml asks for (LOCKFLAGS=--upgrade for the newest)
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) $(IMAGE_EXTRAS:%=--extra %) -c requirements.lock -o requirements-image.lock pyproject.toml
	$(COMPILE) --group build -c requirements.lock -o requirements-build.lock
	$(COMPILE) --group dev -c requirements.lock -c requirements-build.lock -o requirements-dev.lock pyproject.toml
	$(COMPILE) --group bench -c requirements-dev.lock -o requirements-bench.lock

clean: ## Remove .venv and everything that the tools have made
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf .coverage .coverage.* coverage.xml htmlcov build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV_PYTHON):
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here. Name a Python 3.11, 3.12 or 3.13: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; (3, 11) <= v <= (3, 13) or sys.exit("nemorl-status runs on Python 3.11, 3.12 and 3.13, and $(PYTHON) is Python %d.%d. Name another: make PYTHON=python3.12 $(MAKECMDGOALS)" % v)'
	@echo "Making .venv"
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }

.venv/.runtime: requirements.lock requirements-build.lock pyproject.toml $(VENV_PYTHON)
	@echo "Installing what the bot needs into .venv"
	@$(PIP) install --require-hashes -r requirements-build.lock -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements-dev.lock .venv/.runtime
	@echo "Installing what lint and tests need into .venv"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

# What is only compared with stays apart from what the bot and its tests import.
# The lock is whole; pip takes extras that it does not name (hishel[async]) for something missing.
.venv/bench/.done: requirements-bench.lock .venv/.dev
	@echo "Installing what is compared with into .venv/bench"
	@$(VENV_PYTHON) -m venv --clear .venv/bench
	@.venv/bench/bin/python -m pip -q --disable-pip-version-check --no-input \
		install --no-deps --require-hashes -r requirements-bench.lock
	@touch $@

.venv/bin/uv: .venv/.dev
	@test -x $@
