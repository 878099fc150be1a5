"""What people ask of the memory itself in chat: recognised, carried out, never stored as a fact.

`recognise` reads a turn (pure: a module for each kind of request). `carry_out` does what a
request asks, through the functions that pages and API use. `gating` says why a turn stores nothing.
"""
