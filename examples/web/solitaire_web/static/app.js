/* The page: it lays out the cards that the service says can be seen, and sends the moves.

   A position comes as JSON. `slotsOf` says where each card of it lies, `render` finds for each
   slot the card that came there, so that cards glide, and `play` sends a move. */

const $ = id => document.getElementById(id);
const table = $("table");
const SVG = "http://www.w3.org/2000/svg";
const RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const SUITS = {C: "clubs", D: "diamonds", H: "hearts", S: "spades"};
const SIGNS = {C: "♣", D: "♦", H: "♥", S: "♠"};
const LEVELS = {easy: "Easy", medium: "Medium", hard: "Hard", winnable: "Any winnable"};
const RED_INK = "#c1272d", BLACK_INK = "#1d2733";
const LETTERS = "A23456789TJQK";
const UNKNOWN = "??";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let games = [];            // what the service offers
let deal = {game: "tripeaks", number: "0", words: ""};
let line = [], ply = 0;    // all moves of this sitting, and how many of them are made
let seen = new Map();      // positions by ply
let now = null;            // the position on the table
let cards = [];            // the elements of the cards, each with its slot
let places = new Map();    // the elements of stock, waste, foundations and empty piles
let picked = null;         // the card that is picked up: {element, moves}
let drag = null;
let turnOfTable = Promise.resolve();

// ---- the service ----------------------------------------------------------------------

async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body && {
      method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
    });
  } catch {
    throw new Error("No answer from the server. Try again.");
  }
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.error?.message ?? `The server answered ${answer.status}.`);
  return value;
}

const asked = (moves = line.slice(0, ply)) => ({game: deal.game, number: deal.number, moves});

/** One thing after the other: what is done to the game waits for what came before. */
function inTurn(work) {
  turnOfTable = turnOfTable.then(work).catch(error => {
    say(error.message);
    if (now) render();
  });
  return turnOfTable;
}

// ---- words ----------------------------------------------------------------------------

const spoken = card => `${RANKS[LETTERS.indexOf(card[0])]} of ${SUITS[card[1]]}`;

/** Cards in a text of the library, as people write them: TH is 10♥. */
const withSigns = text => text.replace(/\b([A2-9TJQK])([CDHS])\b/g,
  (_, rank, suit) => (rank === "T" ? "10" : rank) + SIGNS[suit]);

function say(text, isHint = false) {
  $("message").textContent = text;
  $("message").classList.toggle("hint", isHint);
}

const placeWords = to => to === "waste" ? "the waste" : to[0] === "f" ? "home" : `pile ${to.slice(1)}`;

function wordsOf(move, after) {
  const can = after.legal.filter(each => each.from !== "stock").length;
  const tail = after.family === "piles" ? "" :
    ` ${can ? `${can} ${can === 1 ? "card fits" : "cards fit"}.` : "No card fits."}`;
  if (move === "turn") {
    const top = after.waste.at(-1);
    return `${top ? `Turned ${spoken(top)}.` : "Turned."}${tail}`;
  }
  if (move === "deal") return `Dealt onto the piles. ${after.stock} left in the stock.`;
  if (move === "redeal") return "Turned the waste over.";
  const card = spoken(move.slice(0, 2));
  if (after.family === "peaks") return `Took ${card}.${after.chain > 1 ? ` Chain of ${after.chain}.` : ""}${tail}`;
  const to = move.match(/>([tf]\d*)/)[1];
  return `${card[0].toUpperCase()}${card.slice(1)} ${to === "f" ? "home" : `to ${placeWords(to)}`}.`;
}

// ---- where things lie -----------------------------------------------------------------

/** The slots of a position's cards, and the places under them, in pixels. */
function slotsOf(position) {
  const found = position.family === "peaks" ? peaksSlots(position) : pilesSlots(position);
  found.slots.forEach((slot, z) => { slot.z = z + 1; });
  return found;
}

