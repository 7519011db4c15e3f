/* Cards on the table: `render` finds for each slot of a position the card that came there, so that cards glide. */

import {offer, showFigures, stockMove, unpick} from "./choices.js";
import {shiftOf, slotsOf} from "./layout.js";
import {UNKNOWN, calm, state, table} from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const RED_INK = "#c1272d", BLACK_INK = "#1d2733";

export function drawing(name, kind) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", kind === "suit" ? "-6 -6 12 12" : "0 0 60 84");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", kind);
  use.setAttribute("href", `#sc-${name}`);
  svg.append(use);
  return svg;
}

function newCard(slot) {
  const element = document.createElement("div"), flip = document.createElement("div");
  element.className = "card down";
  flip.className = "flip";
  flip.append(drawing("back", "back"));
  element.append(flip);
  put(element, slot);
  table.append(element);
  return element;
}

/** The suit beside the rank, for cards of which only a narrow strip is seen. */
function sideSuit(card) {
  const side = document.createElementNS(SVG, "g"), paper = document.createElementNS(SVG, "path");
  const use = document.createElementNS(SVG, "use");
  side.setAttribute("class", "side");
  paper.setAttribute("d", "M13.9 2H57V24H12.7V10.8H13.9ZM4 16H18V26H4Z");
  use.setAttribute("href", `#sc-suit-${card[1]}`);
  use.setAttribute("transform", "translate(21 10) scale(.95)");
  use.setAttribute("fill", "DH".includes(card[1]) ? RED_INK : BLACK_INK);
  side.append(paper, use);
  return side;
}

/** Put an element where a slot is. */
export function put(element, {x, y, s}, dx = 0, dy = 0) {
  element.style.transform = `translate(${(x + dx).toFixed(1)}px, ${(y + dy).toFixed(1)}px) scale(${s.toFixed(3)})`;
  element.style.setProperty("--s", s.toFixed(3));
}

/** Turn a card over, or give it its face in the size that suits the screen. */
function face(element, card, jumbo) {
  const down = card === UNKNOWN;
  element.classList.toggle("down", down);
  if (down) {
    delete element.dataset.card;
    return;
  }
  const name = `${jumbo ? "jumbo-" : ""}${card}`;
  if (element.dataset.face !== name) {
    element.querySelector(".front")?.remove();
    const front = drawing(name, "front");
    if (!jumbo) front.append(sideSuit(card));
    element.firstChild.append(front);
    element.dataset.face = name;
  }
  element.dataset.card = card;
}

/** For each slot the element that came there: it stayed, or has this face, or was in the stock. */
function match(slots) {
  const left = new Set(state.cards), found = new Map();
  const take = fits => {
    for (const slot of slots) {
      if (found.has(slot)) continue;
      const element = [...left].find(each => fits(each.lies, slot));
      if (element) {
        left.delete(element);
        found.set(slot, element);
      }
    }
  };
  const same = (a, b) => a.at === b.at && a.index === b.index;
  take((a, b) => same(a, b) && a.card === b.card);
  take((a, b) => a.card !== UNKNOWN && a.card === b.card);
  take((a, b) => same(a, b) && a.at !== "stock" && a.at !== "waste" && (a.card === UNKNOWN || b.card === UNKNOWN));
  take((a, b) => a.at === "stock" && b.at !== "stock");
  return {found, left};
}

