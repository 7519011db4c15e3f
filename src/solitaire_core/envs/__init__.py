"""Environments for learners, by the interface of Gymnasium: single ones and many at once.

Importing this module registers an environment for every game that comes with the package:
`solitaire_core/TriPeaks-v1`, `solitaire_core/Klondike-v1`, `solitaire_core/EternalTriangle-v1`,
`solitaire_core/Tripleharp-v1` and so on, each with a limit of 1000 steps. Gymnasium imports it
by itself for a name such as `solitaire_core.envs:solitaire_core/TriPeaks-v1`. Needs the extra
`rl`.

Actions are numbers, and illegal ones may be chosen: which are legal stands in
`info["action_mask"]` after every step. In the games of the peaks family, action p takes the
card at place p of the tableau, and the last action turns the stock. In those of the Klondike
family with P piles (t0, t1, ...), in this order:

=================  =================================================================
how many           what
=================  =================================================================
P * P * K          `(s * P + d) * K + n`: cards from pile s to pile d
P                  the top card of pile s to the foundations
P                  the top of the waste to pile d
1                  the top of the waste to the foundations
4 * K * P          `(u * K + r) * P + d`: the card of suit u (C D H S) back to pile d
1                  the stock: a turn, a redeal or a deal, whichever is possible
=================  =================================================================

K is 1 where only kings fill empty piles: how many cards move, and of which rank a card is that
comes back, follows from the card on which they are laid (on an empty pile, a king). Where any
card fills an empty pile (Big Harp), K is 13: n + 1 cards move, a card of rank r comes back. The
numbers are the same for all options of a game.

Observations are arrays of uint8; `fields` of an environment names their parts. A card is its
code, `suit * 13 + rank` (suits C D H S, ranks A 2 ... K from 0); 52 stands for a card that is
not known, 53 for a place without a card, and 54 + code for a card that lies face down and is
known.

=============  ============  ==============================================================
peaks family   entries       what
=============  ============  ==============================================================
`tableau`      cards         the card at each place
`stock`        51 - cards    the stock in the order in which it is turned
`top`          1             the top of the waste
`stock_left`   1             cards still in the stock
`chain`        1             cards taken since the last turn
`seen`         52            for each card code, 1 where it is known what became of the card
=============  ============  ==============================================================

===============  ===========  =============================================================
Klondike family  entries      what
===============  ===========  =============================================================
`piles`          P * height   the piles, each from its bottom, as high as they can become
`foundations`    4 * decks    cards on the foundations, suit by suit, the highest first
`talon`          talon        the waste from its bottom, then the stock, the next card first
`waste`          1            cards on the waste
`stock`          1            cards in the stock
`passes`         1            which pass through the stock this is, from 1; at the most 255
===============  ===========  =============================================================

`observe` says how much is shown: `visible`, what lies face up now (and the cards of the waste);
`known` (the default), with what has been face up before on this line of play: cards that are
gone (`seen`), and the stock from the second pass on; `all`, every card.
"""

try:
    import gymnasium
except ImportError as error:  # pragma: no cover (the tests have it)
    raise ImportError(
        "solitaire_core.envs needs gymnasium: pip install 'solitaire-core[rl]'"
    ) from error

from solitaire_core.envs.environment import SolitaireEnv
from solitaire_core.envs.vector import SolitaireVectorEnv
from solitaire_core.games import GAMES

__all__ = ["ENVIRONMENTS", "SolitaireEnv", "SolitaireVectorEnv"]


def _identifier(game: str) -> str:
    words = ["tri", "peaks"] if game == "tripeaks" else game.split("-")
    return f"solitaire_core/{''.join(word.capitalize() for word in words)}-v1"


ENVIRONMENTS: dict[str, str] = {game: _identifier(game) for game in GAMES}
"""The id that each game is registered under."""

for _game, _id in ENVIRONMENTS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="solitaire_core.envs:SolitaireEnv",
            vector_entry_point="solitaire_core.envs:SolitaireVectorEnv",
            kwargs={"game": _game},
            max_episode_steps=1000,
        )
