"""What the operator's screens want of the camera and the store, and what these have to say (`table.intake.service`).

The loop gives it a turn each round; the pictures of a deck being shown are read in the eye's thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from table.app.keep_frames import only_the_mat
from table.intake.phase import Phase
from table.intake.service import Calibrate, Enrol, Service
from table.intake.table import Table
from table.intake.view import CheckLine, Enrolling, Outlined

log = logging.getLogger("cardtable")

REFRESH_S = 0.5
"""Seconds between two pictures and between two sets of numbers on the service screen."""
ENROL_S = 0.2
"""Seconds between two frames in which cards of a deck are looked for."""
SAVE_S = 5.0
"""What was enrolled is on the disk after so long."""
SHOWN_PX = 900
"""Width of the picture on the screen."""
FOUND_S = 6.0
"""A mat that is not found within this time is not in the picture."""

ROWS = {
    "markers": ("marker_hidden", "markers"),
    "camera": ("too_far", "too_near", "distance", "view"),
    "focus": ("out_of_focus", "focus"),
    "light": ("too_dark", "too_bright", "uneven", "glare", "light", "evenness"),
    "mat": ("not_flat", "fit"),
}
"""The lines of the calibration's screen, with the verdicts that each of them sums up."""

STATES = {
    "new": "ok", "known": "ok", "again": "ok", "back": "zone", "settling": "zone",
    "blurred": "unsure", "glare": "unsure", "overlap": "unsure", "alike": "unsure",
}  # fmt: skip
"""How a card that is being shown is outlined."""


class OperatorDesk:
    """Serves the phase that is current, if it is the operator's."""

    def __init__(self, table: Table, parts: Any, folder: Path | None = None) -> None:
        self.table, self.parts, self.folder = table, parts, folder
        self.simulated_eye: Any = None
        """What looks at a simulated table, which is driven from outside and so is no part of the app."""
        self._phase: Phase | None = None
        self._next = float("-inf")
        self._waiting_since: float | None = None
        self._before: Any = None
        self._showing: DeckShowing | None = None

    @property
    def _eye(self) -> Any:
        return self.parts.eye or self.simulated_eye

    def turn(self, now: float) -> None:
        """Once each round of the loop."""
        phase = self.table.current
        if phase is not self._phase:
            self._leave()
            self._phase, self._next = phase, float("-inf")
        if isinstance(phase, Service):
            self._serve(phase, now)
        elif isinstance(phase, Calibrate):
            self._calibrate(phase, now)
        elif isinstance(phase, Enrol):
            self._enrol(phase, now)

    def _leave(self) -> None:
        if self._showing is not None:
            self._showing.end()
            self._showing = None
        if self._phase is not None and self.parts.pictures is not None:
            self.parts.pictures.forget_live()
        self._waiting_since = None

    def _picture(self, image: Any) -> str:
        return "" if image is None or self.parts.pictures is None else self.parts.pictures.show_live(_shrunk(image))

    # -- the camera's picture -----------------------------------------------------------------------------------

    def _serve(self, phase: Service, now: float) -> None:
        if phase.wants == "save":
            phase.wants = ""
            self.table.say("picture_saved" if self._save() else "picture_not_saved")
        if now < self._next:
            return
        self._next = now + REFRESH_S
        eye = self._eye
        if not hasattr(eye, "picture"):
            return
        found = eye.core.calibration
        phase.markers = 0 if found is None else len(found.markers)
        phase.boxes = () if found is None else outlines(found, eye.core.mat)
        phase.numbers = _numbers(eye.status, found)
        image = None if phase.refused else eye.picture()
        if image is not None and self.table.state is not None:
            # While a game is on, hands are held around the mat: nobody looks into them.
            image = None if found is None else only_the_mat(image, found.lens, eye.core.mat.size)
        phase.picture = self._picture(image)

    def _save(self) -> bool:
        """The last picture into the state folder, cut to the mat: people around the table are not stored."""
        import cv2

        eye = self._eye
        image = eye.picture() if hasattr(eye, "picture") else None
        if image is None or eye.core.calibration is None or self.folder is None:
            return False
        path = self.folder / time.strftime("table-%Y%m%d-%H%M%S.jpg", time.localtime(self.table.wall))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _, encoded = cv2.imencode(".jpg", only_the_mat(image, eye.core.calibration.lens, eye.core.mat.size))
            path.write_bytes(encoded.tobytes())
        except OSError as error:
            log.warning("the picture is not saved in %s: %s; free some space", self.folder, error.strerror)
            return False
        log.info("the table's picture is saved: %s", path)
        return True

    # -- calibration --------------------------------------------------------------------------------------------

    def _calibrate(self, phase: Calibrate, now: float) -> None:
        eye = self._eye
        if not hasattr(eye, "recalibrate"):
            phase.wants, phase.lines = "", (CheckLine(part="camera", state="bad"),)
            return
        if phase.wants == "calibrate":
            phase.wants = ""
            self._before, self._waiting_since = eye.core.calibration, now
            eye.recalibrate()
        if self._waiting_since is None:
            return
        found = eye.core.calibration
        if found is not None and found is not self._before:
            self._waiting_since = None
            phase.lines, phase.error_mm = check_lines(found), found.error_mm
        elif now - self._waiting_since > FOUND_S:
            self._waiting_since = None
            phase.lines = (CheckLine(part="markers", state="bad", text="no_mat"),)

    # -- a deck -------------------------------------------------------------------------------------------------

    def _enrol(self, phase: Enrol, now: float) -> None:
        row, eye = self.parts.row, self._eye
        deck = getattr(row, "deck", None)
        if deck is None or not hasattr(eye, "watch"):
            phase.report(Enrolling(remark="no_mat"))
            return
        if self._showing is None:
            self._showing = DeckShowing(deck, eye, self.parts.save_deck)
        if phase.wants == "skip_back":
            self._showing.skip_back()
        phase.wants = ""
        if now < self._next:
            return
        self._next = now + ENROL_S
        self._showing.keep(now)
        shown, image = self._showing.latest
        phase.report(msgspec.structs.replace(shown, picture=self._picture(image)))


