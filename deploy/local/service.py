"""The running service: started, waited for, watched, stopped."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Mapping, Optional

import checkout
import database
import private_files
import settings
from binary import Binary
from console import Problem, complain, step

READY_SECONDS = 60
DRAIN_SECONDS = 30


def check_address_is_free() -> None:
    host, port = settings.bind_host_port()
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Problem(
                f"cannot listen on {settings.bind()}: {error.strerror}. If another program has the port, stop it or choose "
                f"another one:\n  make run ANNALS_BIND=127.0.0.1:{port + 1 if port < 65535 else 8081}\n"
                "  (ANNALS_PUBLIC_URL follows it unless you set that too)"
            ) from None


class Service:
    """A child that serves. It has a session of its own, so that Ctrl-C reaches it once, by `stop`."""

    def __init__(self, binary: Binary, values: Mapping[str, str]) -> None:
        step("Starting the service")
        self._process = subprocess.Popen(
            [str(binary.path), "serve"], cwd=checkout.ROOT, env=database.service_environment(values),
            stdin=subprocess.DEVNULL, start_new_session=True,
        )
        private_files.write_json(checkout.RUNNING, {
            "runner": os.getpid(), "service": self._process.pid, "program": str(binary.path), "url": settings.public_url(),
        })

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                code = self._process.returncode
                raise Problem(f"the service ended while it was starting (exit code {code}); its own words are above")
            if status("GET", "/readyz") == 200:
                return
            time.sleep(0.2)
        raise Problem(f"the service was not ready after {READY_SECONDS} s; its own words are above")

    def wait(self) -> int:
        return self._process.wait()

    def stop(self) -> None:
        """Asks the service to finish what it has begun, and ends it if it takes too long."""
        if self._process.poll() is None:
            step("Stopping the service")
            self._process.terminate()
            try:
                self._process.wait(DRAIN_SECONDS)
            except subprocess.TimeoutExpired:
                complain(f"the service did not stop within {DRAIN_SECONDS} s and was ended")
                self._process.kill()
                self._process.wait()
        checkout.RUNNING.unlink(missing_ok=True)


def token_works(token: str) -> bool:
    """Whether the service takes the token: only a plain no (401) counts against it."""
    return status("POST", "/v1/memories/recall", token, {"query": "annals"}) != 401


def status(method: str, path: str, token: Optional[str] = None, body: Any = None) -> Optional[int]:
    """The HTTP status that the service answers with; None if it does not answer."""
    headers = {"Host": settings.public_url().split("://", 1)[-1].split("/", 1)[0]}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection(settings.local_host(), settings.bind_host_port()[1], timeout=10)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def announce_runner() -> None:
    """Says who is setting up, so that `make stop` reaches a run that does not serve yet."""
    private_files.write_json(checkout.RUNNING, {"runner": os.getpid()})


def stop_running() -> bool:
    """Stops what `make run` has running in this checkout; says whether there was something."""
    running = private_files.read_json(checkout.RUNNING)
    stopped = False
    # The runner stops its service itself; the service is stopped directly only if the runner was killed.
    for pid, mark in ((running.get("runner"), "annals_local.py"), (running.get("service"), f"{running.get('program')} serve")):
        if isinstance(pid, int) and mark in _command_line(pid):
            os.kill(pid, signal.SIGTERM)
            stopped = True
            _wait_until_gone(pid, mark)
    checkout.RUNNING.unlink(missing_ok=True)
    return stopped


def running_url() -> Optional[str]:
    """The address of the service that `make run` has running in this checkout."""
    running = private_files.read_json(checkout.RUNNING)
    if isinstance(running.get("service"), int) and f"{running.get('program')} serve" in _command_line(running["service"]):
        return str(running.get("url"))
    return None


def _wait_until_gone(pid: int, mark: str) -> None:
    deadline = time.monotonic() + DRAIN_SECONDS + 15
    while mark in _command_line(pid):
        if time.monotonic() > deadline:
            raise Problem(f"process {pid} does not stop; end it by hand")
        time.sleep(0.1)


def _command_line(pid: int) -> str:
    """The command line of a process, empty if there is none: a number alone may belong to another by now."""
    path = Path(f"/proc/{pid}/cmdline")
    if path.parent.parent.joinpath("self").exists():
        try:
            return path.read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            return ""
    outcome = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return outcome.stdout.strip()