function peaksSlots(position) {
  const W = table.clientWidth, H = table.clientHeight;
  const columns = 1 + Math.max(...position.spots.map(spot => spot[1]));
  const rows = 1 + Math.max(...position.spots.map(spot => spot[0]));
  const straight = position.under.some((above, place) =>
    above.some(each => Math.abs(position.spots[each][1] - position.spots[place][1]) < .3));
  const tall = H > W, least = straight ? .3 : .5, most = straight ? .5 : tall ? 1 : .72;
  const w = Math.floor(Math.min((W + 2) / columns - (tall ? 2 : 6), H / 1.4 / ((rows - 1) * least + 2.3), 104));
  const h = w * 1.4;
  // What height is left over goes into larger steps, then into a larger stock and waste.
  const pitch = Math.min(most * h, Math.max(least * h, (H - 2.3 * h) / (rows - 1)));
  const foot = Math.min(tall ? Math.min(2.2, 84 / w) : 1.1, Math.max(1, (H - h * 1.25 - (rows - 1) * pitch) / h));
  const step = Math.min(w * 1.12, W / columns), left = (W - (columns - 1) * step - w) / 2;
  const high = (rows - 1) * pitch + h, room = Math.min(H - high - foot * h, .45 * h);
  const top = Math.max(0, (H - high - room - foot * h) / 2);
  const below = top + high + room;
  const stock = {x: W / 2 - w * foot * 1.08, y: below, s: foot};
  const waste = {x: W / 2 + w * foot * .08, y: below, s: foot};
  const slots = [], spot = place => ({
    x: left + position.spots[place][1] * step, y: top + position.spots[place][0] * pitch, s: 1,
  });
  stockSlots(slots, position.stock, stock);
  position.waste.slice(-3).forEach((card, index, shown) =>
    slots.push({card, at: "waste", index: -1, ...waste, x: waste.x - (shown.length - 1 - index) * 4}));
  const order = position.spots.map((_, place) => place).sort((a, b) => position.spots[a][0] - position.spots[b][0]);
  for (const place of order) {
    const card = position.tableau[place];
    if (card) slots.push({card, at: `t${place}`, index: 0, ...spot(place)});
  }
  return {w, h, slots, places: [
    {at: "stock", ...stock, empty: !position.stock}, {at: "waste", ...waste, empty: true},
  ]};
}

function pilesSlots(position) {
  const W = table.clientWidth, H = table.clientHeight;
  const piles = position.piles.length, homes = position.foundations.length;
  const wide = Math.max(piles, position.waste ? 7 : 6);
  const w = Math.floor(Math.min(W / (wide * 1.1), H / 1.4 / 4.6, 96)), h = w * 1.4;
  const step = Math.min(w * 1.16, (W - w) / (wide - 1)), all = (wide - 1) * step + w, left = (W - all) / 2;
  const fan = w * .36, stock = {x: left, y: 0, s: 1}, slots = [], at = [];
  stockSlots(slots, position.stock, stock);
  at.push({at: "stock", ...stock, empty: !position.stock});
  let begin = left + step;
  if (position.waste) {
    const shown = position.waste.slice(-3);
    at.push({at: "waste", x: begin, y: 0, s: 1, empty: true});
    shown.forEach((card, index) => slots.push({
      card, at: "waste", index: position.waste.length - shown.length + index, x: begin + index * fan, y: 0, s: 1,
    }));
    begin += step + 2 * fan;
  }
  // Where there is no room for all foundations, those of a suit lie over one another.
  const decks = homes / 4, close = (homes - 1) * step > left + all - w - begin;
  const suitStep = close ? (left + all - begin + .12 * w) / 4 : decks * step;
  const copyStep = close ? (suitStep - 1.12 * w) / Math.max(1, decks - 1) : step;
  position.foundations.forEach(([suit, height], number) => {
    const fromEnd = homes - 1 - number, copy = number % decks;
    const x = left + all - (Math.floor(fromEnd / decks) + 1) * suitStep + (close ? .12 * w : step - w) + copy * copyStep;
    at.push({at: `f${number}`, x, y: 0, s: 1, empty: true, suit});
    for (let rank = Math.max(0, height - 2); rank < height; rank++) {
      slots.push({card: LETTERS[rank] + suit, at: `f${number}`, index: rank, x, y: 0, s: 1});
    }
  });
  const top = h * 1.12 + 20, room = H - top - h - 2, first = left + (all - (piles - 1) * step - w) / 2;
  const stepsOf = pile => pile.slice(0, -1).map(card => card === UNKNOWN ? .12 * h : .31 * h);
  const sum = numbers => numbers.reduce((total, each) => total + each, 0);
  // On a tall screen there is room to spread the piles; a pile that is too long is squeezed.
  const longest = Math.max(...position.piles.map(pile => sum(stepsOf(pile))));
  const spread = Math.max(1, Math.min(H > W ? 1.5 : 1.15, room / longest));
  position.piles.forEach((pile, number) => {
    const steps = stepsOf(pile), squeeze = Math.min(spread, room / sum(steps));
    const x = first + number * step;
    let y = top;
    at.push({at: `t${number}`, x, y, s: 1, empty: !pile.length, label: number});
    pile.forEach((card, index) => {
      const strip = (steps[index] ?? h) * squeeze;
      slots.push({card, at: `t${number}`, index, x, y, s: 1, strip: strip / h});
      y += strip;
    });
  });
  return {w, h, slots, places: at};
}

