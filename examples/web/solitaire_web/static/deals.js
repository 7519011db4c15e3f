/* Deals: to begin one, and to choose which. */

import {ask} from "./api.js";
import {arrive, inTurn} from "./moves.js";
import {showResult} from "./result.js";
import {$, state} from "./state.js";
import {say} from "./words.js";

const LEVELS = {easy: "Easy", medium: "Medium", hard: "Hard", winnable: "Any winnable"};

const titleOf = slug => state.games.find(each => each.game === slug)?.title ?? slug;

/** Begin a deal, or go on with it where this tab has played it. */
export function begin(game, number, {words = "", push = true, resume = false} = {}) {
  return inTurn(async () => {
    const kept = resume && JSON.parse(sessionStorage.getItem(`line ${game} ${number}`) ?? "null");
    const moves = kept ? kept.line : [], made = kept ? kept.ply : 0;
    const position = await ask("/api/position", {game, number, moves: moves.slice(0, made)});
    state.deal = {game, number: position.number, words};
    [state.line, state.ply, state.seen] = [moves, made, new Map()];
    const path = `/${game}/${position.number}`;
    if (push && location.pathname !== path) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    document.title = `${titleOf(game)} ${position.number} · Solitaire`;
    $("game-name").textContent = titleOf(game);
    $("deal-name").textContent = words ? `${words} · deal ${position.number}` : `deal ${position.number}`;
    $("aim").textContent = state.games.find(each => each.game === game)?.aim ?? "";
    $("result").close();
    arrive(position, {fresh: true});
    say(kept && made ? "Welcome back: the game goes on." : "");
    if (state.now.outcome) showResult();
  });
}

export const randomNumber = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000);

function today() {
  const date = new Date(), two = part => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export async function beginAs(choice, game) {
  try {
    if (choice === "random") return begin(game, randomNumber());
    if (choice === "daily") {
      const date = today(), found = await ask(`/api/daily?game=${game}&date=${date}`);
      return begin(found.game, found.number, {words: `Daily ${date}`});
    }
    say("Looking for a deal…");
    const found = await ask(`/api/pick?game=${game}&level=${choice}&seed=${randomNumber()}`);
    return begin(found.game, found.number, {words: choice === "winnable" ? "Winnable" : LEVELS[choice]});
  } catch (error) {
    say(error.message);
  }
}

export function openNew() {
  const box = $("new-dialog");
  const labels = state.games.map(each => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "radio", name: "game", value: each.game, checked: each.game === state.deal.game});
    input.addEventListener("change", () => offerChoices(each));
    label.append(input, each.title);
    return label;
  });
  $("games").replaceChildren($("games").firstElementChild, ...labels);
  offerChoices(state.games.find(each => each.game === state.deal.game) ?? state.games[0]);
  $("number").value = "";
  $("number").placeholder = state.deal.number;
  box.returnValue = "";
  box.showModal();
  $("choices").firstElementChild.focus();
}

function offerChoices(game) {
  const all = [["random", "Random"], ...game.levels.map(level => [level, LEVELS[level]]), ...(game.daily ? [["daily", "Deal of the day"]] : [])];
  $("choices").replaceChildren(...all.map(([value, text]) => {
    const button = document.createElement("button");
    Object.assign(button, {type: "submit", value, textContent: text, formNoValidate: true});
    return button;
  }));
}

$("new-dialog").addEventListener("close", () => {
  const box = $("new-dialog"), choice = box.returnValue;
  const game = box.querySelector("[name=game]:checked")?.value ?? state.deal.game;
  if (choice === "number") begin(game, $("number").value || $("number").placeholder);
  else if (choice) beginAs(choice, game);
});
// Enter in the field deals that number, whatever button stands first in the form.
$("number").addEventListener("keydown", event => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  $("by-number").click();
});
