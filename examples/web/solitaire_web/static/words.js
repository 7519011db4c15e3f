/* What is said about cards and moves. */

import {$, LETTERS} from "./state.js";

const RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const SUITS = {C: "clubs", D: "diamonds", H: "hearts", S: "spades"};
const SIGNS = {C: "♣", D: "♦", H: "♥", S: "♠"};

export const spoken = card => `${RANKS[LETTERS.indexOf(card[0])]} of ${SUITS[card[1]]}`;

/** Cards in a text of the library, as people write them: TH is 10♥. */
export const withSigns = text => text.replace(/\b([A2-9TJQK])([CDHS])\b/g,
  (_, rank, suit) => (rank === "T" ? "10" : rank) + SIGNS[suit]);

export function say(text, isHint = false) {
  $("message").textContent = text;
  $("message").classList.toggle("hint", isHint);
}

export const placeWords = to => to === "waste" ? "the waste" : to[0] === "f" ? "home" : `pile ${to.slice(1)}`;

export function wordsOf(move, after) {
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
