"""The screen of a game: what is drawn, and that it always fits."""

import random
import unicodedata
from itertools import count, product

import pytest

from solitaire_core import SCORINGS, Card, Deal, Layout, PeaksGame, PeaksRules, Run10, solve
from solitaire_core.cli.play.canvas import Canvas, Piece
from solitaire_core.cli.play.controls import Controls
from solitaire_core.cli.play.faces import ASCII, SYMBOLS, UNICODE, pretty
from solitaire_core.cli.play.geometry import CARD_HEIGHT, COLUMNS, LINES, PILE_WIDTH, geometry_of
from solitaire_core.cli.play.keyboard import QUESTIONS
from solitaire_core.cli.play.overlays import clock_text
from solitaire_core.cli.play.screen import draw_screen, too_small
from solitaire_core.cli.play.session import STOCK, Session
from solitaire_core.games import PEAKS_GAMES as GAMES

LINE = [str(move) for move in solve(Deal("tripeaks", 3)).moves]
KEYS = ["left", "right", "up", "down", "enter", "escape", "backspace", *" turahHbm?qRny:7Hj9\n"]

both = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def sit(start, *, marks=True, now=0.0):
    return Controls(Session(start, next_game=start.copy, clock=lambda: now, marks=marks))


def controls(game="tripeaks", number=3, scoring=None, *, marks=True, **options):
    return sit(Deal(game, number, **options).start(scoring), marks=marks)


def finish(play):
    """Play to the end: take what fits, and turn."""
    while play.session.outcome is None:
        if play.session.fitting:
            play.session.take(min(play.session.fitting))
        else:
            play.session.turn()
    return play


def drawn(play, signs=UNICODE):
    """The lines of a screen, checked for what has to hold of all of them."""
    screen = draw_screen(play, signs)
    lines = ["".join(piece.text for piece in line) for line in screen]
    assert [len(line) for line in lines] == [80] * 24
    for char in set("".join(lines)):
        assert char.isprintable()
        assert unicodedata.east_asian_width(char) not in "WF"
        assert char.isascii() or (signs is UNICODE and char in SYMBOLS)
    return lines


def cells(play, signs=UNICODE):
    """Every character of the screen with its style and its target, by line and column."""
    return [
        [Piece(char, piece.style, piece.target) for piece in line for char in piece.text]
        for line in draw_screen(play, signs)
    ]


def face(play, place, signs=UNICODE):
    """The characters and styles where the card at a place lies."""
    geometry = geometry_of(play.session.game.rules.layout)
    x, y = geometry.spots[place]
    grid = cells(play, signs)
    return [line[x : x + geometry.card_width] for line in grid[y : y + CARD_HEIGHT]]


def boxed(lines, signs):
    """The lines inside the box that lies over a table, whose frame has to be whole."""
    top_left, _, top_right, down, bottom_left, bottom_right = signs.plain
    found = []
    for number, line in enumerate(lines[1:], 1):
        if not found and f"{top_left}{signs.plain[1] * 40}" in line:
            left = line.index(f"{top_left}{signs.plain[1] * 40}")
            right = line.index(top_right, left + 1)
            found.append(number)
        elif found:
            assert line[left] in (down, bottom_left)
            assert line[right] in (down, bottom_right)
            if line[left] == bottom_left and line[right] == bottom_right:
                return [inner[left + 1 : right].strip() for inner in lines[found[0] + 1 : number]]
    raise AssertionError("there is no box")


# ---- it fits, whatever happens -----------------------------------------------------------


@both
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_a_game_fits(game, signs):
    random_ = random.Random(f"{game} {signs.ascii}")
    for scoring in (None, "run10"):
        play = controls(game, random_.randrange(1000), scoring)
        for _ in range(80):
            key = random_.choice(KEYS)
            play.press(key)
            if random_.random() < 0.1:
                play.click(random_.choice([STOCK, 0, 20, 27, "undo", "look", "hint"]))
            lines = drawn(play, signs)
            if not play.help and play.session.outcome is None:
                told = pretty(play.session.message.text, signs)
                assert lines[-3].strip() == told
                assert len(told) <= 78
                asked = play.asking and QUESTIONS[play.asking]
                assert asked is None or lines[-2].strip() == asked


@both
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_no_box_is_too_small_for_its_text(game, scoring, signs):
    play = controls(game, 3, scoring)
    play.help = True
    assert boxed(drawn(play, signs), signs)[-1] == "Any key goes on."
    play.help = False
    finish(play)
    assert "undo" in " ".join(boxed(drawn(play, signs), signs)[-2:])


