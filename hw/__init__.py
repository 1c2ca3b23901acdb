"""Buttons, lamps and the other things with wires; the only package that talks to gpiozero and picamera2."""
