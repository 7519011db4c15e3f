/* Where each card of a position lies. */

import {LETTERS, UNKNOWN} from "./state.js";

/* How far each card of the stock lies left of and above the one below it, and how many are drawn. */
const LAYER = 2;
const layersOf = count => Math.min(3, count);
export const shiftOf = count => LAYER * (layersOf(count) - 1);

/** The slots of a position's cards, and the places under them, in pixels of a table of this size. */
export function slotsOf(position, width, height) {
  const found = (position.family === "peaks" ? peaksSlots : pilesSlots)(position, width, height);
  found.slots.forEach((slot, z) => { slot.z = z + 1; });
  return found;
}

function peaksSlots(position, W, H) {
  const columns = 1 + Math.max(...position.spots.map(spot => spot[1]));
  const rows = 1 + Math.max(...position.spots.map(spot => spot[0]));
  const straight = position.under.some((above, place) =>
    above.some(each => Math.abs(position.spots[each][1] - position.spots[place][1]) < .3));
  const tall = H > W, least = straight ? .3 : .5, most = straight ? .5 : tall ? .8 : .72;
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

function pilesSlots(position, W, H) {
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
    at.push({at: `f${number}`, x, y: 0, s: 1, empty: true, suit, under: close && copy > 0});
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
  for (let layer = 0; layer < layersOf(count); layer++) {
    const shift = layer * LAYER;
    slots.push({card: UNKNOWN, at: "stock", index: layer, x: x - shift, y: y - shift, s});
  }
}
