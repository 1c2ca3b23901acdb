"""A part of the hardware that may fail while the rest goes on: tried again after a while, told once, told when back."""

from __future__ import annotations

from collections.abc import Callable

FIRST_WAIT = 0.05
LONGEST_WAIT = 5.0


class Part:
    """Runs `work` again and again; `tell(what, over, words)` is called at the first failure and when it works again."""

    def __init__(self, words: str, work: Callable[[float], None], tell: Callable[[str, bool, str], None]) -> None:
        self._words = words
        self._work = work
        self._tell = tell
        self._wait = FIRST_WAIT
        self._retry_at = 0.0
        self.problem = ""
        """What was told at the first failure; empty while it works."""

    def run(self, t: float) -> None:
        """Do the work unless it failed a moment ago. Never raises."""
        if self.problem and t < self._retry_at:
            return
        try:
            self._work(t)
        except Exception as error:  # whatever a driver raises, the other parts go on
            self._fail(t, error)
            return
        if self.problem:
            self.problem, self._wait = "", FIRST_WAIT
            self._tell(f"{self._words} work again", True, self._words)

    def _fail(self, t: float, error: Exception) -> None:
        self._retry_at = t + self._wait
        self._wait = min(LONGEST_WAIT, 2 * self._wait)
        if not self.problem:
            text = " ".join(str(error).split()) or "no reason given"
            self.problem = f"{self._words} failed ({type(error).__name__}: {text}); tried again, the rest goes on"
            self._tell(self.problem, False, self._words)