function stockSlots(slots, count, {x, y, s}) {
  for (let layer = 0; layer < Math.min(3, count); layer++) {
    slots.push({card: UNKNOWN, at: "stock", index: layer, x: x - layer * 2, y: y - layer * 2, s});
  }
}

// ---- cards on the table ---------------------------------------------------------------

function drawing(name, kind) {
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
function put(element, {x, y, s}, dx = 0, dy = 0) {
  element.style.transform = `translate(${(x + dx).toFixed(1)}px, ${(y + dy).toFixed(1)}px) scale(${s.toFixed(3)})`;
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
  const left = new Set(cards), found = new Map();
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
function render({fresh = false, back = false, resized = false} = {}) {
  const {w, h, slots, places: at} = slotsOf(now);
  table.style.setProperty("--w", `${w}px`);
  table.style.setProperty("--h", `${h}px`);
  table.className = now.family;
  table.dataset.ply = ply;
  if (fresh) {
    cards.forEach(element => element.remove());
    cards = [];
  }
  if (!resized) unpick();
  layPlaces(at);
  const stock = {...at[0], card: UNKNOWN};
  const {found, left} = match(slots);
  const moved = [];
  const top = slots.findLast(slot => slot.at === "waste");
  const wasInStock = slot => !back && (
    slot.at[0] === "t" || slot.at === "waste" && (slot === top || now.family === "piles"));
  cards = slots.map(slot => {
    let element = found.get(slot);
    const isNew = !element;
    element ??= newCard(wasInStock(slot) ? stock : slot);
    if (isNew || element.lies.at !== slot.at) moved.push(element);
    element.lies = slot;
    return element;
  });
  if (moved.length) table.offsetWidth;  // so that new cards glide from where they were put
  left.forEach(element => retire(element, back ? stock : null));
  cards.forEach(element => {
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
  if (moved.length) setTimeout(() => cards.forEach(each => { if (!each.classList.contains("dragging")) each.style.zIndex = each.lies.z; }), calm.matches ? 0 : 300);
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
  const before = places;
  places = new Map();
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
    element.dataset.place = key;
    element.removeAttribute("tabindex");
    put(element, place);
    if (key === "stock") fillStock(element);
    else if (place.suit && !element.firstChild) element.append(drawing(`suit-${place.suit}`, "suit"));
    places.set(key, element);
    if (place.label !== undefined) {
      const name = `label${place.label}`, label = before.get(name) ?? document.createElement("div");
      before.delete(name);
      label.className = "label";
      label.textContent = place.label;
      label.lies = place;
      put(label, place, 0, -19);
      if (!label.parentNode) table.append(label);
      places.set(name, label);
    }
  }
  before.forEach(element => element.remove());
}

function fillStock(element) {
  const move = stockMove();
  element.disabled = !move;
  const what = {deal: "deal a card onto each pile", turn: "turn", redeal: "turn the waste over"}[move?.move];
  element.setAttribute("aria-label", now.stock ? `Stock, ${now.stock} left${what ? `: ${what}` : ""}` : what ? `Stock is empty: ${what}` : "Stock is empty");
  if (now.stock) {
    const count = document.createElement("span");
    count.className = "count";
    count.textContent = now.stock;
    element.replaceChildren(count);
  } else if (move) {
    const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    path.setAttribute("d", "M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5");
    svg.append(path);
    element.replaceChildren(svg);
  } else element.replaceChildren();
}

// ---- what can be done -----------------------------------------------------------------

const stockMove = () => now.legal.find(move => move.from === "stock");
const movesOf = element => now.legal.filter(move =>
  move.from === element.lies.at && move.index === element.lies.index && move.from !== "stock");

/** The element on which a move puts its cards: the top card of the place, or the empty place. */
const targetOf = move => cards.findLast(each => each.lies.at === move.to) ?? places.get(move.to);

/** The cards that a card takes along. */
const runOf = element => now.family === "peaks" || element.lies.at[0] !== "t" ? [element] :
  cards.filter(each => each.lies.at === element.lies.at && each.lies.index >= element.lies.index);

/** Say of every card what can be done with it. */
function offer() {
  for (const element of cards) {
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
    const where = at === "waste" ? ", on the waste" : at[0] === "f" ? ", home" : now.family === "piles" ? `, pile ${at.slice(1)}` : "";
    const can = moves.length > 1 ? `, ${moves.length} places to go` : moves.length ? now.family === "peaks" ? ", fits" : `, goes ${moves[0].to[0] === "f" ? "home" : `to ${placeWords(moves[0].to)}`}` : "";
    element.setAttribute("aria-label", spoken(card) + where + can);
  }
  $("undo").disabled = ply === 0;
  $("redo").disabled = ply >= line.length;
  $("hint").disabled = Boolean(now.outcome);
}

function showFigures() {
  const figures = now.family === "peaks"
    ? [["Chain", now.chain], ["Score", now.score], ["Left", now.left]]
    : [["Stock", now.stock], ["Home", `${now.score}/${now.score + now.left}`]];
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

function mark(moves) {
  for (const move of moves) {
    const target = move.to && targetOf(move);
    if (!target) continue;
    target.classList.add("target");
    if (!picked) continue;
    // While a card is picked up, the places where it may go are what can be reached.
    target.tabIndex = 0;
    target.setAttribute("role", "button");
    target.setAttribute("aria-label", `Put it ${move.to[0] === "f" ? "home" : `on ${placeWords(move.to)}`}`);
  }
}

function unmark() {
  table.querySelectorAll(".target").forEach(element => element.classList.remove("target"));
}

function pick(element, moves) {
  unpick();
  picked = {element, moves};
  runOf(element).forEach(each => each.classList.add("picked"));
  mark(moves);
  say(`Picked up ${spoken(element.lies.card)}. ${moves.length} places to go.`);
}

function unpick() {
  unmark();
  table.querySelectorAll(".picked, .hinted, .hint-to").forEach(element =>
    element.classList.remove("picked", "hinted", "hint-to"));
  if (picked) {
    picked = null;
    places.forEach(element => {
      if (element.lies.at === "stock") return;
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    });
    offer();
  }
}

/** What a tap or Enter does to a card or a place. */
function activate(element) {
  if (element.lies.at === "stock") return playStock();
  if (picked) {
    const move = picked.moves.find(each => targetOf(each) === element || each.to === element.lies.at);
    const same = picked.element === element;
    if (move && !same) return play(move);
    unpick();
    if (same) return say("Put back.");
  }
  const moves = movesOf(element);
  if (moves.length === 1) return play(moves[0]);
  if (moves.length) return pick(element, moves);
}

function playStock() {
  const move = stockMove();
  if (move) play(move);
}

// ---- moves ----------------------------------------------------------------------------

function play(move) {
  const keyboard = table.contains(document.activeElement) ? document.activeElement.lies : null;
  preview(move);
  return inTurn(async () => {
    // An earlier tap may have changed the position since.
    if (!now.legal.some(each => each.move === move.move)) return render();
    const moves = [...line.slice(0, ply), move.move];
    const after = await ask("/api/position", asked(moves));
    if (line[ply] !== move.move) {
      line = moves;
      seen = new Map([...seen].filter(([at]) => at <= ply));
    }
    ply++;
    arrive(after);
    say(wordsOf(move.move, after));
    if (keyboard) focusNear(keyboard);
    if (now.outcome) showResult();
  });
}

/** Begin to move at once: the answer will say what is turned up. */
function preview(move) {
  const element = move.to && cards.find(each => each.lies.at === move.from && each.lies.index === move.index);
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

function arrive(position, how) {
  now = position;
  seen.set(ply, position);
  render(how);
  sessionStorage.setItem(`line ${deal.game} ${deal.number}`, JSON.stringify({line, ply}));
}

function goTo(target, words) {
  return inTurn(async () => {
    target = Math.max(0, Math.min(line.length, target(ply)));
    if (target === ply) return;
    const focused = table.contains(document.activeElement) ? document.activeElement.lies : null;
    const position = seen.get(target) ?? await ask("/api/position", asked(line.slice(0, target)));
    const back = target < ply;
    ply = target;
    arrive(position, {back});
    say(words);
    if (focused) focusNear(focused);
    if (now.outcome) showResult();
  });
}

const undo = () => goTo(at => at - 1, "Took the move back.");
const redo = () => goTo(at => at + 1, "Made the move again.");

const showHint = () => inTurn(async () => {
  if (now.outcome) return;
  const hint = await ask("/api/hint", asked());
  unpick();
  const move = now.legal.find(each => each.move === hint.move);
  const from = !move ? null : move.from === "stock" ? places.get("stock") :
    cards.find(each => each.lies.at === move.from && each.lies.index === move.index);
  if (from) {
    (move.from === "stock" ? [from] : runOf(from)).forEach(each => each.classList.add("hinted"));
    if (move.to) targetOf(move)?.classList.add("hint-to");
    if (table.contains(document.activeElement)) from.focus();
  }
  const rate = !(hint.win_rate >= .01) ? "" : ` It won ${Math.round(100 * hint.win_rate)} % of trial games.`;
  const words = withSigns(hint.text);
  say(`${words[0].toUpperCase()}${words.slice(1)}.${rate}`, true);
});

// ---- deals ----------------------------------------------------------------------------

const titleOf = slug => games.find(each => each.game === slug)?.title ?? slug;

/** Begin a deal, or go on with it where this tab has played it. */
function begin(game, number, {words = "", push = true, resume = false} = {}) {
  return inTurn(async () => {
    const kept = resume && JSON.parse(sessionStorage.getItem(`line ${game} ${number}`) ?? "null");
    const moves = kept ? kept.line : [], made = kept ? kept.ply : 0;
    const position = await ask("/api/position", {game, number, moves: moves.slice(0, made)});
    deal = {game, number: position.number, words};
    [line, ply, seen] = [moves, made, new Map()];
    const path = `/${game}/${position.number}`;
    if (push && location.pathname !== path) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    document.title = `${titleOf(game)} ${position.number} · Solitaire`;
    $("game-name").textContent = titleOf(game);
    $("deal-name").textContent = words ? `${words} · deal ${position.number}` : `deal ${position.number}`;
    $("aim").textContent = games.find(each => each.game === game)?.aim ?? "";
    $("result").close();
    arrive(position, {fresh: true});
    say(kept && made ? "Welcome back: the game goes on." : "");
    if (now.outcome) showResult();
  });
}

const randomNumber = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000);

function today() {
  const date = new Date(), two = part => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

async function beginAs(choice, game) {
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

function openNew() {
  const box = $("new-dialog");
  const labels = games.map(each => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "radio", name: "game", value: each.game, checked: each.game === deal.game});
    input.addEventListener("change", () => offerChoices(each));
    label.append(input, each.title);
    return label;
  });
  $("games").replaceChildren($("games").firstElementChild, ...labels);
  offerChoices(games.find(each => each.game === deal.game) ?? games[0]);
  $("number").value = "";
  $("number").placeholder = deal.number;
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
  const game = box.querySelector("[name=game]:checked")?.value ?? deal.game;
  if (choice === "number") begin(game, $("number").value || $("number").placeholder);
  else if (choice) beginAs(choice, game);
});
// Enter in the field deals that number, whatever button stands first in the form.
$("number").addEventListener("keydown", event => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  $("by-number").click();
});

// ---- the end --------------------------------------------------------------------------

function showResult() {
  const won = now.outcome.result === "won", peaks = now.family === "peaks";
  $("result-heading").textContent = won ? (peaks ? "Cleared!" : "All home!") : "No move is left";
  $("result-words").textContent = `${now.outcome.reason[0].toUpperCase()}${now.outcome.reason.slice(1)}.`;
  const figures = peaks
    ? [["Score", now.score], ["Longest chain", now.best_chain], won ? ["Stock left", now.stock] : ["Cards left", now.left]]
    : [["Moves", ply], ["Home", now.score]];
  $("result-figures").replaceChildren(...figures.map(([name, value]) => {
    const row = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    [dt.textContent, dd.textContent] = [name, value];
    row.append(dt, dd);
    return row;
  }));
  $("result-facts").textContent = "";
  $("result-undo").hidden = won;
  const box = $("result"), shown = deal, end = now;
  box.returnValue = "";
  say($("result-heading").textContent);
  setTimeout(() => {
    // An undo meanwhile means that the game goes on.
    if (now !== end || box.open) return;
    box.showModal();
    $("result-next").focus();
    if (won) celebrate();
  }, calm.matches ? 0 : 550);
  ask(`/api/facts?game=${deal.game}&number=${deal.number}`).then(found => {
    if (shown === deal) $("result-facts").textContent = factsInWords(found, won);
  }).catch(() => {});
}

function factsInWords({winnable, best, fewest_turns: turns}, won) {
  if (won) {
    if (best === null) return "";
    const most = Math.abs(best) === 1 ? "1 point" : `${best} points`;
    return now.score === best ? `No line that clears this deal scores better.` : `The best line that clears this deal scores ${most}.`;
  }
  if (winnable === null) return "Whether this deal can be won is not known.";
  if (!winnable) return "This deal could not be won.";
  return `This deal can be won${turns === null ? "" : ` with ${turns} turns of the stock`}.`;
}

$("result").addEventListener("close", () => {
  const choice = $("result").returnValue;
  if (choice === "next") begin(deal.game, randomNumber());
  else if (choice === "again") goTo(() => 0, "Back to the start.");
  else if (choice === "undo") undo();
});

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

// ---- pointer --------------------------------------------------------------------------

const elementAt = event => event.target.closest?.(".card, .place");

table.addEventListener("pointerdown", event => {
  const element = elementAt(event);
  if (event.button || !event.isPrimary || !element?.classList.contains("playable")) return;
  drag = {element, moves: movesOf(element), x: event.clientX, y: event.clientY, run: null};
});

addEventListener("pointermove", event => {
  if (!drag || !event.isPrimary) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.run) {
    if (Math.hypot(dx, dy) < 7) return;
    unpick();
    drag.run = runOf(drag.element);
    drag.run.forEach((each, place) => {
      each.classList.add("dragging");
      each.style.transitionDelay = "";
      each.style.zIndex = 700 + place;
    });
    mark(drag.moves);
  }
  drag.run.forEach(each => put(each, each.lies, dx, dy));
});

