/** The words of each room. A room is empty until its language has loaded. */
const rooms: Record<string, object> = {};

export const room = (name: string): object => rooms[name] ??= {};

/** Letters of right-to-left scripts, and signs that turn the direction of the text. */
const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name from right to left stands in a sentence without moving the words around it. */
const isolated = (value: unknown) =>
  typeof value === "string" && turning.test(value) ? `\u2068${value}\u2069` : value;

const each = <Value>(of: object, change: (value: unknown) => Value) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

function readable(words: unknown): unknown {
  if (typeof words === "function") return (values: object = {}) => words(each(values, isolated));
  return words?.constructor === Object ? each(words, readable) : words;
}

export function fill(words: Record<string, object>): void {
  for (const name of Object.keys(words)) Object.assign(room(name), readable(words[name]));
}
