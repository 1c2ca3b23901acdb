"""What is missing at the start: told, tried again, gone on without; and several troubles side by side."""

from __future__ import annotations

from table.intake.start import SafeMode, SelfCheck
from table.intake.view import CheckLine
from table.rules.signals import Trouble
from tests.intake.table_kit import AtTable

CAMERA = CheckLine(part="camera", state="bad", text="no camera: check the cable")
STORE = CheckLine(part="store", state="bad", text="the disk is full")
KEYS = CheckLine(part="keys", state="ok")


def checked(*lines: CheckLine) -> AtTable:
    """A table whose self-check found this; the camera has told its fault as it does."""
    table = AtTable()
    if CAMERA in lines:
        table.camera_dies()
    table.table.go(SelfCheck(table.table))
    table.table.phase.report(lines, finished=True)
    return table.press("sun", 1)


def camera_comes_back(table: AtTable) -> AtTable:
    table.table.handle(Trouble(t=table.t, part="camera", what="the camera works again", over=True))
    return table


def test_what_is_missing_can_be_tried_again_or_played_without():
    table = checked(CAMERA, KEYS)
    assert (table.scene, table.view.scene.missing, table.view.scene.works) == ("SafeMode", ("camera",), ("keys",))
    assert [(key.key, key.action) for key in table.view.keys] == [(1, "by_hand"), (2, "try_again")]
    table.do("sun", "try_again")
    assert table.scene == "SelfCheck"
    table.table.phase.report((CheckLine(part="camera", state="ok"), KEYS), finished=True)
    assert table.wait(10).scene == "Attract"


def test_trying_again_in_vain_comes_back_to_what_is_missing():
    table = checked(CAMERA).do("sun", "try_again")
    table.table.phase.report((CAMERA,), finished=True)
    assert table.press("sun", 1).scene == "SafeMode"
    assert table.do("sun", "by_hand").scene == "Attract"


def test_a_camera_that_comes_back_ends_safe_mode_by_itself():
    table = checked(CAMERA)
    assert table.wait(5).scene == "SafeMode"
    assert camera_comes_back(table).scene == "Attract"


def test_a_camera_that_comes_back_leaves_what_else_is_missing_on_the_screen():
    table = camera_comes_back(checked(CAMERA, STORE))
    assert (table.scene, table.view.scene.missing, table.view.scene.works) == ("SafeMode", ("store",), ("camera",))
    assert table.view.scene.reason == "the disk is full"


def test_after_failed_starts_nothing_is_offered_that_cannot_help():
    table = AtTable()
    table.table.go(SafeMode(table.table, reason="3 starts in a row came to nothing"))
    assert [key.action for key in table.view.keys] == ["by_hand"]


# -- troubles side by side ----------------------------------------------------------------------------------------


def trouble(table: AtTable, part: str, what: str, about: str = "", *, over: bool = False) -> tuple[str, ...]:
    table.table.handle(Trouble(t=table.t, part=part, what=what, about=about, over=over))  # type: ignore[arg-type]
    return table.view.trouble


def test_one_of_two_stuck_keys_that_is_free_again_leaves_the_other_one_told():
    table = AtTable()
    trouble(table, "keys", "sun key 3 is stuck", "sun key 3")
    trouble(table, "keys", "hut key 1 is stuck", "hut key 1")
    assert trouble(table, "keys", "", "sun key 3", over=True) == ("hut key 1 is stuck",)
    assert trouble(table, "keys", "", "sun key 3", over=True) == ("hut key 1 is stuck",), "freed twice is freed once"
    assert trouble(table, "keys", "", "hut key 1", over=True) == ()


def test_a_trouble_told_anew_replaces_its_own_line_only():
    table = AtTable()
    trouble(table, "store", "the disk is full")
    trouble(table, "store", "the recording stopped", "recording")
    assert trouble(table, "store", "the disk is read-only") == ("the disk is read-only", "the recording stopped")
    assert trouble(table, "store", "", over=True) == ("the recording stopped",)
