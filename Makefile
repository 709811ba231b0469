# For developers. Users need ./do alone.

VENV := build/venv
PYTHON ?= python3
PINNED := pytest==8.4.2 ruff==0.17.5 mypy==1.19.1
SHELLCHECK := $(shell command -v shellcheck || echo echo skipped: shellcheck)
W := -std=gnu99 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wmissing-prototypes -Werror

.PHONY: test lint clean release

# Tests on this machine; what a missing tool leaves out is named.
test: $(VENV)/made
	PYTHONPATH=scripts $(VENV)/bin/python -m pytest -rs $(TESTS)

lint: $(VENV)/made
	$(VENV)/bin/ruff check scripts tests crypto_hash
	$(VENV)/bin/ruff format --check scripts tests crypto_hash
	MYPYPATH=scripts $(VENV)/bin/mypy --strict -p shootout
	$(SHELLCHECK) do .ci/run scripts/get-*
	PYTHONPATH=scripts $(VENV)/bin/python tests/lint_c.py $(W)

# What is checked out becomes a known release, once for each VERSION (docs/publish.md).
release:
	PYTHONPATH=scripts python3 -m shootout.release >> scripts/shootout/known/releases

clean:
	rm -rf build

$(VENV)/made: Makefile scripts/requirements-graphs.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check $(PINNED) \
		-r scripts/requirements-graphs.txt
	touch $@
