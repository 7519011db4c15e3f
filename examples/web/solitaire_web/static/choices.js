/* What can be done: the moves of each card, and the marks that show them. */

import {$, UNKNOWN, state, table} from "./state.js";
import {placeWords, say, spoken} from "./words.js";

export const stockMove = () => state.now.legal.find(move => move.from === "stock");
export const movesOf = element => state.now.legal.filter(move =>
  move.from === element.lies.at && move.index === element.lies.index && move.from !== "stock");

/** The element on which a move puts its cards: the top card of the place, or the empty place. */
export const targetOf = move => state.cards.findLast(each => each.lies.at === move.to) ?? state.places.get(move.to);

/** The cards that a card takes along. */
export const runOf = element => state.now.family === "peaks" || element.lies.at[0] !== "t" ? [element] :
  state.cards.filter(each => each.lies.at === element.lies.at && each.lies.index >= element.lies.index);

/** Say of every card what can be done with it. */
export function offer() {
  for (const element of state.cards) {
    const moves = movesOf(element), {card, at} = element.lies;
    element.classList.toggle("playable", moves.length > 0);
    if (card === UNKNOWN) {
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
      element.removeAttribute("tabindex");
      element.setAttribute("aria-hidden", "true");
      continue;
    }
    element.removeAttribute("aria-hidden");
    element.setAttribute("role", moves.length ? "button" : "img");
    if (moves.length) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
    const where = at === "waste" ? ", on the waste" : at[0] === "f" ? ", home" : state.now.family === "piles" ? `, pile ${at.slice(1)}` : "";
    const can = moves.length > 1 ? `, ${moves.length} places to go` : moves.length ? state.now.family === "peaks" ? ", fits" : `, goes ${moves[0].to[0] === "f" ? "home" : `to ${placeWords(moves[0].to)}`}` : "";
    element.setAttribute("aria-label", spoken(card) + where + can);
  }
  $("undo").disabled = state.ply === 0;
  $("redo").disabled = state.ply >= state.line.length;
  $("hint").disabled = Boolean(state.now.outcome);
}

export function showFigures() {
  const figures = state.now.family === "peaks"
    ? [["Chain", state.now.chain], ["Score", state.now.score], ["Left", state.now.left]]
    : [["Stock", state.now.stock], ["Home", `${state.now.score}/${state.now.score + state.now.left}`]];
  const rows = $("stats").children.length === figures.length ? [...$("stats").children] : figures.map(() => {
    const row = document.createElement("div");
    row.append(document.createElement("dt"), document.createElement("dd"));
    return row;
  });
  figures.forEach(([name, value], place) => {
    const [dt, dd] = rows[place].children, before = Number.parseInt(dd.textContent, 10);
    if (dt.textContent === name && Number.parseInt(value, 10) > before) {
      dd.classList.remove("up");
      dd.offsetWidth;
      dd.classList.add("up");
    }
    dt.textContent = name;
    dd.textContent = value;
  });
  $("stats").replaceChildren(...rows);
}

export function mark(moves) {
  for (const move of moves) {
    const target = move.to && targetOf(move);
    if (!target) continue;
    target.classList.add("target");
    if (!state.picked) continue;
    // While a card is picked up, the places where it may go are what can be reached.
    target.tabIndex = 0;
    target.setAttribute("role", "button");
    target.setAttribute("aria-label", `Put it ${move.to[0] === "f" ? "home" : `on ${placeWords(move.to)}`}`);
  }
}

export function unmark() {
  table.querySelectorAll(".target").forEach(element => element.classList.remove("target"));
}

export function pick(element, moves) {
  unpick();
  state.picked = {element, moves};
  runOf(element).forEach(each => each.classList.add("picked"));
  mark(moves);
  say(`Picked up ${spoken(element.lies.card)}. ${moves.length} places to go.`);
}

export function unpick() {
  unmark();
  table.querySelectorAll(".picked, .hinted, .hint-to").forEach(element =>
    element.classList.remove("picked", "hinted", "hint-to"));
  if (state.picked) {
    state.picked = null;
    state.places.forEach(element => {
      if (element.lies.at === "stock") return;
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    });
    offer();
  }
}

export const reachable = () => state.picked
  ? [...table.querySelectorAll(".target")]
  : [...table.querySelectorAll(".card.playable, .stock:enabled")];

/** Focus what can be played nearest to where something was. */
export function focusNear(slot) {
  const distance = element => Math.hypot(element.lies.x - slot.x, element.lies.y - slot.y);
  reachable().sort((a, b) => distance(a) - distance(b))[0]?.focus();
}
