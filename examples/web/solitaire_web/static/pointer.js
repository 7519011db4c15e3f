/* Taps, clicks and drags. */

import {put, render} from "./cards.js";
import {mark, movesOf, runOf, targetOf, unmark, unpick} from "./choices.js";
import {activate, play} from "./moves.js";
import {state, table} from "./state.js";

const elementAt = event => event.target.closest?.(".card, .place");

table.addEventListener("pointerdown", event => {
  const element = elementAt(event);
  if (event.button || !event.isPrimary || !element?.classList.contains("playable")) return;
  state.drag = {element, moves: movesOf(element), x: event.clientX, y: event.clientY, run: null};
});

addEventListener("pointermove", event => {
  if (!state.drag || !event.isPrimary) return;
  const dx = event.clientX - state.drag.x, dy = event.clientY - state.drag.y;
  if (!state.drag.run) {
    if (Math.hypot(dx, dy) < 7) return;
    unpick();
    state.drag.run = runOf(state.drag.element);
    state.drag.run.forEach((each, place) => {
      each.classList.add("dragging");
      each.style.transitionDelay = "";
      each.style.zIndex = 700 + place;
    });
    mark(state.drag.moves);
  }
  state.drag.run.forEach(each => put(each, each.lies, dx, dy));
});

function drop(event) {
  if (!state.drag || !event.isPrimary) return;
  const {element, moves, run} = state.drag;
  state.drag = null;
  if (!run) return;
  // The click that may follow at once belongs to the drag.
  const swallow = click => click.stopPropagation();
  addEventListener("click", swallow, {capture: true});
  setTimeout(() => removeEventListener("click", swallow, {capture: true}), 0);
  const at = element.getBoundingClientRect();
  const near = event.type === "pointerup" && moves.map(move => {
    const to = targetOf(move).getBoundingClientRect();
    const away = Math.hypot(at.x - to.x, at.y - to.y);
    const touches = at.left < to.right && at.right > to.left && at.top < to.bottom && at.bottom > to.top;
    return {move, away, touches};
  }).filter(each => each.touches).sort((a, b) => a.away - b.away)[0];
  run.forEach(each => each.classList.remove("dragging"));
  unmark();
  if (near) play(near.move);
  else render();
}
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);

table.addEventListener("click", event => {
  const element = elementAt(event);
  if (element) activate(element);
  else unpick();
});

table.addEventListener("pointerover", event => {
  if (state.drag?.run || state.picked || event.pointerType !== "mouse" || state.now?.family !== "piles") return;
  unmark();
  const element = elementAt(event);
  if (element?.classList.contains("playable")) mark(movesOf(element));
});