@both
def test_big_numbers_fit(signs):
    start = Deal("tripeaks", 10**100, "pysol").start(Run10(level="hard"))
    play = sit(start, now=10.0**6)
    assert "pysol:10000000..00000000  wrap on  scoring run10 " in drawn(play, signs)[0]
    start = PeaksGame(GAMES["tripeaks"], Deal("tripeaks", 3).cards, score=999_999, scoring="run10")
    play = sit(start)
    play.session._played = 3600
    text = "\n".join(drawn(play, signs))
    assert "999,999" in text
    assert "1:00:00/4:00" in text
    finish(play)
    boxed(drawn(play, signs), signs)


def overlaps(layout):
    """What lies over something else, or outside the twenty lines of the table."""
    geometry = geometry_of(layout)
    width = geometry.card_width
    # The pointer below a card belongs to it.
    cards = [(x, y, width, CARD_HEIGHT + 1) for x, y in geometry.spots]
    past = 4 * geometry.past
    rows = 6 // geometry.counter_columns
    others = [
        (*geometry.stock, PILE_WIDTH, CARD_HEIGHT),
        (*geometry.waste, PILE_WIDTH + past, CARD_HEIGHT),
        # "Stock left 23", and in the last column "1:00:00/4:00".
        (*geometry.counters, 19 * (geometry.counter_columns - 1) + 11 + 12, rows),
    ]
    boxes = [(cards, other) for other in others]
    boxes += [(others[:number], other) for number, other in enumerate(others)]
    for x, y, across, down in cards + others:
        if x < 0 or x + across > 80 or y < 1 or y + down > 21:
            yield x, y
    for firsts, (x, y, across, down) in boxes:
        for left, top, width, height in firsts:
            if left < x + across and x < left + width and top < y + down and y < top + height:
                yield x, y


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_else(game):
    assert list(overlaps(GAMES[game].layout)) == []


