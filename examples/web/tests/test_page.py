"""The page in a browser, by clicks, by keyboard, by drag and by touch."""

import re

import pytest
from playwright.sync_api import expect
from solitaire_web.catalogue import CATALOGUE

import solitaire_core as sc

DEAL = 765  # three turns of the stock win it: 31 moves


def line_of(slug, number):
    return [str(move) for move in sc.solve(sc.Deal(CATALOGUE[slug].rules, number)).moves]


def open_deal(page, slug, number):
    page.goto(f"/{slug}/{number}")
    page.wait_for_selector("body[data-ready]")
    at_ply(page, 0)


def at_ply(page, ply):
    page.wait_for_selector(f"#table[data-ply='{ply}']")


def card(page, name, place="t"):
    return page.locator(f".card[data-card='{name}'][data-place^='{place}']")


def position(slug, number, moves=()):
    game = sc.Deal(CATALOGUE[slug].rules, number).start()
    for move in moves:
        game.push(move)
    return game


def shown(page):
    """The faces on the table, sorted, with those of piles, waste and foundations."""
    return page.eval_on_selector_all(
        "#table .card[data-place]", "all => all.map(each => each.dataset.card ?? '??').sort()"
    )


def test_tripeaks_is_won_by_clicks(page):
    open_deal(page, "tripeaks", DEAL)
    line = line_of("tripeaks", DEAL)
    for ply, move in enumerate(line, 1):
        if move == "turn":
            page.locator(".place.stock").click()
        else:
            card(page, move).click()
        at_ply(page, ply)
    result = page.locator("#result")
    expect(result).to_be_visible()
    expect(result.locator("h2")).to_have_text("Cleared!")
    game = position("tripeaks", DEAL, line)
    expect(page.locator("#result-figures")).to_contain_text(str(game.score))
    best = sc.solve(sc.Deal("tripeaks", DEAL), objective="best-clear").value
    expect(page.locator("#result-facts")).to_contain_text(
        f"scores {best} points" if best != game.score else "scores better"
    )
    result.get_by_role("button", name="Start over").click()
    at_ply(page, 0)
    expect(result).not_to_be_visible()


def test_tripeaks_is_won_by_keyboard(page):
    open_deal(page, "tripeaks", DEAL)
    line = line_of("tripeaks", DEAL)
    for ply, move in enumerate(line, 1):
        if move == "turn":
            page.keyboard.press(" " if ply % 2 else "d")
        else:
            reach(page, move)
            page.keyboard.press("Enter")
        at_ply(page, ply)
        expect(page.locator("#message")).not_to_be_empty()
    expect(page.locator("#result h2")).to_have_text("Cleared!")
    page.keyboard.press("Enter")
    at_ply(page, 0)
    assert not page.url.endswith(f"/{DEAL}")


def reach(page, name):
    """Go to a card with the arrows: to each neighbour's neighbours in turn, then with Tab."""
    focused = "document.activeElement.dataset.card"
    if page.evaluate("document.activeElement === document.body"):
        page.keyboard.press("ArrowRight")
    for key in ["ArrowLeft"] * 10 + ["ArrowRight"] * 10:
        if page.evaluate(focused) == name:
            return
        page.keyboard.press(key)
    page.locator("#title").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == name:
            return
    pytest.fail(f"no key reaches {name}")


def test_only_what_fits_can_be_played(page):
    open_deal(page, "tripeaks", 7)
    names = page.eval_on_selector_all(".card.playable", "all => all.map(each => each.dataset.card)")
    assert names == ["AH"]
    expect(card(page, "AH")).to_have_attribute("aria-label", "ace of hearts, fits")
    card(page, "8C").click()
    at_ply(page, 0)
    assert shown(page).count("??") == 18 + 3, "18 face down, and three drawn of the stock"


def test_undo_and_redo_show_what_was_there(page):
    open_deal(page, "tripeaks", 7)
    views = [shown(page)]
    for ply, move in enumerate(["AH", "2C", "turn"], 1):
        if move == "turn":
            page.keyboard.press("d")
        else:
            card(page, move).click()
        at_ply(page, ply)
        views.append(shown(page))
    for ply in (2, 1, 0):
        page.keyboard.press("u")
        at_ply(page, ply)
        # Cards that were taken leave the page when they have glided away.
        page.wait_for_function("document.querySelectorAll('.card:not([data-place])').length === 0")
        assert shown(page) == views[ply]
    expect(page.locator("#undo")).to_be_disabled()
    for ply in (1, 2, 3):
        page.locator("#redo").click()
        at_ply(page, ply)
        assert shown(page) == views[ply]
    expect(page.locator("#redo")).to_be_disabled()


