"""The first account with its owner, and the token that `make run` hands out."""

from __future__ import annotations

import datetime
import socket
from typing import Any, Mapping, Optional

import checkout
import private_files
from binary import Binary
from console import say, step

ACCOUNT_NAME = "My team"
OWNER_EMAIL = "owner@example.com"
PERMISSIONS = "mcp:read mcp:write decisions:read decisions:write memory:read memory:write"
TOKEN_LIFE = "90d"
RENEW_BEFORE = datetime.timedelta(days=1)


def ensure_account(binary: Binary, values: Mapping[str, str]) -> Optional["dict[str, Any]"]:
    """The account that this checkout made, made now if there is none at all; None if only others' are there."""
    found = binary.ask(["account", "list"], values)
    accounts = found.get("accounts", []) if isinstance(found, dict) else found
    kept = private_files.read_json(checkout.ACCOUNT)
    ids = {str(account.get("account_id") or account.get("id")) for account in accounts}
    if kept.get("account_id") in ids:
        return kept
    if accounts:
        return None
    step("Making the first account")
    made = binary.ask(["account", "create", "--name", ACCOUNT_NAME, "--owner-email", OWNER_EMAIL], values)
    kept = {name: made[name] for name in ("account_id", "user_id", "password")}
    kept["owner_email"] = OWNER_EMAIL
    private_files.write_json(checkout.ACCOUNT, kept)
    checkout.TOKEN.unlink(missing_ok=True)
    say(f"    Account {ACCOUNT_NAME!r}, owner {OWNER_EMAIL}, one-time password: {kept['password']}")
    say("    (shown this once; it stays in .local/account.json)")
    return kept


def kept_token(account: Mapping[str, Any]) -> Optional[str]:
    """The token in `.local/token`, if there is one and it does not end within a day."""
    try:
        token = checkout.TOKEN.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    expires = _time(account.get("token_expires_at"))
    if not token or (expires and expires - RENEW_BEFORE < datetime.datetime.now(datetime.timezone.utc)):
        return None
    return token


def make_token(binary: Binary, values: Mapping[str, str], account: "dict[str, Any]") -> str:
    """Makes a token for the owner and keeps it in `.local/token`."""
    step("Making a token")
    made = binary.ask(
        ["token", "create", "--account", account["account_id"], "--user", account["user_id"], "--permissions", PERMISSIONS,
         "--agent", "local", "--device", socket.gethostname() or "local", "--expires", TOKEN_LIFE],
        values,
    )
    private_files.write(checkout.TOKEN, made["token"] + "\n")
    private_files.write_json(
        checkout.ACCOUNT, {**account, "token_id": made["token_id"], "token_expires_at": made["expires_at"]}
    )
    return str(made["token"])


def _time(text: Any) -> Optional[datetime.datetime]:
    """An RFC 3339 time; None where it is missing or written in a form that is not understood."""
    try:
        time = datetime.datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)
