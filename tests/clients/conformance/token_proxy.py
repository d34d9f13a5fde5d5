"""A loopback proxy that adds a token: the conformance suite cannot send one."""

from __future__ import annotations

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Optional
from urllib.parse import urlsplit

# What belongs to one connection and not to the message.
PER_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade"}


class TokenProxy:
    """Listens on a port of its own, from entering to leaving the context; `origin` says where."""

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def pass_to(self, target: str, token: str) -> None:
        """Says where requests go on to, and with which token."""
        address = urlsplit(target)
        self._server.target = (address.hostname or "", address.port or 80, token)

    def __enter__(self) -> "TokenProxy":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    target = ("", 0, "")

    def handle_error(self, *_: object) -> None:
        """Says nothing: clients that hang up are part of the suite."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self) -> None:
        assert isinstance(self.server, _Server)
        host, port, token = self.server.target
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        connection = http.client.HTTPConnection(host, port, timeout=60)
        try:
            # Host and Origin go through as they came: the service itself must judge them.
            connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in PER_CONNECTION | {"authorization", "content-length"}:
                    connection.putheader(name, value)
            connection.putheader("Authorization", f"Bearer {token}")
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            self._answer(connection.getresponse())
        finally:
            connection.close()

    def _answer(self, response: http.client.HTTPResponse) -> None:
        self.send_response_only(response.status, response.reason)
        length: "Optional[str]" = response.getheader("Content-Length")
        for name, value in response.getheaders():
            if name.lower() not in PER_CONNECTION:
                self.send_header(name, value)
        if length is None:
            # A stream goes on piece by piece, as it comes.
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        while piece := response.read1(65536):
            self.wfile.write(piece)
            self.wfile.flush()

    do_GET = do_POST = do_DELETE = do_PUT = do_OPTIONS = pass_on

    def log_message(self, *_: object) -> None:
        """Says nothing: the suite says what failed."""
