"""Records of games: text and back, files of many, and what replaying finds."""

import datetime
import io
import pickle
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from play import play_on
from solitaire_core import (
    GAMES,
    Deal,
    IllegalMoveError,
    KlondikeGame,
    Layout,
    PeaksGame,
    PeaksRules,
    Points,
    Record,
    Result,
    read_records,
    replay,
    solve,
    write_records,
)
from solitaire_core.records import Replayed, ReplayError
from strategies import deals, games

TRIPEAKS = """\
[Format "solitaire-record 1"]
[Game "tripeaks"]
[Rules "wrap=true"]
[Numbering "sc1"]
[Number "7"]
[Date "2026-12-01"]
[Scoring "chain"]
[Score "1"]
[Result "*"]
[Player "Ann"]

{The only card that fits.} AH {Now a two.} turn *
"""


def random_game(deal, plies):
    """A game of a player who picks any move."""
    game = deal.start()
    play_on(game, random.Random(0), plies)
    return game


def again(record):
    """The record after its text, which has to be the same record in the same text."""
    text = str(record)
    found = Record.from_text(text)
    assert found == record
    assert hash(found) == hash(record)
    assert str(found) == text
    assert Record.from_text(text.encode()) == record
    return found


def test_a_record_as_it_is_written():
    game = Deal("tripeaks", 7).start()
    game.push("AH")
    game.push("turn")
    record = Record.of(
        game,
        comments={1: "Now a two.", 0: "The only card that fits."},
        date=datetime.date(2026, 12, 1),
        headers={"Player": "Ann"},
    )
    assert str(record) == TRIPEAKS
    assert again(record).check() == Replayed(True, 2, "", None, 1)
    assert record.game().move_stack == game.move_stack
    assert record.start == Deal("tripeaks", 7)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 1, 30, 400])