function drop(event) {
  if (!drag || !event.isPrimary) return;
  const {element, moves, run} = drag;
  drag = null;
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
  if (drag?.run || picked || event.pointerType !== "mouse" || now?.family !== "piles") return;
  unmark();
  const element = elementAt(event);
  if (element?.classList.contains("playable")) mark(movesOf(element));
});

// ---- keyboard -------------------------------------------------------------------------

const reachable = () => picked
  ? [...table.querySelectorAll(".target")]
  : [...table.querySelectorAll(".card.playable, .stock:enabled")];

const middle = slot => [slot.x, slot.y];

/** Focus what can be played nearest to where something was. */
function focusNear(slot) {
  const distance = element => Math.hypot(element.lies.x - slot.x, element.lies.y - slot.y);
  reachable().sort((a, b) => distance(a) - distance(b))[0]?.focus();
}

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
  if (event.ctrlKey || event.metaKey || event.altKey || !now) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input")) return;
  const {key} = event, onCard = event.target.closest(".card, div.place");
  // The buttons of the bars keep their own Space and Enter.
  if (key === " " && event.target.closest("header button, nav button")) return;
  const act = ARROWS[key] ? () => walk(ARROWS[key])
    : key === "Enter" && onCard ? () => { activate(onCard); if (picked) reachable()[0]?.focus(); }
    : key === "Escape" && picked ? () => { const {element} = picked; unpick(); element.focus(); say("Put back."); }
    : KEYS[key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

// ---- the page -------------------------------------------------------------------------

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
  resized = requestAnimationFrame(() => { if (now && !drag) render({resized: true}); });
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
  games = offers;
  await beginFromAddress();
  document.body.dataset.ready = "true";
}

start().catch(error => say(error.message));
