# For developers. Users need only ./do.

VENV := build/venv
PYTHON ?= python3
PINNED := pytest==8.4.2 pytest-xdist==3.8.0 ruff==0.17.5 mypy==1.19.1 markdown==3.9
SHELLCHECK := $(shell command -v shellcheck || echo echo skipped: shellcheck)
W := -std=gnu99 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wmissing-prototypes -Werror

.PHONY: test test-all test-sanitizers lint clean release matrix site man

# Tests of the driver and of this machine's code; tests that lack a tool are skipped by name. TESTS
# are words for pytest, which then runs what they name, whatever it is about.
test: $(VENV)/made
	PYTHONPATH=scripts $(VENV)/bin/python tests/suite.py $(TESTS)

# All of them: code for other machines, emulators, servers, Maven, and the lab, too.
test-all: TESTS = tests
test-all: test

# One implementation under AddressSanitizer and its like: make test-sanitizers FOLDER=sha256/opt64
test-sanitizers: TESTS = tests/crypto/test_sanitizers.py
test-sanitizers: export SANITIZED = $(patsubst crypto_hash/%,%,$(FOLDER:/=))
test-sanitizers: test

lint: $(VENV)/made
	$(VENV)/bin/python -m ruff check scripts tests crypto_hash
	$(VENV)/bin/python -m ruff format --check scripts tests crypto_hash
	MYPYPATH=scripts $(VENV)/bin/python -m mypy --strict -p shootout -p lab
	$(SHELLCHECK) do .ci/run .ci/data .ci/gate tests/matrix scripts/get-*
	PYTHONPATH=scripts $(VENV)/bin/python tests/lint_c.py $(W)

# The checked-out sources become a known release, once for each VERSION (docs/publish.md): a whole
# run of them goes to data/. RESULT is one that was made already; else it is made now.
RESULT ?=
release:
	[ -n "$(RESULT)" ] || ./do
	file="$(RESULT)"; [ -n "$$file" ] || file=$$(ls -t data/*.tar.gz | head -n 1); \
	lines=$$(PYTHONPATH=scripts python3 -m lab.release "$$file") && \
	echo "$$lines" >> scripts/shootout/known/releases && ./do collect --no-graphs "$$file"

# The main job on bare systems, for docs/platforms.md: as root, with debootstrap, for an hour.
matrix:
	tests/matrix

# One folder to publish: index.html, the graphs, the result files, the documents. It is SITE.
SITE ?= build/site
site: $(VENV)/made
	PYTHONPATH=scripts $(VENV)/bin/python -m shootout.commands.site $(SITE)

# What --help prints, of each command, as a manual page: man -l build/do.1
man:
	mkdir -p build
	{ printf '.TH DO 1\n.SH NAME\ndo \\- time hash functions\n'; \
	for word in "" $$(./do --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do \
		printf '.SH ./do %s\n.nf\n' "$$word"; \
		COLUMNS=80 ./do $$word --help | sed "s/\\\\/\\\\e/g; s/^[.']/\\\\\&&/"; \
		echo .fi; \
	done; } > build/do.1

clean:
	rm -rf build

$(VENV)/made: Makefile scripts/requirements-graphs.txt scripts/requirements-store.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install -q --disable-pip-version-check $(PINNED) \
		-r scripts/requirements-graphs.txt
	$(VENV)/bin/python -m pip install -q --disable-pip-version-check -r scripts/requirements-store.txt
	touch $@
