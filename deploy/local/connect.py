"""What `make run` prints when the service is ready: how to connect to it."""

from __future__ import annotations

import json
import shlex
from typing import Optional

import settings
from console import say


def print_how(token: Optional[str]) -> None:
    """The connector URL, the token, and ready lines for Claude Code, a JSON client configuration and REST."""
    origin = settings.public_url()
    url = f"{origin}/mcp"
    shown = token or "YOUR_TOKEN"
    bearer = f"Authorization: Bearer {shown}"
    configuration = {"mcpServers": {"annals": {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {shown}"}}}}
    say()
    say("Annals is ready.")
    say()
    say(f"Connector URL:  {url}")
    if token:
        say(f"Token:          {token}")
        say("                (kept in .local/token)")
    else:
        say("Token:          this database has accounts that this checkout did not make; make a token for one of them:")
        say("                annals account list")
        say('                annals token create --account ID --user ID --permissions "memory:read memory:write"')
    say()
    say("Claude Code:")
    say(f"  claude mcp add --transport http annals {url} --header {_quoted(bearer)}")
    say()
    say("Any client with a JSON configuration:")
    for line in json.dumps(configuration, indent=2).splitlines():
        say(f"  {line}")
    say()
    say("REST, remember and recall:")
    remember = json.dumps({"content": "We deploy on Tuesdays after the stand-up.", "path": "annals/first-steps"})
    recall = json.dumps({"query": "When do we deploy?"})
    for path, body in (("/v1/memories", remember), ("/v1/memories/recall", recall)):
        say(f"  curl -sS {origin}{path} -H {_quoted(bearer)} -H 'Content-Type: application/json' -d {shlex.quote(body)}")
    say()
    say("Ctrl-C stops it.")
    say()


def _quoted(header: str) -> str:
    return f'"{header}"'
