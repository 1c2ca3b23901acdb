"""Property tests count examples, not milliseconds: a slow machine must not make a right answer wrong."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
