"""Views as they come up in play, for translators, the gallery and the tests: random games, step by step.

`walk_gin` and `walk_picture_game` play a whole game by the rules with hands of their own and yield the view of every
scene on the way, questions and corrections included; `around` gives the screens that lie beside a game. All chance
comes from the random generator given, so a seed gives the same views again. The players are no good at the game; they
need only get everywhere.
"""

from table.screens.samples.around import around, before_a_game
from table.screens.samples.base import Sampler, key
from table.screens.samples.gin import GinHand, walk_gin
from table.screens.samples.picture_game import PictureGame, walk_picture_game

__all__ = [
    "GinHand",
    "PictureGame",
    "Sampler",
    "around",
    "before_a_game",
    "key",
    "walk_gin",
    "walk_picture_game",
]
