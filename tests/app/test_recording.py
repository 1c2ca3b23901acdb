"""A recorded evening comes out the same when it is played again, and tells no vote before the reveal."""

from __future__ import annotations

import msgspec
import pytest

from table.app.recorder import Recorder, RecordingError, read_recording
from table.app.replay import ReplayError, play, read_events, replay_events, table_of_recording
from table.intake.journal import MemoryJournal
from table.rules.session import fold
from table.rules.signals import Press, Tick
from table.store import write_games
from tests.intake.table_kit import RULES, AtTable
from tests.intake.test_picture_table import FOUR, row_of


class Recorded(AtTable):
    """A table whose signals are recorded as the app does it."""

    def __init__(self, folder, **options: object) -> None:  # type: ignore[no-untyped-def]
        super().__init__(**options)
        header = {"options": msgspec.to_builtins(self.table.options), "seed": 1, "now": 0.0, "wall": 0.0, "log": []}
        self.recorder = Recorder(folder, header, lambda what: None)
        handle = self.table.handle

        def recording(signal) -> None:  # type: ignore[no-untyped-def]
            handle(signal)
            self.recorder.record(signal, secret=self.table.secret)

        self.table.handle = recording  # type: ignore[method-assign]


def a_round(folder) -> Recorded:  # type: ignore[no-untyped-def]
    table = Recorded(folder).press("sun", 1).press("sun", 2).press("sun", 1)
    for seat in FOUR[1:]:
        table.press(seat, 3)
    table.do("sun", "start_with").press("sun", 1)
    return row_of(table, 4)


def test_a_recording_played_again_gives_the_same_events(tmp_path):
    table = a_round(tmp_path)
    for seat, keys in {"mountain": (1, 2), "hut": (3, 2), "star": (4, 1)}.items():
        for key in keys:
            table.press(seat, key)
    table.wait(40)
    table.recorder.close()
    journal = MemoryJournal()
    again, signals = table_of_recording(tmp_path, RULES, journal)
    play(again, signals)
    strip = [msgspec.structs.replace(event, t=0.0) for event in table.journal.games[0]]
    assert [msgspec.structs.replace(event, t=0.0) for event in journal.games[0]] == strip
    assert again.state.points == table.state.points


def test_nothing_of_a_vote_is_written_before_all_are_in(tmp_path):
    table = a_round(tmp_path)
    size = (tmp_path / "signals.jsonl").stat().st_size
    for seat, keys in {"mountain": (1, 2), "hut": (3, 2), "star": (4,)}.items():
        for key in keys:
            table.press(seat, key).wait(3)
    assert (tmp_path / "signals.jsonl").stat().st_size == size
    table.press("star", 1)
    assert table.scene == "Reveal"
    _, signals = read_recording(tmp_path)
    assert [s.key for s in signals if isinstance(s, Press) and s.seat == "star"][-1] == 1


def test_a_line_torn_by_a_power_cut_ends_the_recording_quietly(tmp_path):
    recorder = Recorder(tmp_path, {}, lambda what: None)
    recorder.record(Press(t=1.0, seat="sun", key=1), secret=False)
    recorder.close()
    with (tmp_path / "signals.jsonl").open("ab") as file:
        file.write(b'{"type":"press","t":2.0,"se')
    assert len(list(read_recording(tmp_path)[1])) == 1


def test_a_broken_line_in_the_middle_is_named(tmp_path):
    file = tmp_path / "signals.jsonl"
    file.write_bytes(b'{"header":{}}\n{"type":"nonsense"}\n{"type":"tick","t":1.0}\n')
    with pytest.raises(RecordingError, match="line 2"):
        list(read_recording(tmp_path)[1])


def test_a_full_disk_ends_the_recording_and_not_the_game(tmp_path):
    told: list[str] = []
    recorder = Recorder(tmp_path / "file", {}, told.append)
    recorder.close()
    (tmp_path / "nodir").write_text("a file where the folder should be")
    broken = Recorder(tmp_path / "nodir", {}, told.append)
    assert broken.running is False
    broken.record(Tick(t=1.0), secret=False)
    assert len(told) == 1
    assert "free some space" in told[0]


def test_a_log_of_events_is_played_step_by_step(tmp_path):
    table = AtTable().gin().to_first_draw().change("drawn", side="far").change("discarded", "9H", "far")
    write_games(tmp_path / "evening.jsonl", [table.table.log])
    (log,) = read_events(tmp_path / "evening.jsonl")
    sessions = [session for _, _, session in replay_events(log)]
    assert len(sessions) == len(table.table.log)
    assert sessions[-1].state == fold(table.table.log)


def test_what_is_no_log_is_said_in_a_line(tmp_path):
    (tmp_path / "x.jsonl").write_text("hello\n")
    with pytest.raises(ReplayError, match="line 1"):
        read_events(tmp_path / "x.jsonl")