@pytest.mark.parametrize("rows", range(1, 10))
def test_layouts_of_ones_own_fit_or_are_refused(rows):
    for columns in range(1, 51 // rows + 1):
        cards = rows * columns
        layout = Layout(
            "grid", [[p + columns] if p + columns < cards else [] for p in range(cards)],
            face_down=range(cards - columns),
        )  # fmt: skip
        try:
            geometry_of(layout)
        except ValueError as error:
            assert "does not fit 80 columns and 24 lines" in str(error)
            assert rows > 5 or columns > 13
            assert rows > 8 or columns > 9
            continue
        assert list(overlaps(layout)) == []
        play = sit(Deal(PeaksRules("grid", layout, wrap=True), 1).start())
        for _ in range(10):
            # Some of these layouts are too large to have their par worked out at the end.
            if play.session.outcome is None:
                drawn(play)
                play.press("enter")


def test_the_size_of_the_terminal():
    assert too_small(80, 24) is None
    assert too_small(200, 60) is None
    for columns, lines in ((79, 24), (80, 23), (20, 5), (1, 1)):
        told = too_small(columns, lines)
        assert told == f"Enlarge to 80x24 (now {columns}x{lines})"[:columns]


# ---- the table ---------------------------------------------------------------------------


def test_the_start_of_a_game():
    lines = drawn(controls())
    assert [line.rstrip() for line in lines] == [
        " TriPeaks  sc1:3  wrap on  scoring chain                             m marks on",
        "            ╭─────╮                 ╭─────╮                 ╭─────╮",
        "            │░░░░░│                 │░░░░░│                 │░░░░░│",
        "            │░░░░░│                 │░░░░░│                 │░░░░░│",
        "        ╭─────╮░╭─────╮         ╭─────╮░╭─────╮         ╭─────╮░╭─────╮",
        "        │░░░░░│─│░░░░░│         │░░░░░│─│░░░░░│         │░░░░░│─│░░░░░│",
        "        │░░░░░│ │░░░░░│         │░░░░░│ │░░░░░│         │░░░░░│ │░░░░░│",
        "    ╭─────╮░╭─────╮░╭─────╮ ╭─────╮░╭─────╮░╭─────╮ ╭─────╮░╭─────╮░╭─────╮",
        "    │░░░░░│─│░░░░░│─│░░░░░│ │░░░░░│─│░░░░░│─│░░░░░│ │░░░░░│─│░░░░░│─│░░░░░│",
        "    │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│ │░░░░░│",
        "╭─────╮░╭─────╮░╭─────╮░╭─────╮░╭─────╮░╭─────╮░┏━━━━━┓░╭─────╮░╭─────╮░╭─────╮",
        "│Q♥   │─│6♥   │─│5♠   │─│J♦   │─│J♠   │─│3♦   │─┃9♥   ┃─│3♥   │─│Q♦   │─│5♦   │",
        "│  ♥  │ │  ♥  │ │  ♠  │ │  ♦  │ │  ♠  │ │  ♦  │ ┃  ♥  ┃ │  ♥  │ │  ♦  │ │  ♦  │",
        "│   Q♥│ │   6♥│ │   5♠│ │   J♦│ │   J♠│ │   3♦│ ┃   9♥┃ │   3♥│ │   Q♦│ │   5♦│",
        "╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ╰─────╯ ┗━━━━━┛ ╰─────╯ ╰─────╯ ╰─────╯",
        "                                                   ▲",
        "  ╭─────╮  ╭─────╮",
        "  │░░░░░│  │8♥   │                   Score      0       Stock left 23",
        "  │ 23  │  │  ♥  │                   Chain      0       Cards left 28",
        "  │░░░░░│  │   8♥│                   Best chain 0       Time       0:00",
        "  ╰─────╯  ╰─────╯",
        "",
        " Arrows and Enter take a card; or type a move: 7H, 10D, :turn",
        " t turn  u undo  r redo  a restart  n new  h hint  H winnable?  ? help  q quit",
    ]


@both
@pytest.mark.parametrize("game", GAMES)
def test_cards_in_sight_are_drawn_and_no_others(game, signs):
    play = controls(game, 7)
    for _ in range(12):
        text = "\n".join(drawn(play, signs)[:-3])
        view = play.session.game.visible()
        shown = {*view.tableau, *play.session.game.waste}
        for code in range(52):
            card = Card(code)
            if card in view.tableau or card == view.top:
                assert pretty(str(card), signs) in text
            elif card not in shown:
                assert pretty(str(card), signs) not in text
        play.press("enter")


@both
def test_every_card_has_its_two_indices_and_is_to_be_clicked_on(signs):
    play = controls()
    for move in LINE[:20]:
        play.session.play(move)
    play.session.cursor = STOCK
    for place, card in enumerate(play.session.game.visible().tableau):
        if place in play.session.uncovered:
            box = face(play, place, signs)
            assert {cell.target for line in box for cell in line} == {place}
            text = ["".join(cell.text for cell in line)[1:-1] for line in box]
            index = pretty(str(card), signs)
            assert (text[1].rstrip(), text[3].lstrip()) == (index, index)
        elif card is not None:
            targets = {cell.target for line in cells(play, signs) for cell in line}
            assert place in targets
        else:
            targets = {cell.target for line in cells(play, signs) for cell in line}
            assert place not in targets
    grid = cells(play, signs)
    x, y = geometry_of(play.session.game.rules.layout).stock
    assert {cell.target for line in grid[y : y + 5] for cell in line[x : x + 7]} == {STOCK}


def test_colours():
    play = controls(marks=False)
    for place, card in enumerate(play.session.game.visible().tableau):
        styles = {cell.style for line in face(play, place) for cell in line}
        kinds = {word for style in styles for word in style.split()}
        if not card.is_known:
            assert "class:back" in kinds
        elif place in (18, 19):
            assert "class:red" in kinds
        elif place == 20:
            assert "class:black" in kinds
            assert "class:red" not in kinds
    golf = controls("golf", 7, marks=False)
    for place in range(35):
        (corner,) = {cell.style for cell in face(golf, place)[1][1:2]}
        assert ("class:covered" in corner) == (place < 28)


@both
def test_cards_that_fit_are_marked_by_more_than_colour(signs):
    play = controls("tripeaks", 7)
    session = play.session
    while session.outcome is None:
        session.cursor = STOCK
        for place in session.uncovered:
            fits = place in session.fitting
            for marks in (True, False):
                session.marks = marks
                box = face(play, place, signs)
                marked = marks and fits
                assert ("class:fits" in box[0][0].style) == marked
                assert box[0][0].text == (signs.fits if marked else signs.plain)[0]
                assert box[-1][-1].text == (signs.fits if marked else signs.plain)[5]
            session.cursor = place
            box = face(play, place, signs)
            assert "class:cursor" in box[0][0].style
            assert box[0][0].text == signs.cursor[0]
            session.cursor = STOCK
        session.marks = True
        if session.fitting:
            session.take(min(session.fitting))
        else:
            session.turn()


@both
def test_the_stock_is_marked_where_nothing_fits(signs):
    play = controls()
    x, y = geometry_of(play.session.game.rules.layout).stock
    assert "class:fits" not in cells(play, signs)[y][x].style
    play.press("enter")
    assert not play.session.fitting
    assert "class:cursor" in cells(play, signs)[y][x].style
    play.session.cursor = 18
    assert cells(play, signs)[y][x] == Piece(
        signs.fits[0], "class:card class:back class:fits class:edge", STOCK
    )
    play.session.marks = False
    assert cells(play, signs)[y][x].text == signs.plain[0]


def test_the_waste_shows_the_cards_before():
    play = controls()
    for _ in range(6):
        play.session.turn()
    waste = [pretty(str(card), UNICODE) for card in play.session.game.waste]
    line = drawn(play)[19]
    words = line[11:].replace("│", " ").split()
    assert words[:5] == waste[:-6:-1]
    # Of the cards before, there is nothing else to be seen.
    for line, of_the_top in ((17, waste[-1]), (18, waste[-1][-1])):
        assert drawn(play)[line][11:37].replace("│", " ").split() == [of_the_top]


def test_the_counters():
    play = controls(scoring="run10")
    for move in LINE[:6]:
        play.session.play(move)
    game = play.session.game
    words = " ".join(" ".join(drawn(play)[17:20]).split())
    for counter in (
        f"Score {game.score}", f"Chain {game.chain}", f"Best chain {game.best_chain}",
        f"Stock left {game.stock_left}", f"Cards left {game.cards_left}", "Time 0:00/4:00",
    ):  # fmt: skip
        assert counter in words
    assert (clock_text(59.9), clock_text(61), clock_text(3661)) == ("0:59", "1:01", "1:01:01")


def test_an_empty_stock():
    play = controls()
    while play.session.game.stock_left:
        play.session.turn()
    assert "│empty│" in "".join(drawn(play))
    assert all(cell.target != STOCK for line in cells(play) for cell in line)


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("golf", {}, "Golf  sc1:3  strict kings  scoring golf"),
        ("golf", {"strict": False}, "Golf  sc1:3  wrap off  scoring golf"),
        ("four-peaks", {"wrap": False}, "Four Peaks  sc1:3  wrap off  scoring chain"),
    ],
)
def test_the_title_says_which_game_it_is(game, options, words):
    play = controls(game, 3, **options)
    assert drawn(play)[0].startswith(f" {words} ")
    play.press("m")
    assert drawn(play)[0].endswith("m marks off ")
    deck = Deal.from_cards("tripeaks", Deal("tripeaks", 3).cards).start()
    assert "a deck as given" in drawn(sit(deck))[0]
    assert "a position" in drawn(sit(PeaksGame.from_code(deck.code())))[0]


