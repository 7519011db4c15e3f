"""Games of all kinds, and what is done with them: any order of calls, and any move."""

import copy
import pickle

from source import Source

import solitaire_core as sc
from solitaire_core.reference.klondike import ReferenceKlondike
from targets import target

NAMES = list(sc.GAMES)


def made_up_rules(source):
    """A layout with any covers, or pieces of a Klondike that nobody plays."""
    if source.below(2):
        cards = 1 + source.below(51)
        covers = [
            sorted(
                {other for _ in range(source.below(3)) if (other := source.below(cards)) > place}
            )
            for place in range(cards)
        ]
        down = {place for place in range(cards) if source.once_in(3)}
        options = source.pick(({"wrap": True}, {}, {"strict": True}))
        return sc.PeaksRules("made-up", sc.Layout("made up", covers, down), **options)
    deal = source.once_in(3)
    return sc.KlondikeRules(
        "made-up",
        decks=1 + source.below(3),
        piles=tuple(source.below(14) for _ in range(1 + source.below(13))),
        face_up=source.pick(("top", "all")),
        runs=source.pick(("packed", "king-sequences")),
        empty=source.pick(("king", "any")),
        worrying_back=source.below(2) == 0,
        stock="deal" if deal else "waste",
        draw=0 if deal else 1 + source.below(5),
        passes=0 if deal else source.below(4),
    )


def any_game(source):
    """A game that is made up, or comes with the package."""
    rules = made_up_rules(source) if source.once_in(4) else sc.GAMES[source.pick(NAMES)]
    return sc.Deal(rules, source.whole(3)).start()


def a_move(source, game):
    """Mostly a legal one."""
    kind = source.below(8)
    legal = list(game.legal_moves)
    if kind < 6 and legal:
        return source.pick(legal)
    if kind == 6:
        places = [*(f"t{at}" for at in range(15)), "w", "f"]
        card = str(sc.Card(source.below(53) % 52))
        return source.pick((
            card, "turn", "deal", "redeal",
            f"{card} {source.pick(places)}>{source.pick(places)}",
            f"{card} {source.pick(places)}>{source.pick(places)}*{source.below(30)}",
        ))  # fmt: skip
    return source.pick((None, 3, "", "nothing", b"turn", sc.PeaksMove("turn"),
                        sc.KlondikeMove("redeal"), sc.Card("7H")))  # fmt: skip


def pushes(source, game):
    before = game.copy()
    move = a_move(source, game)
    try:
        game.push(move)
    except (ValueError, TypeError):
        assert game == before
        return
    assert str(game.peek()) == str(move)


def ask(game):
    """All that looks at a position and changes nothing."""
    before, made = game.copy(), [str(move) for move in game.move_stack]
    legal = list(game.legal_moves)
    assert all(move in game.legal_moves for move in legal)
    assert len(legal) == game.legal_moves.count() == len(game.legal_moves)
    game.outcome(), game.status(), game.visible(), game.known(), repr(game), str(game), hash(game)
    assert game == before
    assert [str(move) for move in game.move_stack] == made


def rebuild(source, game):
    """The position by another way: a copy, its code, a pickle."""
    kind = source.below(4)
    if kind == 0:
        found = game.copy(stack=True)
        assert found.move_stack == game.move_stack
    elif kind == 1:
        found = copy.copy(game)
    elif kind == 2:
        found = type(game).from_code(game.code(), game.rules)
    else:
        found = pickle.loads(pickle.dumps(game))
        assert found.move_stack == game.move_stack
    assert found == game
    assert hash(found) == hash(game)
    return found


def search(source, game):
    """The searches, held short; a line that is found has to stand up."""
    kind = source.below(5)
    is_peaks = isinstance(game, sc.PeaksGame)
    if kind == 0:
        solution = sc.solve(game, **({} if is_peaks else {"nodes": 200}))
        if solution.moves is not None:
            assert sc.verify(game, solution.moves)
    elif kind == 1:
        sc.hint(game, **({"rollouts": 20} if is_peaks else {}))
    elif kind == 2:
        game.perft(source.below(3))
    elif kind == 3:
        assert sc.to_svg(game).startswith("<svg")
    else:
        record = sc.Record.of(game)
        assert sc.Record.from_text(str(record), game.rules) == record


@target(
    ValueError,
    TypeError,
    seeds=lambda: [bytes((seed * at * 31 + at) % 256 for at in range(200)) for seed in range(8)],
)
def games(data):
    source = Source(data)
    game = any_game(source)
    while source:
        kind = source.below(16)
        if kind < 9:
            pushes(source, game)
        elif kind < 12:
            try:
                game.pop()
            except IndexError:
                assert game.ply == 0
        elif kind < 13:
            ask(game)
        elif kind < 15:
            game = rebuild(source, game)
        else:
            search(source, game)


@target(
    ValueError,
    TypeError,
    seeds=lambda: [bytes((seed * at * 31 + at) % 256 for at in range(300)) for seed in range(4)],
)
def boards(data):
    """Positions put together by hand: what is accepted has to be played by the rules."""
    source = Source(data)
    if source.once_in(2):
        rules = sc.GAMES[source.pick(NAMES)] if source.below(2) else made_up_rules(source)
        if not isinstance(rules, sc.PeaksRules):
            return
        size = rules.layout.cards
        cards = [source.pick(("??", 200, None, -1, "AC")) if source.once_in(60) else card
                 for card in sc.deck(source.whole(2))]  # fmt: skip
        gone = [source.below(size + 1) for _ in range(source.below(size + 1))]
        game = sc.PeaksGame(rules, cards, gone, source.below(53), source.pick((None, "KS", "??")))
    else:
        game = hand_made_klondike(source)
    ask(game)
    for _ in range(20):
        pushes(source, game)
    while game.ply:
        game.pop()
    if game.status() == ():
        assert type(game).from_code(game.code(), game.rules) == game


def hand_made_klondike(source):
    """A deal of which piles, foundations and talon were torn up."""
    rules = made_up_rules(source) if source.below(2) else sc.GAMES["klondike"]
    if not isinstance(rules, sc.KlondikeRules):
        raise ValueError("no Klondike")
    left = list(sc.deck(source.whole(2), "sc1", rules.decks))
    home = [source.below(rules.decks * 13 + 2) if source.once_in(20) else 0 for _ in range(52)]
    piles = []
    for _ in range(len(rules.piles) + source.once_in(30)):
        size = source.below(20)
        piles.append(tuple(left[:size]))
        left = left[size:]
    waste = source.below(len(left) + 1)
    down = [source.below(len(pile) + 2) if source.once_in(20) else 0 for pile in piles]
    board = sc.Board(tuple(piles), tuple(down), tuple(home), tuple(left[:waste]),
                     tuple(left[waste:]), source.below(5))  # fmt: skip
    board.faults(rules)
    game = sc.KlondikeGame(rules, board)
    twin = ReferenceKlondike(rules, board)
    assert sorted(map(str, game.legal_moves)) == sorted(twin.legal_moves())
    return game
