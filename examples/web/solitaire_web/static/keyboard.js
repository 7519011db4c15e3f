/* The keyboard. */

import {focusNear, reachable, unpick} from "./choices.js";
import {openNew} from "./deals.js";
import {activate, playStock, redo, showHint, undo} from "./moves.js";
import {$, state} from "./state.js";
import {say} from "./words.js";

const middle = slot => [slot.x, slot.y];

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function walk([ax, ay]) {
  const from = document.activeElement, all = reachable();
  if (!all.length) return;
  if (!all.includes(from)) {
    if (from?.lies) return focusNear(from.lies);
    return all[0].focus();
  }
  const [x, y] = middle(from.lies);
  const best = all.filter(each => each !== from).map(each => {
    const [ex, ey] = middle(each.lies), along = (ex - x) * ax + (ey - y) * ay;
    const across = Math.abs((ex - x) * ay) + Math.abs((ey - y) * ax);
    return {each, along, cost: along + 2 * across};
  }).filter(({along}) => along > 1).sort((a, b) => a.cost - b.cost)[0];
  best?.each.focus();
}

const KEYS = {
  u: undo, r: redo, h: showHint, n: openNew, d: playStock, " ": playStock,
  "?": () => $("help-dialog").showModal(),
};

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.now) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input")) return;
  const {key} = event, onCard = event.target.closest(".card, div.place");
  // The buttons of the bars keep their own Space and Enter.
  if (key === " " && event.target.closest("header button, nav button")) return;
  const act = ARROWS[key] ? () => walk(ARROWS[key])
    : key === "Enter" && onCard ? () => { activate(onCard); if (state.picked) reachable()[0]?.focus(); }
    : key === "Escape" && state.picked ? () => { const {element} = state.picked; unpick(); element.focus(); say("Put back."); }
    : KEYS[key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});
