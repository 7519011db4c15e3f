/* The page: it lays out the cards that the service says can be seen, and sends the moves.

   A position comes as JSON. `slotsOf` (layout.js) says where each card of it lies, `render`
   (cards.js) puts the cards there, and `play` (moves.js) sends a move. A module imports only those
   before it in this list: state, words, api, layout, choices, cards, result, moves, deals, pointer,
   keyboard, app. */

import {ask} from "./api.js";
import {render} from "./cards.js";
import {begin, beginAs, openNew, randomNumber} from "./deals.js";
import {goTo, redo, showHint, undo} from "./moves.js";
import {$, state, table} from "./state.js";
import {say} from "./words.js";
import "./keyboard.js";
import "./pointer.js";

$("result").addEventListener("close", () => {
  const choice = $("result").returnValue;
  if (choice === "next") begin(state.deal.game, randomNumber());
  else if (choice === "again") goTo(() => 0, "Back to the start.");
  else if (choice === "undo") undo();
});

$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("hint").addEventListener("click", showHint);
$("new").addEventListener("click", openNew);
$("title").addEventListener("click", openNew);
$("help").addEventListener("click", () => $("help-dialog").showModal());
$("share").addEventListener("click", async () => {
  const url = location.href;
  try {
    if (navigator.share) await navigator.share({title: document.title, url});
    else {
      await navigator.clipboard.writeText(url);
      say("Copied the address of this deal.");
    }
  } catch (error) {
    if (error.name !== "AbortError") say(url);
  }
});

let resized = 0;
new ResizeObserver(() => {
  cancelAnimationFrame(resized);
  resized = requestAnimationFrame(() => { if (state.now && !state.drag) render({resized: true}); });
}).observe(table);

function beginFromAddress() {
  const [, game, number] = location.pathname.split("/");
  if (game && number) return begin(game, number, {push: false, resume: true});
  return beginAs("daily", "tripeaks");
}

addEventListener("popstate", beginFromAddress);

async function start() {
  const [sheet, offers] = await Promise.all([
    fetch("/cards.svg").then(answer => answer.text()), ask("/api/games"),
  ]);
  const drawings = new DOMParser().parseFromString(sheet, "image/svg+xml").documentElement;
  drawings.setAttribute("width", 0);
  drawings.setAttribute("height", 0);
  drawings.setAttribute("aria-hidden", "true");
  document.body.append(drawings);
  state.games = offers;
  await beginFromAddress();
  document.body.dataset.ready = "true";
}

start().catch(error => say(error.message));
