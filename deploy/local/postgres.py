"""The private Postgres cluster of this checkout: made once, started, stopped, asked."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Mapping, Optional

import checkout
import place as places
import private_files
import settings
from console import Problem, step
from system_user import ServerUser, server_user

MAJOR_VERSION = "18"
SUPERUSER = "postgres"
START_SECONDS = 60
FIRST_PORT, PORTS = 15432, 10000

# Given at each start, so that a changed value here needs no edit of the data folder.
SETTINGS: "dict[str, str]" = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "random_page_cost": "1.1",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "fsync": "on",
    "wal_compression": "on",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "log_line_prefix": "%m [%p] %u@%d ",
    # Parameters are what people said; they stay out of the log.
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}


class Cluster:
    """One cluster. Making the object touches nothing; `start` makes and starts what is missing."""

    def __init__(self) -> None:
        checkout.make_local()
        data = places.existing_data()
        self.user: ServerUser = server_user(data)
        self._data = data
        self._place: Optional[places.Place] = None

    @property
    def place(self) -> places.Place:
        if self._place is None:
            self._place = places.place_for(self.user, self._data)
        return self._place

    def exists(self) -> bool:
        return (self._data / "PG_VERSION").exists()

    def start(self) -> bool:
        """Makes the cluster if there is none and starts it if it is not running; says whether it started it."""
        self.place.make(self.user)
        if not self.exists():
            self._initialise()
        self._check_version()
        if self.running_pid():
            self._wait_until_ready()
            return False
        self._clear_stale_pid()
        step("Starting Postgres")
        port = self._free_port()
        private_files.write_json(checkout.CLUSTER, {"port": port, "stays": False})
        options = dict(SETTINGS, port=str(port), unix_socket_directories=str(self.place.socket))
        arguments = " ".join(shlex.quote(f"--{name}={value}") for name, value in options.items())
        outcome = self.user.run(
            [self.place.program("pg_ctl"), "start", "--wait", f"--timeout={START_SECONDS}", "--silent",
             "-D", str(self.place.data), "--log", str(self.place.log), "--options", arguments],
            self.place.folder,
        )
        if outcome.returncode != 0:
            raise Problem(f"Postgres did not start; the end of {self.place.log}:\n{self._end_of_log()}")
        return True

    def stop(self) -> bool:
        """Stops the server, breaking off its sessions; says whether it was running."""
        if not self.exists() or not self.running_pid():
            return False
        step("Stopping Postgres")
        outcome = self.user.run(
            [self.place.program("pg_ctl"), "stop", "--mode=fast", "--wait", f"--timeout={START_SECONDS}", "--silent",
             "-D", str(self.place.data)],
            self.place.folder,
        )
        if outcome.returncode != 0:
            raise Problem(f"Postgres did not stop within {START_SECONDS} s; see {self.place.log}")
        return True

    def running_pid(self) -> Optional[int]:
        """The postmaster's process id, if the process of that number is the postmaster of this very data folder."""
        pid = self._pid_in_file()
        if pid is None or not _alive(pid):
            return None
        try:
            # The postmaster works in its data folder; a process that only got its number later does not.
            return pid if Path(os.readlink(f"/proc/{pid}/cwd")) == self.place.data.resolve() else None
        except OSError:
            if Path("/proc/self").exists():
                return None
        command = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
        return pid if str(self.place.data) in command.stdout else None

    def port(self) -> int:
        port = private_files.read_json(checkout.CLUSTER).get("port")
        if not isinstance(port, int):
            raise Problem("the cluster was never started: make db")
        return port

    def keep_running(self, stays: bool) -> None:
        """Remembers whether the server stays when the last command that needs it ends."""
        private_files.write_json(checkout.CLUSTER, {"port": self.port(), "stays": stays})

    def stays(self) -> bool:
        return bool(private_files.read_json(checkout.CLUSTER).get("stays"))

    def url(self, role: str, database: str) -> str:
        """The connection URL of a role over TCP; the password is hexadecimal and so needs no escaping."""
        return f"postgres://{role}:{settings.secret(role)}@127.0.0.1:{self.port()}/{database}"

    def psql_environment(self, role: str, database: str) -> "dict[str, str]":
        """What psql needs to connect over the socket; a password in the environment is seen by this user alone."""
        return dict(
            _without_postgres_settings(os.environ), PGHOST=str(self.place.socket), PGPORT=str(self.port()), PGUSER=role,
            PGPASSWORD=settings.secret(role), PGDATABASE=database, PGAPPNAME="annals-local", PGCLIENTENCODING="UTF8",
        )

    def psql(self, sql: str, role: str = SUPERUSER, database: str = "postgres", arguments: "tuple[str, ...]" = (),
             environment: Optional[Mapping[str, str]] = None) -> str:
        """Runs `sql` and gives what it printed, unaligned; a failing statement is a Problem with Postgres' own words."""
        outcome = subprocess.run(
            [self.place.program("psql"), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--no-password",
             "--set=ON_ERROR_STOP=1", *arguments],
            input=sql, env=dict(self.psql_environment(role, database), **(environment or {})),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
        )
        if outcome.returncode != 0:
            raise Problem(f"Postgres refused a step of the set-up:\n{outcome.stderr.strip()}")
        return outcome.stdout.strip()

    def _initialise(self) -> None:
        step("Making a Postgres cluster")
        data, folder = self.place.data, self.place.folder
        partial = folder / "data.partial"
        password = folder / "superuser-password.partial"
        shutil.rmtree(partial, ignore_errors=True)
        password.unlink(missing_ok=True)
        if data.is_dir() and not data.is_symlink():
            # Only initdb's result is ever renamed to this, so a folder without PG_VERSION holds no cluster.
            try:
                data.rmdir()
            except OSError:
                raise Problem(f"{data} is not empty and no Postgres cluster: move it away") from None
        places.make_owned(partial, self.user)
        private_files.write(password, settings.secret(SUPERUSER) + "\n")
        self.user.own(password)
        try:
            outcome = self.user.run(
                [self.place.program("initdb"), "-D", str(partial), f"--username={SUPERUSER}", f"--pwfile={password}",
                 "--auth-local=scram-sha-256", "--auth-host=scram-sha-256", "--data-checksums", "--encoding=UTF8",
                 # The same order and case rules on every machine, whatever its locales.
                 "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
                folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
        finally:
            password.unlink(missing_ok=True)
        if outcome.returncode != 0:
            raise Problem(f"initdb failed:\n{outcome.stdout.strip()}")
        os.replace(partial, data)

    def _check_version(self) -> None:
        version = (self._data / "PG_VERSION").read_text().strip()
        if version != MAJOR_VERSION:
            raise Problem(
                f"the data in {self.place.data} are of Postgres {version}, the server is {MAJOR_VERSION}: "
                "export with the old one, `make reset`, import"
            )

    def _pid_in_file(self) -> Optional[int]:
        try:
            return int((self.place.data / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return None

    def _clear_stale_pid(self) -> None:
        """Removes the pid files of a postmaster that is gone: Postgres hesitates if another process has its number now."""
        pid = self._pid_in_file()
        (self.place.data / "postmaster.pid").unlink(missing_ok=True)
        for lock in self.place.socket.glob(".s.PGSQL.*.lock"):
            if pid is not None and lock.read_text().split("\n")[0] == str(pid):
                lock.unlink()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            ready = self.user.run([self.place.program("pg_isready"), "--quiet", "--host", str(self.place.socket),
                                   "--port", str(self.port())], self.place.folder)
            if ready.returncode == 0:
                return
            time.sleep(0.1)
        raise Problem(f"Postgres is running but takes no connections; the end of {self.place.log}:\n{self._end_of_log()}")

    def _free_port(self) -> int:
        """The port of the last start if it is free, else the next free one from a number of this checkout's own."""
        kept = private_files.read_json(checkout.CLUSTER).get("port")
        offset = int(checkout.checkout_hash(), 16) % PORTS
        candidates = ([kept] if isinstance(kept, int) else []) + [FIRST_PORT + (offset + n) % PORTS for n in range(PORTS)]
        for port in candidates:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(("127.0.0.1", port))
                    return port
                except OSError:
                    continue
        raise Problem(f"no free port between {FIRST_PORT} and {FIRST_PORT + PORTS - 1}")

    def _end_of_log(self) -> str:
        try:
            return "\n".join(self.place.log.read_text(errors="replace").splitlines()[-15:])
        except OSError:
            return "(no log)"


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _without_postgres_settings(environment: Mapping[str, str]) -> "dict[str, str]":
    """The caller's own PGHOST, PGSERVICE and the like must not lead psql elsewhere."""
    return {name: value for name, value in environment.items() if not name.startswith("PG")}
