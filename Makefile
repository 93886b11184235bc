# Two commands do everything on a fresh machine: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Browser tests use Debian's Chromium; with CI=true a skipped test is a failure. Three at a time: some wait for a browser.
PYTEST_FLAGS ?= -n 3 --dist worksteal --durations 30 --durations-min 3

.PHONY: play test quick packages machine-code soak soak-short test-extras check docs bench warm messages lock clean

# LOCKED=1 installs the releases in constraints.txt, with which the tests pass, instead of the newest ones.
ifdef LOCKED
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export UV_CONSTRAINT := $(PIP_CONSTRAINT)
endif

play: $(VENV)/.ready
	@$(BIN)/hanlin serve

# One process checks the types while others compile the games and Debian's packages come: none of them keeps two cores busy.
test: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory --jobs check packages machine-code
	$(BIN)/python -m pytest $(PYTEST_FLAGS)

packages:
	@tools/chromium.sh
	@tools/postgresql.sh
	@tools/nginx.sh

machine-code: $(VENV)/.ready
	@echo "Compiling the games (a minute and a half, once) …"
	@$(BIN)/hanlin warm --envs >/dev/null

# What to run before each commit, in two minutes: style, and what needs no machine code, no browser and no other program.
quick: $(VENV)/.ready-to-test
	$(BIN)/ruff check src tests tools bench docs
	$(BIN)/ruff format --check src tests tools bench docs
	HANLIN_PLAIN=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not browser" $(QUICK_TESTS)

QUICK_TESTS := tests/core tests/drawing tests/server/accounts tests/server/lib tests/server/tables tests/server/views \
	tests/test_catalogues_agree.py tests/test_languages.py tests/test_rule_pages.py tests/test_wording.py

# The long forms of tests, about an hour: a server that is killed a hundred times on each database, with fifty tables; all
# attacks at once under fifty tables; many requests of every route; many worlds that differ only in secrets; ten times the
# examples of properties; whole games in machine code that checks every index.
soak: $(VENV)/.ready-to-test
	@tools/chromium.sh
	@tools/postgresql.sh
	HANLIN_KILLS=100 HANLIN_TABLES=50 HANLIN_DATABASES=2 HANLIN_REQUESTS=200 HANLIN_WORLDS=20 \
	HANLIN_ATTACK_SECONDS=120 HANLIN_ATTACKED_TABLES=50 \
	$(BIN)/python -m pytest tests/server/db/test_crashes.py tests/server/middleware/test_attacks_under_load.py \
	tests/server/routes/test_openapi.py tests/server/views/test_secrets.py
	HANLIN_LONG=1 $(BIN)/python -m pytest --timeout 3600 -n 2 --dist worksteal \
	tests/core/test_positions.py tests/games tests/server/tables tests/lab tests/browser

# Of the long forms what a change must pass: a few minutes.
soak-short: $(VENV)/.ready-to-test
	@tools/chromium.sh
	@tools/postgresql.sh
	HANLIN_KILLS=4 HANLIN_DATABASES=2 HANLIN_ATTACK_SECONDS=10 HANLIN_ATTACKED_TABLES=10 \
	$(BIN)/python -m pytest tests/server/db/test_crashes.py tests/server/middleware/test_attacks_under_load.py
	HANLIN_LONG=1 $(BIN)/python -m pytest --timeout 900 -n 3 --dist worksteal -m long tests

test-extras: $(VENV)/.ready-for-extras
	HANLIN_EXTRAS=1 $(BIN)/python -m pytest tests/extras

check: $(VENV)/.ready-to-test
	$(BIN)/ruff check src tests tools bench docs
	$(BIN)/ruff format --check src tests tools bench docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/.ready-for-docs
	$(BIN)/python -m sphinx -q -b html -W --keep-going docs build/docs
	@echo "The documents are in build/docs/index.html"

bench: $(VENV)/.ready-to-bench
	$(BIN)/hanlin bench --json --yardsticks bench/yardstick
	$(BIN)/python bench/table.py
	$(BIN)/python bench/drawing.py
	$(BIN)/python bench/server.py --short
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/peers.py --json
	$(BIN)/python bench/search.py

warm: $(VENV)/.ready
	$(BIN)/hanlin warm

messages: $(VENV)/.ready-to-test
	$(BIN)/python tools/messages.py

$(VENV)/.ready: pyproject.toml
	@tools/environment.sh $(PYTHON) $(VENV) '.[server]'
	@touch $@

$(VENV)/.ready-to-test: pyproject.toml $(VENV)/.ready
	@tools/environment.sh $(PYTHON) $(VENV) '.[server,arena,test,check,envs]'
	@touch $@

$(VENV)/.ready-for-docs: pyproject.toml $(VENV)/.ready-to-test
	@tools/environment.sh $(PYTHON) $(VENV) '.[server,arena,docs]'
	@touch $@

$(VENV)/.ready-to-bench: pyproject.toml $(VENV)/.ready-to-test
	@tools/environment.sh $(PYTHON) $(VENV) '.[server,arena,test,check,envs,cluster,bench]'
	@touch $@

# A release of PyTorch of which pip may find a build without the libraries of graphics cards, which fill gigabytes.
# What RLlib needs, without the release of Gymnasium to which ray[rllib] is pinned: it runs with newer ones.
RLLIB := dm-tree lz4 ormsgpack pandas pyarrow

$(VENV)/.ready-for-extras: pyproject.toml Makefile $(VENV)/.ready-to-test
	@tools/environment.sh $(PYTHON) $(VENV) '.[server,arena,test,check,types,envs,tables,cluster,train,notebooks]' 'torch==2.13.*' $(RLLIB)
	@touch $@

# The libraries of graphics cards are left out: which of them PyTorch needs depends on its build.
LOCKED_EXTRAS := server arena postgresql envs tables cluster train notebooks docs test check types

lock: $(VENV)/.ready
	echo 'torch==2.13.*' | "$$(command -v uv || echo $(BIN)/uv)" pip compile pyproject.toml $(LOCKED_EXTRAS:%=--extra %) \
	--constraints - --universal --python-version 3.11 --upgrade --no-emit-index-url --no-annotate --no-header --quiet \
	| grep -Ev '^(cuda|nvidia|triton)' > constraints.new && mv constraints.new constraints.txt

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
