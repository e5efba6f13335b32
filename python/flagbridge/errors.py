"""What goes wrong: what, where, and which rule."""

from __future__ import annotations

from typing import NamedTuple


class FlagbridgeError(Exception):
    """Everything that this package raises by itself."""


class Misuse(FlagbridgeError, ValueError):
    """The question made no sense: a game, option or level that does not exist."""


class Failed(FlagbridgeError):
    """The question was right, but a file, a battle or a study would not have it."""


class Finding(NamedTuple):
    """One thing that is wrong with an order, and the rule that says so."""

    rule: str
    reason: str


class Refused(FlagbridgeError):
    """An order that was not taken. Nothing has changed."""

    def __init__(self, words: str, findings: list[tuple[str, str]] | None = None) -> None:
        super().__init__(words)
        self.findings: list[Finding] = [Finding(rule, reason) for rule, reason in findings or []]

    @property
    def rules(self) -> list[str]:
        """The rules that speak against it, each once."""
        return list(dict.fromkeys(it.rule for it in self.findings))
