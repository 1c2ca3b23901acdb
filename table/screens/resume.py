"""After a power cut: what is saved, what is seen, and three ways on."""

from __future__ import annotations

from table.intake import view as v
from table.rules.gin import GinState
from table.rules.zhiyan import ZhiyanState
from table.screens.enter import hand_sub
from table.screens.frame import Page, Scope, card, clause, label_of
from table.screens.gin import score_rows
from table.screens.model import Resume, ResumeColumn, ScoreRow


def resume(scope: Scope, scene: v.Resume) -> Page:
    """(36) What is saved, what is seen, three ways on."""
    state = scope.view.game
    saved = scope.say("small.resume_saved", time=scene.saved_at) if scene.saved_at else ""
    if scene.differs:
        band = scope.band("all", "resume_differs", scope.say("small.resume_what"))
    else:
        band = scope.band("all", "resume", saved)
    shown = {"from_now": "now", "go_on": "now", "put_back": "back"}
    columns = []
    for key in scope.view.keys:
        way = shown.get(key.action, "void")
        columns.append(_resume_column(scope, scene, key, way))
    if isinstance(state, GinState):
        note = scope.say("resume.note") if scene.differs and scene.saved_card else scope.say("resume.safe")
    else:
        note = scope.say("resume.safe")
    return Page(
        kind="resume",
        sub=clause(scope, hand_sub(scope), scope.say("sub.resume")),
        band=band,
        body=Resume(columns=tuple(columns)),
        in_body=frozenset(int(column.key) for column in columns),
        note=note,
        say=(scope.aloud("band.resume_differs" if scene.differs else "band.resume"),),
    )


def _resume_column(scope: Scope, scene: v.Resume, key: v.Key, way: str) -> ResumeColumn:
    top = scope.say("resume.top")
    if way == "now":
        seen = card(scene.seen_card, "unsure") if scene.seen_card else None
        return ResumeColumn(
            key=str(key.key),
            title=label_of(scope, key),
            sub=scope.say("resume.now_sub") if isinstance(scope.view.game, GinState) else "",
            card=seen,
            card_label=top if seen else "",
            scores=() if seen else _scores(scope),
            differs=scene.differs and seen is not None,
        )
    if way == "back":
        kept = card(scene.saved_card) if scene.saved_card else None
        return ResumeColumn(
            key=str(key.key),
            title=label_of(scope, key),
            sub=scope.say("resume.back_sub", time=scene.saved_at),
            card=kept,
            card_label=top if kept else "",
            scores=() if kept else _scores(scope),
        )
    return ResumeColumn(
        key=str(key.key), title=label_of(scope, key), sub=scope.say("resume.void_sub"), scores=_scores(scope)
    )


def _scores(scope: Scope) -> tuple[ScoreRow, ...]:
    state = scope.view.game
    if isinstance(state, GinState):
        return score_rows(scope, state)
    if isinstance(state, ZhiyanState):
        return tuple(ScoreRow(seat=seat, name=scope.name(seat), points=state.points[seat]) for seat in state.seats)
    return ()
