"""What makes a log append-only, and binds its rows into its workspace's chain."""

from __future__ import annotations

import pgtrigger

APPEND_ONLY = pgtrigger.Update | pgtrigger.Delete


def append_only() -> pgtrigger.Trigger:
    """A trigger that refuses every change of a row that was written."""
    return pgtrigger.Protect(name="append_only", operation=APPEND_ONLY)


def chained(kind: str) -> pgtrigger.Trigger:
    """A trigger that binds each new row of a log into its workspace's chain.

    It runs when the transaction commits: the chain's end is locked only for that moment, after
    every other lock, so that no two transactions wait for each other over it.
    """
    return pgtrigger.Trigger(
        name="chained",
        level=pgtrigger.Row,
        when=pgtrigger.After,
        operation=pgtrigger.Insert,
        timing=pgtrigger.Deferred,
        func=f"PERFORM palimpsest_chain('{kind}', NEW.workspace_id, NEW.id); RETURN NULL;",
    )
