#!/usr/bin/env python3
"""Runs Annals on this machine: a private Postgres, the model, the service. The Makefile names what is used most."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import commands
import fetch
import interrupts
import locks
import query_cache
import test_run
from borrowed_cluster import SETTING_UP, started_to_stay
from console import Problem, complain, say


def main() -> int:
    options = arguments().parse_args()
    interrupts.raise_on_signals()
    try:
        return int(options.act(options))
    except Problem as problem:
        complain(str(problem))
        return 1
    except PermissionError as error:
        complain(f"{error.filename} belongs to another user: run this as the user who owns the checkout and its .local")
        return 1
    except KeyboardInterrupt:
        say()
        return 130


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="annals_local.py", description=__doc__)
    parsers = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, act, help: str) -> argparse.ArgumentParser:  # type: ignore[no-untyped-def]
        made = parsers.add_parser(name, help=help, description=help)
        made.set_defaults(act=act)
        return made

    def add_profile(made: argparse.ArgumentParser, default: str) -> None:
        made.add_argument("--profile", default=os.environ.get("PROFILE") or default, help="release or dev (default %(default)s)")

    made = add("fetch", fetch_command, "download what is missing: the Postgres server and the embedding model")
    made.add_argument("--model-only", metavar="FOLDER", type=Path, help="only the model, into FOLDER")
    made = add("run", lambda options: commands.run(options.profile), "set up what is missing and serve until Ctrl-C")
    add_profile(made, "release")
    made = add("db", lambda options: commands.start_database(options.profile), "start and migrate the database, leave it running")
    add_profile(made, "release")
    add("stop", lambda _: commands.stop(), "stop the service and Postgres")
    add("reset", lambda _: commands.reset(), "remove data, secrets and tokens (asks, unless FORCE=1)")
    add("status", lambda _: commands.status(), "say what is there and what runs")
    made = add("psql", lambda options: commands.psql(options.role, options.database, options.rest),
               "open psql on the private Postgres")
    made.add_argument("--role", default=os.environ.get("ROLE") or "postgres")
    made.add_argument("--database", default=os.environ.get("DATABASE") or "annals")
    made.add_argument("rest", nargs="*", help="arguments for psql")
    made = add("test-db", test_db_command, "make the test database anew and write .local/test-env")
    add_profile(made, "dev")
    made = add("with-test-db", with_test_db_command, "run a command against a fresh test database")
    add_profile(made, "dev")
    made.add_argument("--count", action="store_true", help="repeat the runners' closing lines; fail if no test ran")
    made.add_argument("command", nargs="+", help="the command, after --")
    add("sqlx", lambda _: query_cache.regenerate() or 0, "write the .sqlx folder anew")
    made = add("sqlx-check", lambda options: query_cache.check_with(options.command) or 0,
               "run a cargo command that also checks .sqlx")
    made.add_argument("command", nargs="+", help="cargo's arguments, after --")
    return parser


def fetch_command(options: argparse.Namespace) -> int:
    with locks.held("setup", SETTING_UP):
        if options.model_only:
            fetch.fetch_model(options.model_only)
        else:
            fetch.fetch_all()
    return 0


def test_db_command(options: argparse.Namespace) -> int:
    with locks.held("test", test_run.ONE_AT_A_TIME):
        test_run.make_databases(started_to_stay(), options.profile)
    say("The test database is ready: . .local/test-env && cargo test")
    return 0


def with_test_db_command(options: argparse.Namespace) -> int:
    return test_run.run(options.command, options.profile, options.count)


if __name__ == "__main__":
    sys.exit(main())
