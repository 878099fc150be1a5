"""What can go wrong with a backup, as a sentence for whoever runs the command."""

from __future__ import annotations


class BackupError(Exception):
    """Nothing was changed; the message says what to do."""
