"""The interface of a browser for the tests, whatever its engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Engine(ABC):
    """One tab of a browser. `errors` collects the errors in its console, if the engine reports them."""

    errors: list[str]

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Set the size of the viewport, in CSS pixels."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Open a page, and wait until it has loaded."""

    @abstractmethod
    def back(self) -> None:
        """Go back in the history."""

    @abstractmethod
    def evaluate(self, script: str) -> Any:
        """Run the body of an async function in the page, and return its result, if JSON can express it."""

    @abstractmethod
    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click at a point of the viewport, in CSS pixels."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press and release a key: a character, or Tab, Enter, Escape, ArrowDown."""

    @abstractmethod
    def screenshot(self) -> bytes:
        """Return the viewport as PNG."""
