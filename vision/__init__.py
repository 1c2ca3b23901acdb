"""What the camera sees: frames, mat, cards and pictures."""
