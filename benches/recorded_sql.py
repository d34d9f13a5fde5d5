"""The statements that the service itself runs for a call, read from Postgres' log and written as pgbench scripts.

Each statement is prepared once on a connection and executed with the values that the service bound, as the service does;
so the scripts are the same SQL, and stay so when the service's SQL changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

from console import Problem

# The prefix that deploy/local starts Postgres with: time, process, user and database.
ENTRY = re.compile(r"^\d{4}-\d\d-\d\d [\d:.]+ UTC \[(\d+)\] (\S*)@(\S*) ([A-Z]+):  (.*)$")
STATEMENT = re.compile(r"^(?:execute [^:]*|statement): (.*)$", re.DOTALL)
PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")
BEGIN, END = "BEGIN READ ONLY", "COMMIT"

# pgbench takes 128 scripts at most.
MOST_SCRIPTS = 48


@dataclass
class Call:
    """The statements of one transaction, with the values bound to each."""

    statements: "list[tuple[str, list[str]]]" = field(default_factory=list)


def calls(log: str, role: str) -> "list[Call]":
    """The transactions that read on behalf of a call, in the order of the log."""
    found: "list[Call]" = []
    open_calls: "dict[str, Call]" = {}
    for process, user, level, text in _entries(log):
        if user != role:
            continue
        statement = STATEMENT.match(text)
        call = open_calls.get(process)
        if level == "DETAIL" and call and text.startswith("Parameters:"):
            values = {int(number): value for number, value in PARAMETER.findall(text)}
            sql, _ = call.statements[-1]
            call.statements[-1] = (sql, [values[number] for number in sorted(values)])
        elif level == "LOG" and statement:
            sql = statement.group(1).strip()
            if sql == BEGIN:
                open_calls[process] = Call()
            elif sql == END and call:
                found.append(open_calls.pop(process))
            elif sql.startswith("ROLLBACK"):
                open_calls.pop(process, None)
            elif call:
                call.statements.append((sql, []))
    return found


def write_scripts(recorded: "list[Call]", folder: Path) -> "list[Path]":
    """A script for each call; the first that a connection runs prepares the statements of all of them."""
    recorded = recorded[:MOST_SCRIPTS]
    if not recorded:
        raise Problem("Postgres' log shows no call: there is nothing to measure the service against")
    distinct = sorted({sql for call in recorded for sql, values in call.statements if values})
    names = {sql: f"bench_{number}" for number, sql in enumerate(distinct)}
    prepare = "\n".join(f"PREPARE {name} AS {sql};" for sql, name in names.items())
    scripts = []
    for number, call in enumerate(recorded):
        lines = ["\\if :prepared = 0", prepare, "\\set prepared 1", "\\endif", f"{BEGIN};"]
        for sql, values in call.statements:
            lines.append(f"EXECUTE {names[sql]} ({', '.join(values)});" if values else f"{sql};")
        lines.append(f"{END};")
        script = folder / f"call-{number}.sql"
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        scripts.append(script)
    return scripts


def statements_of_a_call(recorded: "list[Call]") -> float:
    """How many statements a call runs on average, its begin and its commit among them."""
    return sum(len(call.statements) + 2 for call in recorded) / len(recorded)


def _entries(log: str) -> "Iterator[tuple[str, str, str, str]]":
    """Process, user, level and text of each entry; the lines of a text that has several begin with a tab."""
    entry: "tuple[str, str, str, list[str]] | None" = None
    for line in log.splitlines():
        start = ENTRY.match(line)
        if start:
            if entry:
                yield entry[0], entry[1], entry[2], "\n".join(entry[3])
            entry = (start.group(1), start.group(2), start.group(4), [start.group(5)])
        elif entry and line.startswith("\t"):
            entry[3].append(line[1:])
    if entry:
        yield entry[0], entry[1], entry[2], "\n".join(entry[3])
