"""The service under test: a process that serves, and the command line beside it."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
from typing import Any, Mapping, Optional

from console import Problem
from libraries import CLIENTS

READY_SECONDS = 120
STOP_SECONDS = 30
ACCOUNT_NAME = "Client suites"
EMAIL = "owner@suites.example"


def service_environment() -> "dict[str, str]":
    """What both processes and the command line are told; the database is the one made for this test run."""
    needed = ("ANNALS_BIN", "ANNALS_TEST_DATABASE_URL", "ANNALS_MASTER_KEY", "ANNALS_EMBEDDING_MODEL_DIR")
    for name in needed:
        if not os.environ.get(name):
            raise Problem(f"{name} is not set: start this with `make test-clients`")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANNALS_", "SUITE_"))}
    return {
        **kept,
        "ANNALS_BIN": os.environ["ANNALS_BIN"],
        "ANNALS_DATABASE_URL": os.environ["ANNALS_TEST_DATABASE_URL"],
        "ANNALS_MASTER_KEY": os.environ["ANNALS_MASTER_KEY"],
        "ANNALS_EMBEDDER": "builtin",
        "ANNALS_EMBEDDING_MODEL_DIR": os.environ["ANNALS_EMBEDDING_MODEL_DIR"],
        "ANNALS_METRICS_BIND": "off",
        # Every test registers a client of its own, all from one address.
        "ANNALS_REGISTRATIONS_PER_HOUR": "1000",
    }


def annals(environment: Mapping[str, str], *arguments: str) -> "dict[str, Any]":
    """Runs a command with --json and gives what it answers."""
    command = [environment["ANNALS_BIN"], *arguments, "--json"]
    outcome = subprocess.run(
        command, env=dict(environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False
    )
    if outcome.returncode != 0:
        name = " ".join(arguments[:2])
        raise Problem(f"`annals {name}` failed with exit code {outcome.returncode}; its own words are above")
    return json.loads(outcome.stdout)


def make_account(environment: Mapping[str, str]) -> "dict[str, str]":
    made = annals(environment, "account", "create", "--name", ACCOUNT_NAME, "--owner-email", EMAIL)
    return {**made, "name": ACCOUNT_NAME, "email": EMAIL}


class Service:
    """A process that serves on a port of its own, from entering to leaving the context."""

    def __init__(self, environment: Mapping[str, str], name: str, public_url: Optional[str] = None) -> None:
        self._name = name
        self._port = free_port()
        self.origin = f"http://127.0.0.1:{self._port}"
        self._environment = {
            **environment,
            "ANNALS_BIND": f"127.0.0.1:{self._port}",
            # Two processes of one service are reached under one public URL.
            "ANNALS_PUBLIC_URL": public_url or self.origin,
        }
        self._log = CLIENTS / f"service-{name}.log"

    def __enter__(self) -> "Service":
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [self._environment["ANNALS_BIN"], "serve"], env=self._environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True,
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def check_alive(self) -> None:
        """Refuses if the process has ended by itself."""
        if self._process.poll() is not None:
            raise Problem(f"the {self._name} process ended (exit code {self._process.returncode}):\n{self._last_lines()}")

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self._is_ready():
            self.check_alive()
            if time.monotonic() > deadline:
                raise Problem(f"the {self._name} process was not ready after {READY_SECONDS} s:\n{self._last_lines()}")
            time.sleep(0.1)

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _last_lines(self) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-20:])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