/** Lay the position out: dealt anew, or gone back to, or as it comes after a move. */
export function render({fresh = false, back = false, resized = false} = {}) {
  const {w, h, slots, places: at} = slotsOf(state.now, table.clientWidth, table.clientHeight);
  table.style.setProperty("--w", `${w}px`);
  table.style.setProperty("--h", `${h}px`);
  table.className = state.now.family;
  table.dataset.ply = state.ply;
  if (fresh) {
    state.cards.forEach(element => element.remove());
    state.cards = [];
  }
  if (!resized) unpick();
  layPlaces(at);
  const stock = {...at[0], card: UNKNOWN};
  const {found, left} = match(slots);
  const moved = [];
  const top = slots.findLast(slot => slot.at === "waste");
  const wasInStock = slot => !back && (
    slot.at[0] === "t" || slot.at === "waste" && (slot === top || state.now.family === "piles"));
  state.cards = slots.map(slot => {
    let element = found.get(slot);
    const isNew = !element;
    element ??= newCard(wasInStock(slot) ? stock : slot);
    if (isNew || element.lies.at !== slot.at) moved.push(element);
    element.lies = slot;
    return element;
  });
  if (moved.length) table.offsetWidth;  // so that new cards glide from where they were put
  left.forEach(element => retire(element, back ? stock : null));
  state.cards.forEach(element => {
    const slot = element.lies, rank = moved.indexOf(element);
    const flies = rank >= 0;
    element.style.transitionDelay = flies && moved.length > 2 && !calm.matches ? `${rank * (fresh ? 9 : 35)}ms` : "";
    element.firstChild.style.transitionDelay = element.style.transitionDelay;
    put(element, slot);
    face(element, slot.card, w < 58 && !(slot.strip < .2));
    element.classList.toggle("narrow", slot.strip < .27);
    element.style.zIndex = flies ? 500 + slot.z : slot.z;
    element.dataset.place = slot.at;
  });
  if (moved.length) setTimeout(() => state.cards.forEach(each => { if (!each.classList.contains("dragging")) each.style.zIndex = each.lies.z; }), calm.matches ? 0 : 300);
  offer();
  showFigures();
}

/** A card that is not on the table any more: back into the stock, or covered by others. */
function retire(element, stock) {
  if (stock && (element.lies.at === "waste" || element.lies.at[0] === "t")) {
    face(element, UNKNOWN);
    put(element, stock);
  }
  element.removeAttribute("role");
  element.removeAttribute("tabindex");
  delete element.dataset.place;
  element.style.zIndex = 0;
  setTimeout(() => element.remove(), calm.matches ? 0 : 260);
}

function layPlaces(at) {
  const before = state.places;
  state.places = new Map();
  for (const place of at) {
    const key = place.at;
    let element = before.get(key);
    before.delete(key);
    if (!element) {
      element = document.createElement(key === "stock" ? "button" : "div");
      if (key === "stock") element.type = "button";
      table.append(element);
    }
    element.lies = {...place, index: 0};
    element.classList.add("place");
    element.classList.toggle("stock", key === "stock");
    element.classList.toggle("empty", Boolean(place.empty));
    element.classList.toggle("under", Boolean(place.under));
    element.dataset.place = key;
    element.removeAttribute("tabindex");
    put(element, place);
    if (key === "stock") fillStock(element);
    else if (place.suit && !element.firstChild) element.append(drawing(`suit-${place.suit}`, "suit"));
    state.places.set(key, element);
    if (place.label !== undefined) {
      const name = `label${place.label}`, label = before.get(name) ?? document.createElement("div");
      before.delete(name);
      label.className = "label";
      label.textContent = place.label;
      label.lies = place;
      put(label, place, 0, -19);
      if (!label.parentNode) table.append(label);
      state.places.set(name, label);
    }
  }
  before.forEach(element => element.remove());
}

function fillStock(element) {
  const move = stockMove();
  element.disabled = !move;
  const what = {deal: "deal a card onto each pile", turn: "turn", redeal: "turn the waste over"}[move?.move];
  element.setAttribute("aria-label", state.now.stock ? `Stock, ${state.now.stock} left${what ? `: ${what}` : ""}` : what ? `Stock is empty: ${what}` : "Stock is empty");
  if (state.now.stock) {
    const count = document.createElement("span");
    count.className = "count";
    count.textContent = state.now.stock;
    const shift = `${(-shiftOf(state.now.stock) / element.lies.s).toFixed(1)}px`;
    count.style.translate = `${shift} ${shift}`;
    element.replaceChildren(count);
  } else if (move) {
    const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    path.setAttribute("d", "M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5");
    svg.append(path);
    element.replaceChildren(svg);
  } else element.replaceChildren();
}
