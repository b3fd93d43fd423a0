"""Opens pages of the site, and records errors in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

_INIT = """
window.shift = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
  .observe({ type: "layout-shift", buffered: true });
window.breaches = []; // of the policy; the console tells of them too
addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.breaches.push(effectiveDirective));
const attach = Element.prototype.attachShadow; // open shadow roots, which locators see into
Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: "open" }); };
"""


@dataclass
class Visits:
    """`visit(path)` opens a page below `address`, each in its own browser context."""

    browser: Browser
    address: str
    requests: list[Request] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _missing: set[str] = field(default_factory=set)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        path: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        scheme: str = "light",
        javascript: bool = True,
        touch: bool = False,
        status: int = 200,
    ) -> Page:
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=javascript,
            has_touch=touch,
        )
        context.add_init_script(_INIT)
        context.on("request", self._note_request)
        context.on("response", self._note_response)
        context.on("requestfailed", self._note_failure)
        context.on("console", self._note_message)
        context.on("weberror", lambda error: self._fault("error", str(error.error)))
        self._contexts.append(context)
        return self.go(context.new_page(), path, status)

    def go(self, page: Page, path: str, status: int = 200) -> Page:
        """Go to another path in an open page."""
        if status != 200:
            self._missing.add(self.address + path)
        response = page.goto(path)
        assert response and response.status == status
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _fault(self, what: str, more: str) -> None:
        self.faults.append(f"{what}: {more}")

    def _note_request(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((self.address, "data:", "blob:")):
            self._fault("request outside the site", request.url)

    def _note_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before its icon arrived
            self._fault("failed", request.url)

    def _note_response(self, response: Response) -> None:
        if response.status >= 400 and response.url not in self._missing:
            self._fault(f"answer {response.status}", response.url)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.location["url"] not in self._missing:
            self._fault(f"console {message.type}", message.text)


@contextmanager
def watching(browser: Browser, address: str) -> Iterator[Visits]:
    """Yield `visit`; afterwards close its pages, and fail on any error in them."""
    visit = Visits(browser, address)
    try:
        yield visit
    finally:
        visit.close()
    assert not visit.faults, "\n".join(visit.faults)
