"""What each command does, in the order in which it does it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Optional

import binary as binaries
import checkout
import connect
import database
import fetch
import first_account
import locks
import private_files
import service
import settings
from binary import Binary
from borrowed_cluster import SETTING_UP, borrowed, started_to_stay
from console import Problem, say, step
from postgres import Cluster


def run(profile: str) -> int:
    """Fetches, starts, builds, migrates, makes the first account and token, serves until it is stopped."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(locks.held("run", "`make run` is already running here; `make stop` stops it", wait=False))
        if service.stop_running():
            say("Stopped the service of a run that was killed.")
        service.announce_runner()
        binaries.check_tools()
        service.check_address_is_free()
        try:
            cluster = stack.enter_context(borrowed()) if settings.outside_database() is None else None
            binary, values = _set_up(cluster, profile)
            account = first_account.ensure_account(binary, values)
            serving = service.Service(binary, values)
            stack.callback(serving.stop)
            serving.wait_until_ready()
            connect.print_how(_token(binary, values, account))
            code = serving.wait()
        except KeyboardInterrupt:
            say()
            return 0
        raise Problem(f"the service ended by itself (exit code {code}); its own words are above")


def start_database(profile: str) -> int:
    """Starts Postgres and leaves it running, migrates, and writes `.local/env`."""
    binaries.check_tools()
    _set_up(started_to_stay() if settings.outside_database() is None else None, profile)
    say(f"The database is ready; its addresses are in {checkout.ENV.relative_to(checkout.ROOT)} (source it in a shell).")
    return 0


def stop() -> int:
    """Stops the service and Postgres of this checkout, whoever started them."""
    stopped = service.stop_running()
    if checkout.SERVER.exists():
        stopped = Cluster().stop() or stopped
    say("Stopped." if stopped else "Nothing was running.")
    return 0


def reset() -> int:
    """Removes the data, secrets and tokens of this checkout; downloads stay."""
    if os.environ.get("FORCE") != "1":
        if not sys.stdin.isatty():
            raise Problem("this removes every memory, secret and token in .local; without a question: make reset FORCE=1")
        if input("Remove every memory, secret and token in .local? Type yes: ").strip() != "yes":
            say("Nothing was removed.")
            return 1
    service.stop_running()
    outside = None
    if checkout.SERVER.exists():
        cluster = Cluster()
        cluster.stop()
        if cluster.exists() or cluster.place.folder != checkout.LOCAL:
            outside = cluster.place.folder if cluster.place.folder != checkout.LOCAL else None
            shutil.rmtree(cluster.place.socket, ignore_errors=True)
    for path in checkout.LOCAL.glob("data*"):
        _remove(path)
    for name in ("run", "log", "sqlx"):
        _remove(checkout.LOCAL / name)
    for path in (checkout.SECRETS, checkout.CLUSTER, checkout.ENV, checkout.TEST_ENV, checkout.TOKEN, checkout.ACCOUNT):
        path.unlink(missing_ok=True)
    if outside:
        shutil.rmtree(outside)
    say("Removed. The downloads stay in .local; `make run` starts anew.")
    return 0


def psql(role: str, name: str, arguments: "list[str]") -> int:
    """Becomes psql, connected to a database of the private cluster."""
    if not checkout.SERVER.exists():
        raise Problem("there is no private Postgres yet: make db")
    cluster = Cluster()
    if not cluster.running_pid():
        raise Problem("Postgres is not running: make db")
    if role not in settings.ROLES_WITH_PASSWORD:
        raise Problem(f"ROLE is {role!r}; it must be one of {', '.join(settings.ROLES_WITH_PASSWORD)}")
    program = cluster.place.program("psql")
    os.execve(program, ["psql", *arguments], cluster.psql_environment(role, name))


def status() -> int:
    """Says what is there and what is running."""
    has_server = checkout.SERVER.exists()
    has_model = all((checkout.MODEL / name).exists() for name in fetch.MODEL_FILES)
    say(f"Downloads   server {_yes(has_server)}, model {_yes(has_model)}")
    if has_server:
        cluster = Cluster()
        pid = cluster.running_pid() if cluster.exists() else None
        state = f"running on 127.0.0.1:{cluster.port()} (process {pid})" if pid else "stopped"
        say(f"Postgres    {state if cluster.exists() else 'no data yet'}")
    url = service.running_url()
    say(f"Service     {f'running at {url}' if url else 'stopped'}")
    say(f"Token       {'.local/token' if checkout.TOKEN.exists() else 'none yet'}")
    return 0


def _set_up(cluster: Optional[Cluster], profile: str) -> "tuple[Binary, dict[str, str]]":
    """The model, roles and database in the private cluster if it is used, the program, the migrations, `.local/env`."""
    with locks.held("setup", SETTING_UP):
        fetch.fetch_default_model()
        if cluster is None:
            step("Using the database that ANNALS_DATABASE_URL names")
            urls = settings.outside_database() or {}
        else:
            database.prepare(cluster, database.DATABASE)
            urls = database.urls(cluster, database.DATABASE)
        values = settings.service_values(urls)
        binary = binaries.find(profile)
        database.migrate(binary, values)
        private_files.write_exports(checkout.ENV, values)
        return binary, values


def _token(binary: Binary, values: "dict[str, str]", account: "Optional[dict[str, Any]]") -> Optional[str]:
    """The kept token if the service still takes it, else a new one; none where the accounts are not this checkout's."""
    if account is None:
        return None
    token = first_account.kept_token(account)
    if token and service.token_works(token):
        return token
    return first_account.make_token(binary, values, account)


def _remove(path: Path) -> None:
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
