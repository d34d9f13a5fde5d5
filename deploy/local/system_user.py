"""The user that Postgres runs as. Postgres refuses to run as root, so root gives it an unprivileged user of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional

from console import Problem, say

NAME = "annals-postgres"


class ServerUser:
    """Runs programs as the user that Postgres belongs to; as the caller itself, unless the caller is root."""

    def __init__(self, account: Optional[pwd.struct_passwd]) -> None:
        self._account = account

    @property
    def is_other(self) -> bool:
        return self._account is not None

    @property
    def uid(self) -> int:
        return self._account.pw_uid if self._account else os.geteuid()

    def run(self, argv: "list[str]", folder: Path, **options: Any) -> "subprocess.CompletedProcess[str]":
        """Runs `argv` in `folder` with a bare environment: Postgres needs nothing of the caller's."""
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC", "HOME": str(folder)}
        identity: "dict[str, Any]" = {}
        if self._account:
            identity = {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}
        try:
            return subprocess.run(
                argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True, check=False, **identity, **options
            )
        except PermissionError as error:
            if not self._account:
                raise
            raise Problem(
                f"could not start a program as the user {self._account.pw_name} ({error.strerror}): this container does "
                "not let root change its user. Run make as an ordinary user instead."
            ) from error

    def own(self, path: Path) -> None:
        """Hands `path` (not what is below it) over to the user."""
        if self._account:
            os.chown(path, self._account.pw_uid, self._account.pw_gid, follow_symlinks=False)

    def can_reach(self, folder: Path) -> bool:
        """Whether the user may pass through every folder down to `folder`."""
        return self.run(["test", "-x", str(folder)], Path("/")).returncode == 0


def server_user(data: Path) -> ServerUser:
    """Who runs Postgres over `data`: its owner if it exists, else the caller, or for root a user made for it."""
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        if owner is not None and owner != os.geteuid():
            raise Problem(
                f"{data} belongs to user number {owner}: run make as that user (root, if root made it), "
                "or remove it with `make reset` as that user"
            )
        return ServerUser(None)
    if owner:
        try:
            return ServerUser(pwd.getpwuid(owner))
        except KeyError:
            raise Problem(f"{data} belongs to user number {owner}, who does not exist here; `make reset` starts anew") from None
    return ServerUser(_account_for_root())


def _account_for_root() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(NAME)
    except KeyError:
        pass
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if useradd:
        made = subprocess.run(
            [useradd, "--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", NAME],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
        )
        try:
            return pwd.getpwnam(NAME)
        except KeyError:
            say(f"The user {NAME} could not be made ({made.stderr.strip()}); Postgres runs as nobody.")
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        raise Problem("Postgres must not run as root, and there is no user that it could run as: make one and run as it") from None
