"""A person at a browser, as far as the sign-in and consent pages need one: keeps cookies, follows redirects, fills in forms.

As a program it opens an address, signs in as SUITE_EMAIL with SUITE_PASSWORD, allows what is asked for, and prints where the
service sent the person at last; with --deliver it goes there too, as a browser would.

    python3 form_browser.py [--deny] [--deliver] URL
"""

from __future__ import annotations

import http.client
import os
import sys
from html.parser import HTMLParser
from typing import Optional
from urllib.parse import urlencode, urljoin, urlsplit

MOST_PAGES = 20


class Form:
    """A form of a page: where it goes, its fields, and its buttons with what stands on them."""

    def __init__(self, attributes: "dict[str, Optional[str]]") -> None:
        self.action = attributes.get("action") or ""
        self.method = (attributes.get("method") or "get").upper()
        self.fields: "dict[str, list[str]]" = {}
        self.types: "dict[str, str]" = {}
        self.buttons: "list[dict[str, str]]" = []


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: "list[Form]" = []
        self._form: Optional[Form] = None
        self._button: "Optional[dict[str, str]]" = None
        self._select: "Optional[tuple[str, bool]]" = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, Optional[str]]]") -> None:
        attributes = dict(attrs)
        name = attributes.get("name") or ""
        if tag == "form":
            self._form = Form(attributes)
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input":
            self._input(self._form, attributes, name)
        elif tag == "select":
            self._select = (name, False)
        elif tag == "option" and self._select is not None:
            selected, chosen = self._select
            # The first is chosen unless another says that it is.
            if not chosen or "selected" in attributes:
                self._form.fields[selected] = [attributes.get("value") or ""]
                self._select = (selected, True)
        elif tag == "button" and (attributes.get("type") or "submit") == "submit":
            self._button = {"name": name, "value": attributes.get("value") or "", "text": ""}
            self._form.buttons.append(self._button)

    @staticmethod
    def _input(form: Form, attributes: "dict[str, Optional[str]]", name: str) -> None:
        kind = (attributes.get("type") or "text").lower()
        value = attributes.get("value") or ""
        if kind == "submit":
            form.buttons.append({"name": name, "value": value, "text": value})
        elif kind in ("checkbox", "radio"):
            if "checked" in attributes or (kind == "radio" and name not in form.fields):
                kept = form.fields.get(name, []) if kind == "checkbox" else []
                form.fields[name] = [*kept, value or "on"]
        elif name:
            form.fields[name] = [value]
            form.types[name] = kind

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button["text"] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "button":
            self._button = None
        elif tag == "select":
            self._select = None


class Browser:
    """Signs in and answers consent pages of one service; signed in, it stays so."""

    def __init__(self, email: str, password: str) -> None:
        self._email, self._password = email, password
        self._cookies: "dict[str, str]" = {}
        self.pages: "list[str]" = []

    def authorize(self, url: str, allow: bool = True) -> str:
        """Opens an authorization address and answers each page; gives the address of the client that it ends at."""
        service = urlsplit(url).netloc
        method, body = "GET", None
        for _ in range(MOST_PAGES):
            status, location, page = self._fetch(method, url, body)
            if location is not None:
                url, method, body = urljoin(url, location), "GET", None
                if urlsplit(url).netloc != service:
                    return url
                continue
            self.pages.append(page)
            form = self._wanted(Forms(page).forms, status, page)
            fields = self._filled(form, allow)
            target = urljoin(url, form.action)
            url, method = (target, "POST") if form.method == "POST" else (f"{target}?{urlencode(fields, doseq=True)}", "GET")
            body = urlencode(fields, doseq=True).encode() if method == "POST" else None
        raise AssertionError(f"still no end after {MOST_PAGES} pages")

    def _wanted(self, forms: "list[Form]", status: int, page: str) -> Form:
        """The form to fill in: the one that asks for a password, else the one that decides, else the only one."""
        for form in forms:
            if "password" in form.types.values():
                return form
        deciding = [form for form in forms if len(form.buttons) > 1]
        if deciding or len(forms) == 1:
            return (deciding or forms)[0]
        raise AssertionError(f"a page with status {status} and {len(forms)} forms leads nowhere: {page[:600]}")

    def _filled(self, form: Form, allow: bool) -> "dict[str, list[str]]":
        fields = dict(form.fields)
        for name, kind in form.types.items():
            if kind == "password":
                fields[name] = [self._password]
            elif kind == "email" or name == "email":
                fields[name] = [self._email]
        button = self._button(form, allow)
        if button is not None and button["name"]:
            fields[button["name"]] = [button["value"]]
        return fields

    @staticmethod
    def _button(form: Form, allow: bool) -> "Optional[dict[str, str]]":
        words = ("allow", "approve", "connect", "authorize", "accept") if allow else ("deny", "cancel", "refuse", "reject", "decline")
        for button in form.buttons:
            text = f"{button['value']} {button['text']}".lower()
            if any(word in text for word in words) and not (allow and "not" in text.split()):
                return button
        return form.buttons[0] if form.buttons else None

    def _fetch(self, method: str, url: str, body: Optional[bytes]) -> "tuple[int, Optional[str], str]":
        address = urlsplit(url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        connection = kind(address.netloc, timeout=60)
        headers = {"Accept": "text/html", "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            # What a browser sends along with a form that is posted to the page's own site.
            headers["Origin"] = f"{address.scheme}://{address.netloc}"
            headers["Sec-Fetch-Site"] = "same-origin"
        try:
            connection.request(method, f"{address.path or '/'}{'?' + address.query if address.query else ''}", body, headers)
            response = connection.getresponse()
            page = response.read().decode(errors="replace")
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = line.partition("=")
            value = rest.partition(";")[0]
            if value and "max-age=0" not in rest.lower():
                self._cookies[name.strip()] = value
            else:
                self._cookies.pop(name.strip(), None)
        location = response.headers["Location"] if response.status in (301, 302, 303, 307, 308) else None
        return response.status, location, page


def deliver(url: str) -> None:
    """Opens the client's own address, with the answer in it."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    try:
        connection.request("GET", f"{address.path}?{address.query}")
        connection.getresponse().read()
    finally:
        connection.close()


def main() -> int:
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    browser = Browser(os.environ["SUITE_EMAIL"], os.environ["SUITE_PASSWORD"])
    end = browser.authorize(arguments[0], allow="--deny" not in sys.argv)
    if "--deliver" in sys.argv:
        deliver(end)
    print(end)
    return 0


if __name__ == "__main__":
    sys.exit(main())
