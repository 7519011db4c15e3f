/* The end of a game. */

import {ask} from "./api.js";
import {drawing} from "./cards.js";
import {$, calm, state} from "./state.js";
import {say} from "./words.js";

export function showResult() {
  const won = state.now.outcome.result === "won", peaks = state.now.family === "peaks";
  $("result-heading").textContent = won ? (peaks ? "Cleared!" : "All home!") : "No move is left";
  $("result-words").textContent = `${state.now.outcome.reason[0].toUpperCase()}${state.now.outcome.reason.slice(1)}.`;
  const figures = peaks
    ? [["Score", state.now.score], ["Longest chain", state.now.best_chain], won ? ["Stock left", state.now.stock] : ["Cards left", state.now.left]]
    : [["Moves", state.ply], ["Home", state.now.score]];
  $("result-figures").replaceChildren(...figures.map(([name, value]) => {
    const row = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    [dt.textContent, dd.textContent] = [name, value];
    row.append(dt, dd);
    return row;
  }));
  $("result-facts").textContent = "";
  $("result-undo").hidden = won;
  const box = $("result"), shown = state.deal, end = state.now;
  box.returnValue = "";
  say($("result-heading").textContent);
  setTimeout(() => {
    // An undo meanwhile means that the game goes on.
    if (state.now !== end || box.open) return;
    box.showModal();
    $("result-next").focus();
    if (won) celebrate();
  }, calm.matches ? 0 : 550);
  ask(`/api/facts?game=${state.deal.game}&number=${state.deal.number}`).then(found => {
    if (shown === state.deal) $("result-facts").textContent = factsInWords(found, won);
  }).catch(() => {});
}

function factsInWords({winnable, best, fewest_turns: turns}, won) {
  if (won) {
    if (best === null) return "";
    const most = Math.abs(best) === 1 ? "1 point" : `${best} points`;
    return state.now.score === best ? `No line that clears this deal scores better.` : `The best line that clears this deal scores ${most}.`;
  }
  if (winnable === null) return "Whether this deal can be won is not known.";
  if (!winnable) return "This deal could not be won.";
  return `This deal can be won${turns === null ? "" : ` with ${turns} turns of the stock`}.`;
}

function celebrate() {
  if (calm.matches) return;
  for (let count = 0; count < 36; count++) {
    const suit = "CDHS"[count % 4], svg = drawing(`suit-${suit}`, "suit");
    svg.classList.add("falling");
    svg.style.left = `${Math.random() * 100}vw`;
    svg.style.fill = "DH".includes(suit) ? "#ff6b6b" : "#ffd35c";
    svg.style.setProperty("--drift", `${Math.random() * 160 - 80}px`);
    svg.style.setProperty("--spin", `${Math.random() * 900 - 450}deg`);
    svg.style.animationDuration = `${1.6 + Math.random() * 1.8}s`;
    svg.style.animationDelay = `${Math.random() * .7}s`;
    // In the dialog, which lies above everything else.
    $("result").append(svg);
    svg.addEventListener("animationend", () => svg.remove());
  }
}
