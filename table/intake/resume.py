"""(36) After any stop the game is where it was; the table compares what lies there with what it remembers."""

from __future__ import annotations

from table.intake import view
from table.intake.phase import Bound, Phase, bind
from table.rules.cards import Card
from table.rules.events import Discarded, HandVoided, Passed
from table.rules.gin import IN_HAND, GinState
from table.rules.gin import Phase as GinStage
from table.rules.signals import Observation

PATIENCE = 6.0
"""Without a look from the camera for so long (s), people say themselves that all is as it was."""


class Resume(Phase):
    """The saved game, what is seen, and three ways on where they differ."""

    def enter(self) -> None:
        self.same_since: float | None = None
        self.fresh = False
        self.saved_at = self.table.format_clock(self.table.log[-1].t)

    @property
    def pile_matters(self) -> bool:
        """A hand of gin is in play and the eye follows it; anything else shows nothing that could differ."""
        state = self.table.state
        playing = isinstance(state, GinState) and state.phase in IN_HAND
        return playing and not self.table.by_hand and self.table.options.tracking == "full"

    def _saved_card(self) -> Card | None:
        return self.table.state.top if isinstance(self.table.state, GinState) else None

    def _seen(self) -> tuple[Card | None, str]:
        zone = self.table.looks.get("discard")
        if not self.fresh or zone is None or not zone.cards:
            return None, ""
        top = zone.cards[-1]
        return (top.card if top.p >= self.table.options.sure else None), top.cutout

    @property
    def differs(self) -> bool:
        """What lies on the pile is surely not what was saved."""
        seen, _ = self._seen()
        saved = self._saved_card()
        return seen is not None and saved is not None and seen != saved

    def scene(self) -> view.Scene:
        seen, cutout = self._seen()
        return view.Resume(
            saved_at=self.saved_at,
            saved_card=self._saved_card(),
            seen_card=seen,
            seen_cutout=cutout,
            differs=self.differs,
        )

    def expects(self) -> str:
        return "play"

    def offers(self) -> list[Bound]:
        seats = self.table.seats
        bound = [bind(1, "from_now", lambda _: self._from_now(), seats=seats)]
        if self.pile_matters:
            bound.append(bind(2, "put_back", lambda _: self._put_back(), seats=seats))
            bound.append(bind(3, "void_hand", lambda _: self._void(), seats=seats))
        return bound

    def on_look(self, look: Observation) -> None:
        if any(zone.zone == "discard" and zone.state == "done" for zone in look.zones):
            self.fresh = True
            if self.differs:
                self.same_since = None
            elif self.same_since is None:
                self.same_since = self.table.now

    def auto(self) -> float | None:
        if not self.pile_matters:
            return self.since + self.table.options.times.resume_same
        if self.same_since is not None:
            return self.same_since + self.table.options.times.resume_same
        return None

    def on_auto(self) -> None:
        self._go_on()

    def _from_now(self) -> None:
        """What lies there now counts: the move in between was not seen."""
        state = self.table.state
        seen, _ = self._seen()
        if self.differs and isinstance(state, GinState) and state.turn is not None:
            if state.phase is GinStage.UPCARD:
                self.table.try_commit(Passed(seat=state.turn))
            if self.table.try_commit(Discarded(seat=state.turn, card=seen)):
                self.table.try_commit(Discarded(seat=state.turn))
        self._go_on()

    def _put_back(self) -> None:
        if not self.differs:
            self._go_on()
        else:
            self.table.say("put_it_back")

    def _void(self) -> None:
        self.table.try_commit(HandVoided(why="agreed"))
        self._go_on()

    def _go_on(self) -> None:
        from table.intake.play import enter_play

        enter_play(self.table)
