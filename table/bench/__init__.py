"""What the measuring commands share: independent checks that are slow and plain, and games played at random."""
