"""When a zone may be looked at: it is still, no hand is over it, and something has changed since the last look."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.follow import Touch
from vision.look import Look, agree
from vision.motion import ZoneMotion

SETTLE_S = 0.2
"""Still and uncovered for so long before the first look."""

GIVE_UP_S = 3.0
"""Looked at for so long without agreement: the zone cannot be read."""

MOST_LOOKS = 6
"""Looks that are held against one another."""

QUICK_LOOKS = 4
PATIENT_S = 0.25
"""After so many looks without an end the next ones follow at this pace: more frames help, haste does not."""


@dataclass
class ZoneWatch:
    """One zone's way from change to an agreed look. Times come with each call."""

    name: str
    dirty: bool = True
    covered: bool = False
    still_since: float | None = None
    touch: Touch | None = None
    agreed: Look | None = None
    pending: Look | None = None
    """Agreed on but for open questions: what is known if nothing better comes before the next hand."""
    looks: list[Look] = field(default_factory=list)
    gave_up: bool = False
    _moving: int = 0
    _left: bool = False
    """The zone lay free and still since its last touch, and nobody has taken note of what it looked like then."""
    _since: float | None = None

    def feel(self, motion: ZoneMotion, light: bool, t: float) -> None:
        """Take in one frame."""
        self.covered = motion.covered
        stirred = motion.moving or motion.covered
        if not stirred:
            self._moving = 0
            if self.still_since is None:
                self.still_since = t
            return
        self._moving += 1
        if self.still_since is not None and t - self.still_since >= SETTLE_S:
            self._left = True
        self.still_since = None
        self.disturb()
        if motion.covered or (self._moving >= 2 and not light):
            self._touched(motion, t)

    def _touched(self, motion: ZoneMotion, t: float) -> None:
        old, again = self.touch, self._left
        self._left = False
        if old is None:
            self.touch = Touch(self.name, t, motion.hand, motion.side)
            return
        times = old.times + again
        lasted = old.lasted + t - old.t
        if motion.hand > old.share:
            self.touch = Touch(self.name, t, motion.hand, motion.side or old.side, times, lasted)
        else:
            self.touch = replace(old, t=t, side=old.side or motion.side, times=times, lasted=lasted)

    def disturb(self) -> None:
        """Look again at the next chance though nobody touched it."""
        self.dirty, self.gave_up, self._since = True, False, None
        self.looks.clear()
        self.pending = None

    def ready(self, t: float) -> bool:
        """Whether a look makes sense now."""
        if not self.dirty or self.covered or self.still_since is None or t - self.still_since < SETTLE_S:
            return False
        return len(self.looks) < QUICK_LOOKS or t - self.looks[-1].t >= PATIENT_S

    def take(self, look: Look) -> Look | None:
        """Add a look; gives the agreed one once two frames say the same."""
        if self._since is None:
            self._since = look.t
        self.looks.append(look)
        del self.looks[:-MOST_LOOKS]
        settled = agree(self.looks)
        if settled is not None:
            self.agreed = settled
        return settled

    def late(self, t: float) -> bool:
        """Whether it has been looked at for so long that there is no hope of agreement."""
        return self.dirty and self._since is not None and t - self._since > GIVE_UP_S

    def finish(self) -> Touch | None:
        """The zone is read; gives the touches since the last time."""
        touch, self.touch = self.touch, None
        self.dirty = self._left = False
        self.pending = None
        self.looks.clear()
        return touch
