/* What the parts of the page share: the game that is played, and what lies on the table. */

export const $ = id => document.getElementById(id);
export const table = $("table");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const LETTERS = "A23456789TJQK";
export const UNKNOWN = "??";

export const state = {
  games: [],            // what the service offers
  deal: {game: "tripeaks", number: "0", words: ""},
  line: [],             // all moves of this sitting,
  ply: 0,               // and how many of them are made
  seen: new Map(),      // positions by ply
  now: null,            // the position on the table
  cards: [],            // the elements of the cards, each with its slot
  places: new Map(),    // the elements of stock, waste, foundations and empty piles
  picked: null,         // the card that is picked up: {element, moves}
  drag: null,           // what is dragged: {element, moves, x, y, run}
};
