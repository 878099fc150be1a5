"""What stands in the place of words that are not kept."""

from __future__ import annotations

OFF_THE_RECORD = "[off the record]"
PAUSED = "[not kept: the memory is paused]"
CATEGORY_OFF = "[not kept: it told of something that is switched off]"
NOT_KEPT = "[not kept: it held a password, a key or a payment number]"
