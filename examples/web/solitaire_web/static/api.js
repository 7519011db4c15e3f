/* The service. */

import {state} from "./state.js";

export async function ask(path, body) {
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

export const asked = (moves = state.line.slice(0, state.ply)) => ({game: state.deal.game, number: state.deal.number, moves});
