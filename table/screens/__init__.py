"""From the state of the whole table to a Screen in words: `present`. No pixels here, and no rule of any game.

`present` is pure: the same view gives the same Screen. One function a scene lies in the modules beside this one
(`PRESENTERS` says which); `frame` puts header, reading chip, keys and footer around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from table.intake import view as v
from table.intake.view import Scene, View
from table.screens import (
    enter,
    fix,
    gin,
    gin_end,
    gin_result,
    pick_rules,
    picture_game,
    picture_result,
    resume,
    service,
    start,
)
from table.screens.corrected import with_correction
from table.screens.frame import Page, Presenter, Scope, framed
from table.screens.model import Band, Notice, Screen
from table.words import Words

PRESENTERS: Mapping[type[Scene], Presenter] = {
    v.SelfCheck: start.self_check,
    v.SafeMode: start.safe_mode,
    v.Attract: start.attract,
    v.PickGame: start.pick_game,
    v.PickRules: pick_rules.pick_rules,
    v.Joining: start.joining,
    v.WhoFirst: start.who_first,
    v.Choosing: start.choosing,
    v.Dealing: gin.dealing,
    v.Offer: gin.offer,
    v.Turn: gin.turn,
    v.ForbiddenDiscard: gin.forbidden_discard,
    v.KnockPressed: gin.knock_pressed,
    v.Laying: gin.laying,
    v.WhichCard: gin.which_card,
    v.Contradiction: gin.contradiction,
    v.KnockRefused: gin.knock_refused,
    v.LayOffs: gin_result.lay_offs,
    v.HandResult: gin_result.hand_result,
    v.HandVoid: gin_result.hand_void,
    v.Standing: gin_end.standing,
    v.GinEnd: gin_end.gin_end,
    v.Telling: picture_game.telling,
    v.Collecting: picture_game.collecting,
    v.RowReading: picture_game.row_reading,
    v.Voting: picture_game.voting,
    v.Reveal: picture_result.reveal,
    v.RoundScore: picture_result.round_score,
    v.Track: picture_result.track,
    v.PictureEnd: picture_result.picture_end,
    v.Leaving: picture_result.leaving,
    v.ByHand: enter.by_hand,
    v.PickCard: enter.pick_card,
    v.FixMenu: fix.fix_menu,
    v.FixEvents: fix.fix_events,
    v.FixPoints: enter.fix_points,
    v.FixOwner: enter.fix_owner,
    v.UndoHand: fix.undo_hand,
    v.CannotFix: fix.cannot_fix,
    v.Resume: resume.resume,
    v.Saver: start.saver,
    v.History: service.history,
    v.Service: service.service,
    v.Calibrating: service.calibrating,
    v.Enrolling: service.enrolling,
}
"""Who presents which scene. A test holds that no scene of the view is missing."""


def present(view: View, words: Words | None = None) -> Screen:
    """The Screen for a view, in the view's language unless other `words` are given.

    Raises `TypeError` when the scene needs a game of the other kind than the view has: a fault of the program, never
    of the players.
    """
    scope = Scope(view=view, words=words or Words(view.lang, view.names))
    presenter = PRESENTERS.get(type(view.scene))
    if presenter is None:
        raise TypeError(f"no presenter for the scene {type(view.scene).__name__}")
    page = presenter(scope, view.scene)
    return framed(scope, replace(page, say=with_correction(scope, page.say)))


def notice(lang: str, lines: tuple[str, ...], title: str = "") -> Screen:
    """A plain Screen that needs no state: what the app shows when something unforeseen went wrong, instead of black."""
    words = Words(lang)
    return Screen(
        kind="notice",
        lang=words.base,  # type: ignore[arg-type]
        title=title or words.say("app.name"),
        band=Band(seat=None, big=words.say("band.safe"), mark="no"),
        body=Notice(lines=lines),
    )


__all__ = ["PRESENTERS", "Page", "Scope", "notice", "present"]