def test_what_is_typed_is_shown():
    play = controls()
    for key in "7h":
        play.press(key)
    assert drawn(play)[-2].startswith(" > 7h_  Enter plays it")
    for key in "x" * 200:
        play.press(key)
    assert "xxx_  Enter plays it" in drawn(play)[-2]


def test_the_names_of_keys_can_be_clicked_on():
    grid = cells(controls())
    for name, command in (("undo", "undo"), ("winnable?", "ask"), ("quit", "quit")):
        line = "".join(cell.text for cell in grid[-1])
        assert grid[-1][line.index(name)].target == command
    assert grid[0][-3].target == "marks"


# ---- help and the end --------------------------------------------------------------------


def test_the_help_tells_the_rules_in_use():
    for options, words in (
        ({}, "Aces and kings are neighbours."),
        ({"wrap": False}, "Aces and kings are no neighbours."),
    ):
        play = controls(**options)
        play.press("?")
        assert words in "\n".join(drawn(play))
    golf = controls("golf")
    golf.press("?")
    text = "\n".join(drawn(golf))
    assert "Nothing goes on a king." in text
    assert "Score (golf): each card -1; spare card -1" in text
    play = controls(scoring="hogue")
    play.press("?")
    assert "Score (hogue): chain 1, 2, 3..; tips 15, 15, 30; turn -5" in ("\n".join(drawn(play)))