def test_games_of_every_kind(name, plies):
    game = random_game(Deal(name, 2**64 - 1), plies)
    record = again(Record.of(game))
    assert isinstance(record.start, Deal)
    assert '[Number "18446744073709551615"]' in str(record)
    assert record.check()
    positions = list(replay(record))
    assert len(positions) == len(record.moves) + 1
    assert positions[-1] == game == record.game()
    assert positions[0] == record.start.start()
    assert all(not position.move_stack for position in positions)
    # From the middle of the game on, by the code of a position.
    middle = positions[len(positions) // 2]
    for move in record.moves[len(positions) // 2 :]:
        middle.push(move)
    record = again(Record.of(middle))
    assert record.check()
    assert record.game() == game
    assert all(len(line) <= 80 for line in str(record).splitlines() if line[0:1] != "[")


def test_won_and_lost():
    game = Deal("tripeaks", 3).start(scoring="hogue")
    for move in solve(game).moves:
        game.push(move)
    record = again(Record.of(game))
    assert (record.result, record.scoring, record.score) == (Result.WON, "hogue", game.score)
    assert str(record).endswith(" won\n")
    assert record.check() == Replayed(True, game.ply, "", Result.WON, game.score)
    game = random_game(Deal("golf", 1), 52)
    assert game.outcome() is not None
    record = again(Record.of(game))
    assert (record.result, str(record)[-6:]) == (Result.LOST, " lost\n")
    assert record.check().result is Result.LOST


@given(games(), st.booleans())
def test_any_position_of_the_peaks_family(game, whole):
    if not whole:
        game = game.copy()
    if game.status():
        return
    rules = game.rules
    record = Record.of(game)
    found = Record.from_text(str(record), rules)
    assert found == record
    assert found.check()
    assert found.game() == game
    assert (found.game().score, found.game().chain) == (game.score, game.chain)


@given(deals())
def test_any_deal(deal):
    record = again(Record(deal))
    assert record.start == deal
    assert '[Cards "' in str(record) or f'[Number "{deal.number}"]' in str(record)


@given(
    st.dictionaries(st.integers(0, 3), st.text()),
    st.dictionaries(st.from_regex("[A-Z][a-z]{0,8}", fullmatch=True), st.text(), max_size=3),
)
@example({0: '\\ } { " \n\r\t\x00\ud800\u2028\x85', 1: ""}, {"Player": '"\\"]\n[Format "'})
@example({0: '\n[Format "solitaire-record 1"]\n'}, {})
def test_comments_and_headers_of_any_text(comments, headers):
    headers = {name: value for name, value in headers.items() if name not in RESERVED}
    record = Record(Deal("tripeaks", 0), ("JH", "QD", "KH"), comments, headers=headers)
    text = str(record)
    text.encode()
    assert Record.from_text(text) == record
    assert [again.comments for again in read_records(io.StringIO(text + text))] == [
        record.comments
    ] * 2


RESERVED = ("Format", "Game", "Rules", "Number", "Cards", "Position", "Chain", "Date", "Score",
            "Scoring", "Result", "Numbering")  # fmt: skip


def test_chain_and_score_go_on_from_a_position():
    game = Deal("tripeaks", 0).start(scoring="collection")
    for move in ("JH", "QD"):
        game.push(move)
    game = game.copy()
    game.push("KH")
    record = again(Record.of(game))
    assert isinstance(record.start, PeaksGame)
    for header in ('[Chain "2"]', '[BestChain "2"]', '[StartScore "400"]'):
        assert header in str(record)
    played = record.game()
    assert (played.score, played.chain) == (game.score, game.chain) == (900, 3)
    assert played.deal is None


def test_a_deal_with_an_earlier_score_is_a_position():
    deal = Deal("tripeaks", 7)
    game = PeaksGame(deal.rules, deal.cards, deal=deal, score=10)
    game.push("AH")
    record = again(Record.of(game))
    assert isinstance(record.start, PeaksGame)
    assert record.check()
    assert record.score == record.game().score == 11
    assert Record.of(PeaksGame(deal.rules, deal.cards, deal=deal)).start is deal


def test_scoring_of_ones_own():
    mine = Points("mine", first=7, begin=5)
    game = Deal("tripeaks", 0).start(scoring=mine)
    game.push("JH")
    record = again(Record.of(game))
    assert record.score == 12
    answer = record.check()
    assert not answer
    assert answer.reason == "score: nothing is known of the scoring 'mine'"
    assert record.check(scoring=mine) == Replayed(True, 1, "", None, 12)
    assert record.game(scoring=mine).score == 12
    with pytest.raises(ValueError, match="scored by mine, not by other"):
        record.check(scoring=Points("other"))
    # The same from a position on, whose score the text has to name.
    game = game.copy()
    game.push("QD")
    record = again(Record.of(game))
    assert '[StartScore "12"]' in str(record)
    assert record.check(scoring=mine).score == 20
    # Without a score there is nothing to check.
    assert Record(Deal("tripeaks", 0), ("JH",), scoring="mine").check()


def test_vegas():
    game = Deal("klondike", 7).start()
    for move in ("TC t5>t6", "turn"):
        game.push(move)
    assert Record.of(game).scoring is None
    record = again(Record.of(game, scoring="vegas"))
    assert record.score == -52
    assert record.check() == Replayed(True, 2, "", None, -52)
    with pytest.raises(ValueError, match="klondike is vegas, not 'chain'"):
        Record.of(game, scoring="chain")
    with pytest.raises(ValueError, match="scored by chain, not by hogue"):
        Record.of(Deal("tripeaks", 1).start(), scoring="hogue")


def test_games_that_do_not_come_with_the_package():
    rules = PeaksRules("bridge", Layout("bridge", [[1, 2], [], []]), wrap=True)
    game = Deal(rules, 5).start()
    game.push("turn")
    record = Record.of(game)
    assert Record.from_text(str(record), rules) == record
    with pytest.raises(ValueError, match="line 2: Game: no game 'bridge'"):
        Record.from_text(str(record))
    middle = game.copy()
    both = io.StringIO(f"{record}{Record(middle)}{TRIPEAKS}")
    assert [found.rules.name for found in read_records(both, rules)] == [
        "bridge", "bridge", "tripeaks",
    ]  # fmt: skip


def test_illegal_moves():
    record = Record(Deal("tripeaks", 7), ("AH", "2C", "3C", "turn"))
    seen = []
    with pytest.raises(ReplayError) as caught:
        seen.extend(str(position.top) for position in replay(record))
    assert seen == ["KC", "AH", "2C"]
    assert caught.value.ply == 2
    assert caught.value.reason == "move 3: illegal move 3C: the card does not lie face up"
    assert str(caught.value) == caught.value.reason
    assert pickle.loads(pickle.dumps(caught.value)).ply == 2
    answer = record.check()
    assert (bool(answer), answer.ply, answer.reason) == (False, 2, caught.value.reason)
    assert answer.score == 3
    with pytest.raises(ReplayError):
        record.game()
    record = Record(Deal("klondike", 7), ("7H w>t3",))
    assert record.check().reason.startswith("move 1: illegal move 7H w>t3: ")
    with pytest.raises(IllegalMoveError):
        record.start.start().push("7H w>t3")


def test_results_and_scores_that_are_not_so():
    deal = Deal("tripeaks", 7)
    record = Record(deal, ("AH",), result=Result.WON)
    assert record.check().reason == "result: not ended, the record says won"
    record = Record(deal, ("AH",), scoring="chain", score=2)
    assert record.check().reason == "score: 1, the record says 2"
    assert record.check().ply == 1
    with pytest.raises(ReplayError, match="score: 1"):
        list(replay(record))
    won = solve(Deal("tripeaks", 3)).moves
    record = Record(Deal("tripeaks", 3), won)
    assert record.check().reason == "result: won, the record says not ended"
    # A game that is over takes no more moves.
    assert "move 42" in Record(Deal("tripeaks", 3), [*won, "turn"]).check().reason


def test_positions_are_the_callers_own():
    record = Record(Deal("tripeaks", 7), ("AH", "2C"))
    positions = []
    for position in replay(record):
        position.push("turn")
        positions.append(position)
    assert len(positions) == 3
    game = Deal("tripeaks", 7).start()
    game.push("AH")
    record = Record(game)
    game.push("2C")
    assert record.start.top == positions[1].waste[-2]
    record.game().push("turn")
    assert record.check()


def test_what_is_no_record():
    deal = Deal("tripeaks", 7)
    for arguments, error, match in (
        ((7,), TypeError, "start is a deal or a game, not int"),
        ((deal, ("TC t5>t6",)), ValueError, "move 1: no move"),
        ((deal, ("AH", 3)), TypeError, "move 2"),
        ((Deal("klondike", 7), ("AH",)), ValueError, "move 1: no move"),
        ((deal, (), {1: "x"}), ValueError, "behind move 1, of 0"),
        ((deal, (), {-1: "x"}), ValueError, "behind move -1, of 0"),
        ((deal, (), {"0": "x"}), TypeError, "texts by ply"),
        ((deal, (), {0: 3}), TypeError, "texts by ply"),
        ((deal, (), {}, "won"), TypeError, "result is a Result or None"),
        ((deal, (), {}, None, "2026-12-01"), TypeError, "date is a datetime.date"),
        ((deal, (), {}, None, datetime.datetime(2026, 12, 1)), TypeError, "date is a"),
        ((deal, (), {}, None, None, 3), TypeError, "scoring is a name"),
        ((deal, (), {}, None, None, None, True), TypeError, "score is a whole number"),
        ((deal, (), {}, None, None, None, 10**18), ValueError, "score lies between"),
        ((deal, (), {}, None, None, None, None, {"player": "x"}), ValueError, "no name of a"),
        ((deal, (), {}, None, None, None, None, {"Date": "x"}), ValueError, "field of its own"),
        ((deal, (), {}, None, None, None, None, {"Player": 3}), TypeError, "texts by name"),
        ((PeaksGame(GAMES["tripeaks"], deal.cards, [0], 0, "KC"),), ValueError, "cannot occur"),
    ):
        with pytest.raises(error, match=match):
            Record(*arguments)
    with pytest.raises(TypeError, match="a record is of a game, not of Deal"):
        Record.of(deal)
    with pytest.raises(TypeError, match="a record is read from text, not from int"):
        Record.from_text(3)
    with pytest.raises(TypeError, match="a Record is replayed, not str"):
        replay("x")


KLONDIKE = str(Record(Deal("klondike", 7), ("TC t5>t6", "turn")))
POSITION = str(Record(Deal("klondike", 7).start(), ("TC t5>t6",)))


@pytest.mark.parametrize(
    "text, old, new, message",
    [
        (TRIPEAKS, "[Format", "[Formal", 'line 1, column 1: expected [Format "solitaire-record 1"'),
        (TRIPEAKS, "record 1", "record 2", "line 1, column 1: expected [Format"),
        (TRIPEAKS, '[Game "', '[game "', "line 2, column 1: expected a header"),
        (TRIPEAKS, '"tripeaks"]', '"tripeaks"', "line 2, column 1: expected a header"),
        (TRIPEAKS, '"tripeaks"]', '"tripeaks"] x', "line 2, column 19: expected the end of the li"),
        (TRIPEAKS, '[Game "tripeaks"]\n', "", "line 1: the header Game is missing"),
        (TRIPEAKS, "tripeaks", "x", "line 2: Game: no game 'x'"),
        (TRIPEAKS, "tripeaks", "tri peaks", "line 2, column 1: expected Game: one word"),
        (TRIPEAKS, "wrap=true", "wrap=3", "line 2: Game: wrap is True or False, not 3"),
        (TRIPEAKS, "wrap=true", "wrap", "line 2: Game: no option: 'wrap'"),
        (TRIPEAKS, '"sc1"', '"sc2"', "line 4, column 1: expected Numbering: sc1, pysol, ms or car"),
        (TRIPEAKS, '"7"', '"-7"', "line 5: Number: no deal number: '-7'"),
        (TRIPEAKS, '"7"', '"7 7"', "line 5: Number: no deal number: '7 7'"),
        (TRIPEAKS, '"7"', f'"{2**64}"', "line 2: Game: "),
        (TRIPEAKS, '"sc1"', '"cards"', "line 5, column 1: expected Number: no such header besi"),
        (TRIPEAKS, '[Number "', '[Cards "', "expected Cards: no such header beside Numbering sc1"),
        (TRIPEAKS, "2026-12-01", "2026-12-32", "line 6: Date: "),
        (TRIPEAKS, "2026-12-01", "1.12.2026", "line 6, column 1: expected Date: a date such as"),
        (TRIPEAKS, '"1"', '"1.5"', "line 8, column 1: expected Score: a whole number"),
        (TRIPEAKS, '"*"', '"draw"', "line 9, column 1: expected Result: won, lost or *, found"),
        (TRIPEAKS, '"*"', '"won"', "line 12, column 49: expected won at the end, as the header"),
        (TRIPEAKS, '[Result "*"]\n', "", "line 1: the header Result is missing"),
        (TRIPEAKS, "[Player", "[Game", "line 10, column 1: expected only one header Game"),
        (TRIPEAKS, "Ann", r"A\q", "line 10, column 11: expected an escape"),
        (TRIPEAKS, "Ann", r"\U00110000", "line 10, column 10: expected an escape"),
        (TRIPEAKS, "[Player", '[Position "x"]\n[Player', "Game: no such header beside Position"),
        (TRIPEAKS, "AH", "1H", "line 12, column 28: expected a move, found '1H'"),
        (TRIPEAKS, "AH", "AH t1>f", "line 12, column 31: expected a move, found 't1>f'"),
        (TRIPEAKS, "fits.}", "fits.", "line 12, column 1: expected a comment that"),
        (TRIPEAKS, "two.}", "two.", "line 12, column 31: expected a comment that ends on its"),
        (TRIPEAKS, "AH", "{x} AH", "line 12, column 28: expected one comment behind a move"),
        (TRIPEAKS, "AH", "] AH", "line 12, column 28: expected a move or a comment"),
        (TRIPEAKS, " *\n", "\n", "line 13, column 1: expected won, lost or * at the end"),
        (TRIPEAKS, " *\n", " * *\n", "line 12, column 51: expected the end of the record"),
        (TRIPEAKS, "[Player", '[Chain "3"]\n[Player', "expected Chain: no such header beside Game"),
        (KLONDIKE, "TC t5", "TC {x} t5", "expected the places behind TC, found 'x'"),
        (KLONDIKE, "turn *", "7C *", "expected the places behind 7C, found '*'"),
        (KLONDIKE, "turn *", "7C", "column 10: expected a move, found '7C'"),
        (KLONDIKE, "TC t5>t6", "TC t5>t99", "column 1: expected a move, found 'TC t5>t99'"),
        (POSITION, "draw=1", "draw=7", "line 2: Position: "),
        (POSITION, "klondike1", "peaks1", "line 2: Position: "),
        (POSITION, "[Result", '[Chain "1"]\n[Result', "Chain: no such header beside a position of"),
        (POSITION, "[Result", '[Game "klondike"]\n[Result', "Game: no such header beside Position"),
    ],
)  # fmt: skip
def test_texts_that_are_no_records(text, old, new, message):
    wrong = text.replace(old, new, 1)
    assert wrong != text
    with pytest.raises(ValueError) as caught:
        Record.from_text(wrong)
    assert message in str(caught.value)


def test_what_is_read_beside_what_is_written():
    text = (
        TRIPEAKS.replace("\n", "\r\n").replace("AH", "\t ah,\r\n\r\n").replace("[Date", "\n [Date")
    )
    text = text.replace('"7"', '"007"').replace("turn *", "TURN,*\n\n\n")
    assert str(Record.from_text("\ufeff".encode() + text.encode())) == TRIPEAKS
    # Headers in another order mean the same.
    lines = TRIPEAKS.splitlines(keepends=True)
    assert str(Record.from_text("".join([lines[0], *lines[8:0:-1], *lines[9:]]))) == TRIPEAKS
    moved = KLONDIKE.replace("TC t5>t6", "10c\nT5>T6")
    assert Record.from_text(moved) == Record.from_text(KLONDIKE)


def test_positions_that_cannot_occur():
    cards = "".join(map(str, Deal("tripeaks", 7).cards))
    text = (
        '[Format "solitaire-record 1"]\n'
        f'[Position "peaks1 tripeaks wrap=true cards={cards} removed=1 turned=0 top=KC"]\n'
        '[Result "*"]\n*\n'
    )
    with pytest.raises(ValueError, match="line 2: Position: it cannot occur: "):
        Record.from_text(text)


def test_files_of_many_records(tmp_path):
    path = tmp_path / "games.rec"
    records = [Record.of(random_game(Deal(name, 3), 40)) for name in GAMES]
    assert write_records(path, iter(records)) == len(records)
    assert list(read_records(path)) == list(read_records(str(path))) == records
    with path.open("rb") as file:
        assert list(read_records(file)) == records
    with path.open(encoding="utf-8") as file:
        assert list(read_records(file)) == records
    assert [file.name for file in tmp_path.iterdir()] == ["games.rec"]
    # Files put one behind the other, with or without empty lines.
    data = path.read_bytes()
    assert list(read_records(io.BytesIO(b"\n\n" + data + data + b"\n"))) == records * 2
    assert list(read_records(io.BytesIO(b"\xef\xbb\xbf" + data))) == records
    for nothing in (b"", b"\n \n"):
        assert list(read_records(io.BytesIO(nothing))) == []


def test_a_file_that_fails_stays_as_it_was(tmp_path):
    path = tmp_path / "games.rec"
    write_records(path, [Record(Deal("tripeaks", 1))])
    before = path.read_bytes()

    def failing():
        yield Record(Deal("tripeaks", 2))
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_records(path, failing())
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.rec"]
    with pytest.raises(FileNotFoundError) as caught:
        write_records(tmp_path / "nowhere" / "games.rec", [])
    assert caught.value.filename == str(tmp_path / "nowhere" / "games.rec")


def test_errors_name_the_record_and_the_line():
    text = f"{TRIPEAKS}\n\n{TRIPEAKS}\n{TRIPEAKS.replace('AH', '1H')}"
    found = read_records(io.StringIO(text))
    assert next(found) == next(found)
    with pytest.raises(ValueError, match=r"^record 3: line 39, column 28: expected a move"):
        next(found)
    with pytest.raises(ValueError, match=r"^record 1: line 2, column 1: expected \[Format"):
        next(read_records(io.StringIO(f"\nx\n{TRIPEAKS}")))
    with pytest.raises(ValueError, match=r"^line 14: not UTF-8 text \(byte 3 of the line\)"):
        list(read_records(io.BytesIO(TRIPEAKS.encode() + b"\n{ \xff}\n")))
    with pytest.raises(TypeError, match="read from a file or its name, not list"):
        read_records([TRIPEAKS])


def test_a_record_has_a_largest_size():
    comment = "x" * 900
    long = Record(Deal("klondike", 7), ["turn"] * 1200, dict.fromkeys(range(1201), comment))
    with pytest.raises(ValueError, match=r"record 2: .* 1,000,000 at the most"):
        write_records(io.StringIO(), [Record(Deal("klondike", 7)), long])
    text = str(long)
    match = "line 1: a record has at most 1,000,000 characters"
    with pytest.raises(ValueError, match=match):
        Record.from_text(text)

    # The reader of a file does not go on to the end of such a record.
    class Endless(io.StringIO):
        lines = 0

        def readline(self, size=-1):
            self.lines += 1
            return "turn " * 20 + "\n" if self.lines > 1 else '[Format "solitaire-record 1"]\n'

    file = Endless()
    with pytest.raises(ValueError, match=match):
        next(read_records(file))
    assert file.lines < 11_000
    with pytest.raises(ValueError, match="line 1: longer than 1,000,000"):
        next(read_records(io.BytesIO(b"x" * 1_000_001)))
    # Records that are as large as that one by one are read.
    short = Record(Deal("klondike", 7), ["turn"] * 800, dict.fromkeys(range(801), comment))
    assert len(list(read_records(io.StringIO(str(short) * 3)))) == 3


PIECES = [*TRIPEAKS.splitlines(keepends=True), *POSITION.splitlines(keepends=True), "turn ", "{x}",
          "\\", '"', "\n", "won", "QH t3>t7*4 ", "*", '[Score "', "\x00", "?? "]  # fmt: skip


@given(
    st.binary()
    | st.lists(st.sampled_from(PIECES), max_size=12).map("".join).map(str.encode)
    | st.tuples(st.sampled_from([TRIPEAKS, POSITION, KLONDIKE]), st.binary(max_size=9)).map(
        lambda pair: pair[0].encode() + pair[1]
    )
)
def test_anything_is_a_record_or_a_value_error(data):
    try:
        record = Record.from_text(data)
    except ValueError:
        pass
    else:
        again(record)
        record.check()
    try:
        for found in read_records(io.BytesIO(data)):
            found.check()
    except ValueError:
        pass


@given(st.sampled_from([TRIPEAKS, POSITION, KLONDIKE]), st.data())
def test_a_record_with_a_few_letters_changed(text, data):
    letters = list(text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(letters) - 1))
        letters[at] = data.draw(
            st.sampled_from(["", "x", "0", '"', "\\", "}", "\n", "7", " ", "K"])
        )
    try:
        record = Record.from_text("".join(letters))
    except ValueError:
        return
    assert Record.from_text(str(record)) == record
    record.check()


def test_records_go_to_other_processes():
    for start in (Deal("tripeaks", 7), Deal("klondike", 7).start()):
        record = Record(start)
        assert pickle.loads(pickle.dumps(record)) == record
    assert Record(Deal("tripeaks", 7)) != Record(Deal("tripeaks", 8))
    assert Record(Deal("tripeaks", 7)) != "x"
    assert isinstance(Record(Deal("klondike", 7).start()).start, KlondikeGame)
