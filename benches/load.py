#!/usr/bin/env python3
"""Loads a running service from a process of its own: reads a job as JSON from standard input, writes what it measured.

The job: port, token, surface (REST or MCP), operation (a key of OPERATIONS), clients, seconds, warm_up (seconds), texts
(distinct, or how many different ones are asked again and again), seed. The answer: calls, seconds, p50 and p99 in seconds.
"""

from __future__ import annotations

import itertools
import json
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "eval"))

import texts  # noqa: E402
from scores import percentile  # noqa: E402

ITEMS = 50
# By operation: its path over REST, where its texts come from, and its arguments made of them.
OPERATIONS: "dict[str, tuple[str, Callable[[int], Iterator[str]], Callable[[Iterator[str]], dict[str, Any]]]]" = {
    "recall": ("/v1/memories/recall", texts.questions, lambda source: {"query": next(source)}),
    "brief_me": ("/v1/brief", texts.questions, lambda source: {"about": next(source)[:200]}),
    "remember": ("/v1/memories", texts.notes, lambda source: {"content": next(source), "path": "projects/bench"}),
    "memory_save": ("/v1/workspace/save", texts.notes, lambda source: {"content": next(source), "scope": {"kind": "shared"}}),
    "memory_record_summary": (
        "/v1/summaries", texts.notes,
        lambda source: {"items": [{"kind": "fact", "text": text} for text in itertools.islice(source, ITEMS)]},
    ),
}
# A connection of http.client costs as much processor time as the service's own part of a call.
HEAD = (
    "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
    "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\nContent-Length: "
)


class Connection:
    """A connection that is kept, and nothing but what the load needs."""

    def __init__(self, job: "dict[str, Any]") -> None:
        self._socket = socket.create_connection(("127.0.0.1", job["port"]), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        path = "/mcp" if job["surface"] == "MCP" else OPERATIONS[job["operation"]][0]
        self._head = HEAD.format(path=path, **{name: job[name] for name in ("port", "token")}).encode()

    def post(self, body: bytes) -> bytes:
        """The body of the answer; an answer that is no success ends the measurement."""
        self._socket.sendall(self._head + str(len(body)).encode() + b"\r\n\r\n" + body)
        data = bytearray()
        while (end := data.find(b"\r\n\r\n")) < 0:
            self._receive(data)
        head = bytes(data[:end]).lower()
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"content-length:"))
        while len(data) < end + 4 + length:
            self._receive(data)
        answer = bytes(data[end + 4:])
        if not head.startswith((b"http/1.1 200", b"http/1.1 201")) or b'"isError":true' in answer:
            raise RuntimeError(f"{head[:40]!r} {answer[:300]!r}")
        return answer

    def _receive(self, data: bytearray) -> None:
        part = self._socket.recv(262_144)
        if not part:
            raise RuntimeError("the service closed the connection")
        data += part


def bodies(job: "dict[str, Any]", client: int) -> "Iterator[bytes]":
    """What a client sends, without end."""
    _, make, arguments = OPERATIONS[job["operation"]]
    if job["texts"] == "distinct":
        source = make(job["seed"] * 1000 + client)
    else:
        repeated = list(itertools.islice(make(job["seed"]), job["texts"]))
        source = itertools.cycle(repeated[client::job["clients"]] or repeated)
    for number in itertools.count():
        body = arguments(source)
        if job["surface"] == "MCP":
            call = {"name": job["operation"], "arguments": body}
            body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}
        yield json.dumps(body).encode()


def measure(job: "dict[str, Any]") -> "dict[str, float]":
    begin = time.monotonic() + job["warm_up"]
    end = begin + job["seconds"]
    took: "list[float]" = []
    faults: "list[BaseException]" = []

    def client(number: int) -> None:
        try:
            connection = Connection(job)
            for body in bodies(job, number):
                started = time.monotonic()
                if started >= end or faults:
                    break
                connection.post(body)
                finished = time.monotonic()
                if started >= begin and finished <= end:
                    took.append(finished - started)
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(job["clients"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return {"calls": len(took), "seconds": job["seconds"], "p50": percentile(took, 0.5), "p99": percentile(took, 0.99)}


if __name__ == "__main__":
    json.dump(measure(json.load(sys.stdin)), sys.stdout)