def test_the_end_of_a_game_that_is_won():
    play = controls(scoring="chain")
    for move in LINE:
        play.session.play(move)
    start = Deal("tripeaks", 3).start()
    par = play.session.par
    lines = boxed(drawn(play), UNICODE)
    assert lines[0] == "Won!  ★ ★ ★"
    assert lines[1] == "10 stock cards spare, 41 moves, best chain 8, 0:00"
    ladder = [line.rsplit(None, 1) for line in lines[4:9]]
    assert [int(value) for _, value in ladder] == [
        solve(start, objective="best").value,
        solve(start, objective="best-clear").value,
        play.session.game.score,
        round(par.mean),
        solve(start, objective="worst-clear").value,
    ]
    assert [label.strip() for label, _ in ladder] == [
        "best of any line",
        "best that clears the table",
        "▶ your score",
        f"a casual player, mean (wins {par.clear_rate:.0%})",
        "worst that clears the table",
    ]
    assert lines[10] == "u undo  a restart  n new  q quit  Esc see the table"
    play.press("escape")
    assert "Won!" not in "\n".join(drawn(play))


def test_the_end_of_a_game_that_is_lost():
    play = controls("tripeaks", 2, wrap=False)
    finish(play)
    lines = boxed(drawn(play), UNICODE)
    left = play.session.game.cards_left
    assert lines[0] == "Lost: no card fits, and the stock is empty."
    assert lines[1].startswith(f"{left} cards left, ")
    assert "no line clears the table" in lines
    assert not any("that clears" in line for line in lines)
    assert lines[-1] == "b back to where it could be won"
    grid = cells(play)
    targets = {cell.target for line in grid for cell in line}
    assert {"back", "restart", "new", "quit", "undo", "look"} <= targets


@both
def test_stars_that_were_missed(signs):
    # One card left, which fits, and four in the stock.
    deck = next(
        deal.cards
        for deal in (Deal("tripeaks", number) for number in count())
        if (deal.cards[0].rank - deal.cards[47].rank) % 13 == 1
    )
    play = sit(PeaksGame(GAMES["tripeaks"], deck, range(1, 28), 19, deck[47]))
    play.press("enter")
    assert play.session.stars == 2
    star, missed = signs.star, signs.no_star
    assert boxed(drawn(play, signs), signs)[0] == f"Won!  {star} {star} {missed}"


def test_the_total_of_run10_is_reckoned_up():
    play = sit(Deal("tripeaks", 3).start(Run10(level="hard")))
    for move in LINE:
        play.session.play(move)
    score = play.session.game.score
    assert boxed(drawn(play), UNICODE)[2] == (
        f"(Score {score:,} + time bonus 960) x 3 = {3 * (score + 960):,}"
    )
    play = controls(scoring="run10", number=2, wrap=False)
    finish(play)
    score = play.session.game.score
    assert boxed(drawn(play), UNICODE)[2] == f"Score {score:,} + time bonus 0 = {score:,}"


def test_in_golf_the_fewest_points_come_first():
    play = finish(controls("golf", 2, wrap=True))
    lines = boxed(drawn(play), UNICODE)
    first = lines.index("Par of this deal (golf)") + 1
    ladder = lines[first : lines.index("", first)]
    values = [int(line.split()[-1]) for line in ladder]
    assert len(values) == 5
    assert values == sorted(values)


# ---- parts -------------------------------------------------------------------------------


def test_a_canvas_cuts_off_what_is_outside():
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abcdefgh", "class:x", 7)
    canvas.put(-1, 1, "x ")
    canvas.put(0, 2, "below")
    canvas.put(0, -1, "above")
    assert canvas.pieces() == [[Piece("bcde", "class:x", 7)], [Piece("    ", "", None)]]
    canvas.put(1, 0, "ZZ", "class:x", 8)
    assert [piece.text for piece in canvas.pieces()[0]] == ["b", "ZZ", "e"]


@pytest.mark.parametrize(
    ("text", "shown", "ascii"),
    [
        ("TH and QS.", "10♥ and Q♠.", "10H and QS."),
        ("KCTH 7", "KCTH 7", "KCTH 7"),
        ("AD: 2C", "A♦: 2♣", "AD: 2C"),
    ],
)
def test_cards_in_messages(text, shown, ascii):
    assert pretty(text, UNICODE) == shown
    assert pretty(text, ASCII) == ascii


def test_the_signs_are_the_ones_that_are_asked_for():
    for signs, value in product((UNICODE, ASCII), ("plain", "fits", "cursor")):
        assert len(getattr(signs, value)) == 6
    assert (COLUMNS, LINES) == (80, 24)
    borders = {(signs.plain[0], signs.fits[0], signs.cursor[0]) for signs in (UNICODE, ASCII)}
    assert all(len(set(border)) == 3 for border in borders)
