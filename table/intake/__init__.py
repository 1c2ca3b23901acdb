"""Where signals become events: one handler a phase, and questions where something is not sure."""
