"""The running table: worker threads, one queue, one main loop."""
