"""`solitaire-core play` for the Klondike family.

`session` is the game as it is being played, with `table` (what can be moved), `places` (where
things lie, and where the cursor goes) and `reading` (moves as they are typed); `controls` is what
keys and clicks do to it; `screen` draws it, with `rows` (how a long pile is made to fit) and
`overlays`. None of these does input or output.
"""
