"""Stands in for the module lgpio under gpiozero's real lgpio pins: lines, bias, one thread for all callbacks.

As in the real one, an exception in a callback ends the thread for every button, a line that somebody else holds is
'GPIO busy', and importing it makes LG_WD the working folder.
"""

from __future__ import annotations

from types import ModuleType


class error(Exception):  # noqa: N801, N818 - the name in the real module
    """What every failing call raises."""


class Lines(ModuleType):
    """One GPIO chip; `install` puts it in place of the module."""

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    OUTPUT = 2

    def __init__(self, chips=(0,), busy=()):
        super().__init__("lgpio")
        self.error = error
        self.chips, self.busy = set(chips), set(busy)
        self.opened, self.flags, self.levels, self.alerts = None, {}, {}, set()
        self.callbacks = []
        self.thread_alive = True

    def __getattr__(self, name):  # gpiozero looks names up that this fake does not need
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_: 0

    def gpiochip_open(self, chip):
        if chip not in self.chips:
            raise error("can not open gpiochip")
        self.opened = chip
        return 0

    def gpiochip_close(self, handle):
        self.opened = None

    def _claim(self, gpio, flags):
        if gpio in self.busy:
            raise error("GPIO busy")
        self.flags[gpio] = flags

    def gpio_claim_input(self, handle, gpio, flags=0):
        self._claim(gpio, flags)
        self.alerts.discard(gpio)
        self.levels[gpio] = 1 if flags & self.SET_PULL_UP else self.levels.get(gpio, 0)

    def gpio_claim_output(self, handle, gpio, level=0, flags=0):
        self._claim(gpio, self.OUTPUT)
        self.alerts.discard(gpio)
        self.levels[gpio] = level

    def gpio_claim_alert(self, handle, gpio, edges, flags=0, notify=-1):
        self._claim(gpio, flags)
        self.alerts.add(gpio)

    def gpio_free(self, handle, gpio):
        self.flags.pop(gpio, None)

    def gpio_get_mode(self, handle, gpio):
        return self.flags.get(gpio, 0)

    def gpio_read(self, handle, gpio):
        return self.levels.get(gpio, 0)

    def gpio_write(self, handle, gpio, level):
        self.levels[gpio] = level

    def gpio_set_debounce_micros(self, handle, gpio, micros):
        assert micros == 0, "the table debounces by itself"

    def callback(self, handle, gpio, edge, func):
        entry = (gpio, func)
        self.callbacks.append(entry)
        handle = ModuleType("callback")
        handle.cancel = lambda: self.callbacks.remove(entry)
        return handle

    def drive(self, gpio, level, tick=0):
        """A wire takes a level; the callback thread tells it, if it still lives."""
        changed = self.levels.get(gpio) != level
        self.levels[gpio] = level
        if not (changed and gpio in self.alerts and self.thread_alive):
            return
        try:
            for number, func in list(self.callbacks):
                if number == gpio:
                    func(0, gpio, level, tick)
        except Exception:
            self.thread_alive = False

    def install(self, monkeypatch, folder, revision=0xC03111):
        """Under gpiozero, for a board of this revision (a Raspberry Pi 4, or 0xC04170 for a 5)."""
        import sys

        import gpiozero.pins.local as local
        from gpiozero import Device
        from gpiozero.pins.local import LocalPiFactory

        monkeypatch.setitem(sys.modules, "lgpio", self)
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setattr(Device, "pin_factory", None)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        monkeypatch.setenv("LG_WD", str(folder))
        monkeypatch.setattr(local, "get_pi_revision", lambda: revision)
        monkeypatch.setattr(LocalPiFactory, "pins", {})
        LocalPiFactory._reservations.clear()
        (folder / "dev").mkdir(exist_ok=True)
        for chip in self.chips:
            (folder / "dev" / f"gpiochip{chip}").touch()