def test_a_reload_goes_on_with_the_game(page):
    open_deal(page, "tripeaks", 7)
    card(page, "AH").click()
    at_ply(page, 1)
    page.reload()
    at_ply(page, 1)
    page.keyboard.press("u")
    at_ply(page, 0)


def test_hints_are_marked_and_explained(page):
    open_deal(page, "tripeaks", 7)
    page.keyboard.press("h")
    hint = sc.hint(position("tripeaks", 7), "visible", rollouts=1000, worlds=0)
    expect(card(page, str(hint.move))).to_have_class(re.compile("hinted"))
    expect(page.locator(".card.hint-to")).to_have_attribute("data-place", "waste")
    expect(page.locator("#message")).to_contain_text("A♥ starts a run")
    page.locator("#hint").click()
    card(page, "AH").click()
    at_ply(page, 1)
    expect(page.locator(".hinted")).to_have_count(0)


def test_eternal_triangle_by_drag(page):
    open_deal(page, "eternal-triangle", 7)
    # TC lies in pile 2 and goes to pile 8.
    game = position("eternal-triangle", 7)
    assert "TC t2>t8" in [str(move) for move in game.legal_moves]
    source = page.locator(".card[data-card='TC'][data-place='t2']")
    target = page.locator(".card[data-place='t8']").last
    begin, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(begin["x"] + 20, begin["y"] + 20)
    page.mouse.down()
    page.mouse.move(begin["x"] + 60, begin["y"] + 60, steps=4)
    expect(page.locator(".card.target")).to_have_attribute("data-place", "t8")
    page.mouse.move(end["x"] + 30, end["y"] + 30, steps=4)
    page.mouse.up()
    at_ply(page, 1)
    expect(page.locator(".card[data-card='TC'][data-place='t8']")).to_have_count(1)
    expect(page.locator("#message")).to_have_text("Ten of clubs to pile 8.")


