"""What the new turns of a session mean beside the claims that are read from them."""

from __future__ import annotations

from collections.abc import Sequence

from memory.models import Claim, Session, Subject, Turn
from memory.sessions.plans import hear_news
from memory.sessions.proposals import propose_implied


def listen(subject: Subject, session: Session, turns: Sequence[Turn]) -> list[Claim]:
    """Note what these turns, just written, change; answers the claims that they imply.

    The session waits for a summary from now on; news of planned events moves or ends their
    follow-ups; a change that was asked for again and again is proposed. The caller holds the
    subject's row, in the transaction that wrote the turns.
    """
    if not turns:
        return []
    session.quiet_since = max(turn.created_at for turn in turns)
    session.save(update_fields=["quiet_since"])
    hear_news(subject, turns)
    return propose_implied(subject, turns)
