/** The words of each room, which are empty until their language is there. */
const rooms: Record<string, object> = {};

export const room = (name: string): object => rooms[name] ??= {};

export function fill(words: Record<string, object>): void {
  for (const name of Object.keys(words)) Object.assign(room(name), words[name]);
}
