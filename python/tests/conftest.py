"""Counts as the project's own checks count."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    """The project."""
    return ROOT


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    stats = terminalreporter.stats
    passed, skipped = len(stats.get("passed", [])), len(stats.get("skipped", []))
    failed = len(stats.get("failed", [])) + len(stats.get("error", []))
    terminalreporter.write_line(
        f"{passed + failed} tests run: {passed} passed, {failed} failed, {skipped} skipped"
    )
