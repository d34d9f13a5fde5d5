# The commands of this project. `make` alone lists them.

SHELL := /bin/sh
LOCAL := python3 -B deploy/local/annals_local.py
export PYTHONDONTWRITEBYTECODE := 1

.DEFAULT_GOAL := help
.PHONY: help run db stop reset status psql fetch test test-db test-clients bench eval nightly fmt lint openapi sqlx

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## fetch, start Postgres, build, migrate, serve; prints how to connect (PROFILE=dev builds faster)
	@$(LOCAL) run

db: ## start and migrate the database only; writes .local/env
	@$(LOCAL) db

stop: ## stop the service and Postgres
	@$(LOCAL) stop

reset: ## remove data, secrets and tokens (asks, unless FORCE=1)
	@$(LOCAL) reset

status: ## what is there and what runs
	@$(LOCAL) status

psql: ## psql on the private database (ROLE=annals_app DATABASE=annals)
	@$(LOCAL) psql

fetch: ## download the Postgres server and the embedding model
	@$(LOCAL) fetch

test: ## every test that needs no more than Rust and Python (ARGS="name -- --nocapture")
	@$(LOCAL) with-test-db --count -- cargo test --all-targets $(ARGS)

test-db: ## make the test database anew and leave it running; writes .local/test-env
	@$(LOCAL) test-db

test-clients: ## the official MCP clients, the conformance suite and the auditors (ARGS="conformance")
	@$(LOCAL) with-test-db --count -- tests/clients/run $(ARGS)

bench: ## throughput and latency of a release build
	@$(LOCAL) with-test-db --profile release -- benches/run $(ARGS)

eval: ## retrieval quality on ANNALS_EVAL_DATA
	@$(LOCAL) with-test-db --profile release -- python3 tests/eval/run.py $(ARGS)

nightly: test test-clients bench eval ## everything that takes long

fmt: ## format the Rust code
	@cargo fmt

lint: ## clippy with warnings as errors
	@cargo clippy --all-targets -- -D warnings

openapi: ## write the generated documents in openapi/
	@cargo run --quiet --bin annals -- openapi

sqlx: ## write the .sqlx folder anew
	@$(LOCAL) sqlx
