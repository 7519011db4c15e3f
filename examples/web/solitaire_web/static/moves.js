/* Moves: to make one, to go back and forth, to be advised. */

import {ask, asked} from "./api.js";
import {put, render} from "./cards.js";
import {focusNear, movesOf, pick, runOf, stockMove, targetOf, unpick} from "./choices.js";
import {showResult} from "./result.js";
import {state, table} from "./state.js";
import {say, withSigns, wordsOf} from "./words.js";

let turnOfTable = Promise.resolve();

/** One thing after the other: what is done to the game waits for what came before. */
export function inTurn(work) {
  turnOfTable = turnOfTable.then(work).catch(error => {
    say(error.message);
    if (state.now) render();
  });
  return turnOfTable;
}

export function play(move) {
  const keyboard = table.contains(document.activeElement) ? document.activeElement.lies : null;
  preview(move);
  return inTurn(async () => {
    // An earlier tap may have changed the position since.
    if (!state.now.legal.some(each => each.move === move.move)) return render();
    const moves = [...state.line.slice(0, state.ply), move.move];
    const after = await ask("/api/position", asked(moves));
    if (state.line[state.ply] !== move.move) {
      state.line = moves;
      state.seen = new Map([...state.seen].filter(([at]) => at <= state.ply));
    }
    state.ply++;
    arrive(after);
    say(wordsOf(move.move, after));
    if (keyboard) focusNear(keyboard);
    if (state.now.outcome) showResult();
  });
}

/** Begin to move at once: the answer will say what is turned up. */
function preview(move) {
  const element = move.to && state.cards.find(each => each.lies.at === move.from && each.lies.index === move.index);
  const target = element && targetOf(move);
  unpick();
  if (!target) return;
  const isPile = move.to[0] === "t" && target.lies.card;
  const gap = isPile ? .31 * Number.parseFloat(table.style.getPropertyValue("--h")) : 0;
  runOf(element).forEach((each, place) => {
    each.classList.remove("dragging");
    each.style.zIndex = 600 + place;
    put(each, target.lies, 0, gap * (place + 1));
  });
}

export function arrive(position, how) {
  state.now = position;
  state.seen.set(state.ply, position);
  render(how);
  sessionStorage.setItem(`line ${state.deal.game} ${state.deal.number}`, JSON.stringify({line: state.line, ply: state.ply}));
}

export function goTo(target, words) {
  return inTurn(async () => {
    target = Math.max(0, Math.min(state.line.length, target(state.ply)));
    if (target === state.ply) return;
    const focused = table.contains(document.activeElement) ? document.activeElement.lies : null;
    const position = state.seen.get(target) ?? await ask("/api/position", asked(state.line.slice(0, target)));
    const back = target < state.ply;
    state.ply = target;
    arrive(position, {back});
    say(words);
    if (focused) focusNear(focused);
    if (state.now.outcome) showResult();
  });
}

export const undo = () => goTo(at => at - 1, "Took the move back.");
export const redo = () => goTo(at => at + 1, "Made the move again.");

export const showHint = () => inTurn(async () => {
  if (state.now.outcome) return;
  const hint = await ask("/api/hint", asked());
  unpick();
  const move = state.now.legal.find(each => each.move === hint.move);
  const from = !move ? null : move.from === "stock" ? state.places.get("stock") :
    state.cards.find(each => each.lies.at === move.from && each.lies.index === move.index);
  if (from) {
    (move.from === "stock" ? [from] : runOf(from)).forEach(each => each.classList.add("hinted"));
    if (move.to) targetOf(move)?.classList.add("hint-to");
    if (table.contains(document.activeElement)) from.focus();
  }
  const rate = !(hint.win_rate >= .01) ? "" : ` It won ${Math.round(100 * hint.win_rate)} % of trial games.`;
  const words = withSigns(hint.text);
  say(`${words[0].toUpperCase()}${words.slice(1)}.${rate}`, true);
});

/** What a tap or Enter does to a card or a place. */
export function activate(element) {
  if (element.lies.at === "stock") return playStock();
  if (state.picked) {
    const move = state.picked.moves.find(each => targetOf(each) === element || each.to === element.lies.at);
    const same = state.picked.element === element;
    if (move && !same) return play(move);
    unpick();
    if (same) return say("Put back.");
  }
  const moves = movesOf(element);
  if (moves.length === 1) return play(moves[0]);
  if (moves.length) return pick(element, moves);
}

export function playStock() {
  const move = stockMove();
  if (move) play(move);
}
