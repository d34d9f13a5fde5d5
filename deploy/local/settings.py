"""What the service is told by its environment, and the secrets that set-up makes once and keeps."""

from __future__ import annotations

import base64
import os
import secrets
from typing import Mapping, Optional

import checkout
import private_files
from console import Problem

DEFAULT_BIND = "127.0.0.1:8080"
TEST_DATABASE = "annals_test"
TEST_TEMPLATE = "annals_test_template"
ROLES_WITH_PASSWORD = ("postgres", "annals_owner", "annals_app", "annals_backup")


def secret(name: str) -> str:
    """A kept secret: the password of a role, `master_key` or `test_master_key`; all are made at the first question."""
    kept = private_files.read_json(checkout.SECRETS)
    if name not in kept:
        if not kept and (checkout.LOCAL / "data" / "PG_VERSION").exists():
            raise Problem(
                f"{checkout.SECRETS} is gone or damaged, and with it the passwords and the master key of the data in "
                ".local/data: put it back, or start anew with `make reset`"
            )
        for role in ROLES_WITH_PASSWORD:
            kept.setdefault(role, secrets.token_hex(24))
        for key in ("master_key", "test_master_key"):
            kept.setdefault(key, base64.b64encode(secrets.token_bytes(32)).decode())
        private_files.write_json(checkout.SECRETS, kept)
    return str(kept[name])


def outside_database() -> "Optional[dict[str, str]]":
    """The two database URLs given from outside, or None where the private Postgres is to be used."""
    app = os.environ.get("ANNALS_DATABASE_URL")
    owner = os.environ.get("ANNALS_OWNER_DATABASE_URL")
    if not app and not owner:
        return None
    # A shell that sourced `.local/env` names the private Postgres; that is not from outside.
    password = private_files.read_json(checkout.SECRETS).get("annals_app")
    if app and password and f":{password}@127.0.0.1:" in app:
        return None
    if not app or not owner:
        missing, given = ("ANNALS_OWNER_DATABASE_URL", "ANNALS_DATABASE_URL")
        if not app:
            missing, given = given, missing
        raise Problem(
            f"{given} is set but {missing} is not. A database of your own needs both: ANNALS_DATABASE_URL connects as "
            "annals_app (serving), ANNALS_OWNER_DATABASE_URL as annals_owner (migrations); deploy/postgres/roles.sql makes "
            "the roles. Unset both to use a private Postgres."
        )
    return {"ANNALS_DATABASE_URL": app, "ANNALS_OWNER_DATABASE_URL": owner}


def bind() -> str:
    return os.environ.get("ANNALS_BIND") or DEFAULT_BIND


def bind_host_port() -> "tuple[str, int]":
    host, _, port = bind().rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise Problem(f"ANNALS_BIND is {bind()!r}; it must be an address and a port, such as {DEFAULT_BIND}")
    return host.strip("[]"), int(port)


def local_host() -> str:
    """The address to reach the service at from this machine: where it listens on all, the loopback address."""
    host, _ = bind_host_port()
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def public_url() -> str:
    """ANNALS_PUBLIC_URL, or the address that the service listens on."""
    given = os.environ.get("ANNALS_PUBLIC_URL")
    if given:
        return given.rstrip("/")
    host = local_host()
    return f"http://{f'[{host}]' if ':' in host else host}:{bind_host_port()[1]}"


def service_values(database: Mapping[str, str]) -> "dict[str, str]":
    """The environment of the service: a value given from outside wins."""
    return {
        **database,
        "ANNALS_MASTER_KEY": os.environ.get("ANNALS_MASTER_KEY") or secret("master_key"),
        "ANNALS_EMBEDDING_MODEL_DIR": model_folder(),
        "ANNALS_PUBLIC_URL": public_url(),
        "ANNALS_BIND": bind(),
    }


def model_folder() -> str:
    return os.environ.get("ANNALS_EMBEDDING_MODEL_DIR") or str(checkout.MODEL)
