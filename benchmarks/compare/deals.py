"""Our deals, written as each program reads them, and their lines read back as our moves.

The worker processes never import this: it runs where solitaire-core is installed.
"""

import json

import solitaire_core as sc
from solitaire_core.interchange import write_klondike_solver

GAMES = {
    "klondike:1": ("klondike", {"draw": 1}),
    "klondike:3": ("klondike", {"draw": 3}),
    # The rule that the other programs play: queens go on kings, and nothing wraps.
    "golf": ("golf", {"strict": False}),
}


def deal_of(game, number):
    """The sc1 deal of a number in a game of GAMES."""
    name, options = GAMES[game]
    return sc.Deal(name, number, **options)


def own_text(deal):
    """What our own worker makes the deal of."""
    rules = deal.rules
    options = {"draw": rules.draw} if rules.name == "klondike" else {"strict": rules.strict}
    return json.dumps({"game": rules.name, "number": deal.number, "options": options})


def own_line(deal, line):
    """Our own lines are texts of moves already."""
    return line.split(",")


def klondike_solver_text(deal):
    """The 156 digits of Klondike-Solver."""
    return write_klondike_solver(deal.cards)


def klondike_solver_line(deal, line):
    """Read Klondike-Solver's moves as ours.

    `DR2` turns the stock twice and `NEW` turns the waste over. `W5`, `52` and `5H` move a card
    from the waste to pile 5, from pile 5 to pile 2, and to the foundation of hearts; `H5` takes
    it back; `52-3` moves three cards. `F5` says that a card was turned up, which with us is
    part of the move before.
    """
    game = deal.start()
    for word in line.split():
        if word.startswith("DR"):
            for _ in range(int(word[2:])):
                game.push("turn")
        elif word == "NEW":
            game.push("redeal")
        elif not word.startswith("F"):
            game.push(_matching(game, word))
    return [str(move) for move in game.move_stack]


def _matching(game, word):
    places, _, count = word.partition("-")
    source, target = places
    suit = source if source in "CDHS" else target if target in "CDHS" else None
    wanted = (_place(source), _place(target), int(count or 1))
    for move in game.legal_moves:
        same = not move.is_stock and (move.source, move.to, move.count) == wanted
        if same and (suit is None or str(move.card)[1] == suit):
            return move
    raise ValueError(f"no legal move is {word}")


def _place(letter):
    if letter in "1234567":
        return f"t{int(letter) - 1}"
    return "w" if letter == "W" else "f"


def black_hole_text(deal):
    """A board of Golf as Black Hole Solver reads it: a line each for waste, stock and columns."""
    cards = [str(card) for card in deal.cards]
    columns = (" ".join(cards[column:35:7]) for column in range(7))
    return "\n".join((f"Foundations: {cards[35]}", f"Talon: {' '.join(cards[36:])}", *columns, ""))


def black_hole_line(deal, line):
    """Read the columns that cards are taken from, 7 being the stock, as our moves."""
    columns = [[str(card) for card in deal.cards[column:35:7]] for column in range(7)]
    return ["turn" if at == "7" else columns[int(at)].pop() for at in line.split()]


def kpat_text(deal):
    """A position in the older format of KPatience's saved games, at the start of the game.

    All piles run from the bottom to the top; the top card of the stock is dealt next. Suits
    are numbered as ours.
    """
    if deal.rules.name == "klondike":
        board = deal.start().board()
        piles = {0: [(card, False) for card in reversed(board.stock)], 13: []}
        for at, (pile, down) in enumerate(zip(board.piles, board.face_down, strict=True)):
            piles[5 + at] = [(card, place >= down) for place, card in enumerate(pile)]
        return _saved(18, str(deal.rules.draw), piles)
    cards = deal.cards
    piles = {0: [(card, False) for card in reversed(cards[36:])], 8: [(cards[35], True)]}
    for at in range(7):
        piles[1 + at] = [(card, True) for card in cards[at:35:7]]
    return _saved(12, "", piles)


def _saved(game, options, piles):
    lines = [f'<dealer id="{game}" options="{options}" number="1" moves="0" started="0" data="">']
    for index, cards in piles.items():
        lines.append(f'<pile index="{index}">')
        for card, up in cards:
            suit, rank = divmod(card.code, 13)
            lines.append(f'<card suit="{suit}" value="{rank + 1}" faceup="{int(up)}"/>')
        lines.append("</pile>")
    return "\n".join((*lines, "</dealer>", ""))