class DeckShowing:
    """A deck that is being shown to the camera: frames come in the eye's thread, the screen asks in the loop's."""

    def __init__(self, deck: Any, eye: Any, save: Callable[[], None]) -> None:
        from vision.pictures.enrol import Enrolment

        self._session = Enrolment(deck)
        self._eye, self._save = eye, save
        self._lock = threading.Lock()
        self._next = float("-inf")
        self._next_save = float("-inf")
        self._latest: tuple[Enrolling, Any] = (self._told(None, (1, 1)), None)
        eye.watch(self._see)

    @property
    def latest(self) -> tuple[Enrolling, Any]:
        """What there is to say, and the mat from above."""
        return self._latest

    def skip_back(self) -> None:
        with self._lock:
            self._session.skip_back()
            told, image = self._latest
            self._latest = (msgspec.structs.replace(told, step=self._session.step), image)

    def keep(self, now: float) -> None:
        """Bring what was enrolled to the disk now and then."""
        if now >= self._next_save:
            self._next_save = now + SAVE_S
            with self._lock:
                self._save()

    def end(self) -> None:
        """Nobody shows cards any more."""
        self._eye.watch(None)
        with self._lock:
            self._save()

    def _see(self, frame: Any, calibration: Any) -> None:
        from vision.pictures.above import mat_from_above

        if frame.t < self._next:
            return
        self._next = frame.t + ENROL_S
        if calibration is None:
            self._latest = (self._told(None, (1, 1)), None)
            return
        view, px_to_mm = mat_from_above(frame.image, calibration.lens, self._eye.core.mat.size)
        with self._lock:
            progress = self._session.see(view, px_to_mm, frame.t)
        self._latest = (self._told(progress, view.shape[1::-1]), view)

    def _told(self, progress: Any, size: tuple[int, int]) -> Enrolling:
        session = self._session
        cards = () if progress is None else progress.cards
        boxes = tuple(Outlined(corners=_shares(card.outline_px, size), state=STATES[card.state]) for card in cards)  # type: ignore[arg-type]
        remark = "no_mat" if progress is None else _remark(progress)
        return Enrolling(
            boxes=boxes, step=session.step, enrolled=len(session.deck), expected=session.expected, remark=remark
        )


def _remark(progress: Any) -> str:
    """What is to be said of the cards that lie there: first what must be shown better."""
    if progress.poor:
        return str(progress.poor[0].state)
    if progress.waiting:
        return "wait"
    states = {card.state for card in progress.cards}
    return "new" if "new" in states else "known" if states & {"known", "again"} else ""


def outlines(found: Any, mat: Any) -> tuple[Outlined, ...]:
    """The mat's zones and the markers in sight, as shares of the camera's picture."""
    import numpy as np

    size = found.lens.size
    boxes = [zone.box for zone in mat.zones]
    zones = [np.array([(a, b), (c, b), (c, d), (a, d)]) for a, b, c, d in boxes]
    corners = mat.marker_corners() if not found.loose else {}
    seen = [Outlined(corners=_shares(found.lens.to_px(zone), size)) for zone in zones]
    for number, square in corners.items():
        state: Any = "marker" if number in found.markers else "missing"
        seen.append(Outlined(corners=_shares(found.lens.to_px(square), size), state=state))
    return tuple(seen)


def check_lines(found: Any) -> tuple[CheckLine, ...]:
    """A line for each thing that a calibration judges, good or with the key of the first thing wrong."""
    lines = []
    for part, keys in ROWS.items():
        mine = [one for one in found.verdicts if one.key in keys]
        bad = [one for one in mine if not one.good]
        hidden = [one for one in mine if one.key == "marker_hidden"]
        text = (bad or hidden)[0].key if bad or hidden else ""
        if mine:
            lines.append(CheckLine(part=part, state="bad" if bad else "ok", text=text))
    return tuple(lines)


def _numbers(status: Any, found: Any) -> tuple[tuple[str, str], ...]:
    numbers = [("fps", f"{status.rate:.1f}"), ("age_ms", f"{1000 * status.age:.0f}")]
    if found is not None:
        numbers.append(("error_mm", f"{found.error_mm:.1f}"))
    return tuple(numbers)


def _shares(corners: Any, size: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x) / size[0], 4), round(float(y) / size[1], 4)) for x, y in corners)


def _shrunk(image: Any) -> Any:
    """The picture as wide as the screen shows it."""
    import cv2

    h, w = image.shape[:2]
    if w <= SHOWN_PX:
        return image
    return cv2.resize(image, (SHOWN_PX, round(h * SHOWN_PX / w)), interpolation=cv2.INTER_AREA)