def test_a_drag_to_nowhere_changes_nothing(page):
    open_deal(page, "eternal-triangle", 7)
    source = page.locator(".card[data-card='TC'][data-place='t2']")
    before = source.bounding_box()
    page.mouse.move(before["x"] + 20, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(before["x"] + 200, before["y"] + 300, steps=4)
    page.mouse.up()
    expect(page.locator(".dragging, .target")).to_have_count(0)
    at_ply(page, 0)
    assert source.bounding_box() == before
    # The next click is a click again.
    page.locator(".place.stock").click()
    at_ply(page, 1)


def test_the_stock_of_eternal_triangle_deals_onto_every_pile(page):
    open_deal(page, "eternal-triangle", 7)
    page.keyboard.press("d")
    at_ply(page, 1)
    view = position("eternal-triangle", 7, ["deal"]).visible()
    for number, pile in enumerate(view.piles):
        cards = page.locator(f".card[data-place='t{number}']")
        expect(cards).to_have_count(len(pile))
        expect(cards.last).to_have_attribute("data-card", str(pile[-1]))
    expect(page.locator(".count")).to_have_text("39")


def test_a_card_with_two_ways_is_picked_up(page):
    number, moves, name, source, targets = two_ways()
    open_deal(page, "eternal-triangle", number)
    for ply, move in enumerate(moves, 1):
        assert move == "deal"
        page.keyboard.press("d")
        at_ply(page, ply)
    picked = page.locator(f".card[data-card='{name}'][data-place='{source}']").last
    picked.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".picked").first).to_be_visible()
    expect(page.locator(".target")).to_have_count(len(targets))
    page.keyboard.press("Escape")
    expect(page.locator(".target")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    at_ply(page, len(moves) + 1)


def two_ways():
    """A deal where, after dealing at most once, a top card can go to two piles."""
    for number in range(200):
        for moves in ([], ["deal"]):
            game = position("eternal-triangle", number, moves)
            ways = {}
            for move in game.legal_moves:
                if not move.is_stock and move.to != "f" and move.count == 1:
                    ways.setdefault((str(move.card), move.source), []).append(move.to)
            for (name, source), targets in ways.items():
                if len(targets) == 2:
                    return number, moves, name, source, targets
    raise AssertionError("no such deal")


def test_eternal_triangle_is_won_from_its_line(page):
    """The line is put where the page keeps a game, but for its last moves."""
    line = line_of("eternal-triangle", 7)
    ply = len(line) - 3
    page.goto("/static/icon.svg")
    page.evaluate(
        "([key, line, ply]) => sessionStorage.setItem(key, JSON.stringify({line, ply}))",
        ["line eternal-triangle 7", line, ply],
    )
    page.goto("/eternal-triangle/7")
    at_ply(page, ply)
    for at in range(ply + 1, len(line) + 1):
        page.keyboard.press("r")
        at_ply(page, at)
    expect(page.locator("#result h2")).to_have_text("All home!")


def test_new_deals_by_number_level_and_day(page):
    page.clock.set_fixed_time("2026-11-30T12:00:00")
    open_deal(page, "tripeaks", 7)
    page.keyboard.press("n")
    dialog = page.locator("#new-dialog")
    dialog.get_by_label("by number").fill("42")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tripeaks/42")
    page.keyboard.press("n")
    dialog.get_by_role("button", name="Deal of the day").click()
    page.wait_for_url(f"**/tripeaks/{sc.daily('2026-11-30').number}")
    expect(page.locator("#deal-name")).to_contain_text("Daily 2026-11-30")
    page.locator("#title").click()
    dialog.get_by_text("TriPeaks, no wrap").click()
    dialog.get_by_role("button", name="Hard").click()
    page.wait_for_url("**/tripeaks-no-wrap/*")
    number = int(page.url.rsplit("/", 1)[1])
    assert sc.Library.shipped("tripeaks", wrap=False)[number].clear_rate < 0.04
    page.go_back()
    page.wait_for_url(f"**/tripeaks/{sc.daily('2026-11-30').number}")
    page.locator("#title").click()
    dialog.get_by_text("Eternal Triangle").click()
    dialog.get_by_role("button", name="Any winnable").click()
    page.wait_for_url("**/eternal-triangle/*")


def test_the_first_visit_plays_the_deal_of_the_day(page):
    page.clock.set_fixed_time("2026-11-30T12:00:00")
    page.goto("/")
    page.wait_for_url(f"**/tripeaks/{sc.daily('2026-11-30').number}")
    at_ply(page, 0)


def test_a_lost_game_says_so_and_can_be_taken_back(page):
    open_deal(page, "tripeaks-no-wrap", 2)
    game, ply = position("tripeaks-no-wrap", 2), 0
    while game.outcome() is None:
        game.push("turn" if game.stock_left else next(iter(game.legal_moves)))
        move, ply = str(game.peek()), ply + 1
        if move == "turn":
            page.keyboard.press("d")
        else:
            card(page, move).click()
        at_ply(page, ply)
    assert not game.outcome().won
    expect(page.locator("#result h2")).to_have_text("No move is left")
    winnable = sc.solve(sc.Deal("tripeaks", 2, wrap=False)).winnable
    words = "can be won with" if winnable else "could not be won"
    expect(page.locator("#result-facts")).to_contain_text(words)
    page.locator("#result-undo").click()
    at_ply(page, ply - 1)


def test_a_server_that_is_away_is_said_and_changes_nothing(page):
    open_deal(page, "tripeaks", 7)
    before = shown(page)
    page.evaluate(
        """() => {
          window.fetched = window.fetch;
          window.fetch = () => Promise.reject(new TypeError("away"));
        }"""
    )
    card(page, "AH").click()
    expect(page.locator("#message")).to_contain_text("No answer from the server")
    at_ply(page, 0)
    assert shown(page) == before
    page.evaluate("() => { window.fetch = window.fetched; }")
    card(page, "AH").click()
    at_ply(page, 1)


def test_a_deal_that_does_not_exist_is_said(page):
    page.goto("/tripeaks/18446744073709551616")
    expect(page.locator("#message")).to_contain_text("number is a whole number")
    page.locator("#title").click()
    page.get_by_role("button", name="Random").click()
    page.wait_for_url(lambda url: not url.endswith("18446744073709551616"))
    at_ply(page, 0)


OUTSIDE = """() => {
  const table = document.getElementById("table").getBoundingClientRect();
  return [...document.querySelectorAll(".card, .place")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || box.bottom > table.bottom + 1
      || box.top < table.top - 8 || box.width < 20;
  }).map(each => each.dataset.place);
}"""


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_card_lies_within_the_table(page, slug):
    open_deal(page, slug, 3)
    for width, height in ((360, 640), (844, 390), (1600, 900)):
        page.set_viewport_size({"width": width, "height": height})
        # The cards are laid out anew in the frame after the next.
        page.evaluate("() => new Promise(go => setTimeout(() => requestAnimationFrame(go), 60))")
        assert page.evaluate(OUTSIDE) == [], (width, height)


def test_by_touch_with_motion(browser, address):
    context = browser.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        reduced_motion="no-preference",
    )
    page = context.new_page()
    open_deal(page, "tripeaks", 7)
    page.wait_for_timeout(700)
    card(page, "AH").tap()
    at_ply(page, 1)
    page.locator("#undo").tap()
    at_ply(page, 0)
    expect(card(page, "AH")).to_have_count(1)
    context.close()
