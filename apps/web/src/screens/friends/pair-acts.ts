/** Acts on the streak that the user keeps with a friend. */
import { nameOf } from "../../words.ts";
import { words } from "../../words/friends.ts";
import type { Friend } from "../../groups.ts";
import type { Acts } from "../../parts/menu.tsx";
import { api, profile } from "../../service.ts";
import { act } from "../people/circles.ts";

/** How many a person may keep or ask for. */
const MOST = 5;

const at = ({ user }: Friend) => ({ params: { path: { userId: user.id } } });
const send = (friend: Friend, done: string) =>
  act(() => api.post("/api/friends/{userId}/streak", at(friend)), done);
const remove = (friend: Friend, done: string) =>
  act(() => api.delete("/api/friends/{userId}/streak", at(friend)), done);

export const ask = (friend: Friend) =>
  send(friend, words.pair.asked({ name: nameOf(friend.user) }));
export const accept = (friend: Friend) => send(friend, words.pair.begins);
export const decline = (friend: Friend) => remove(friend, words.pair.declined);

const takeBack = (friend: Friend) => remove(friend, words.pair.takenBack);

export const stateOf = ({ pair_streak }: Friend) => pair_streak?.state ?? "none";

/** Why the user cannot begin a streak with a friend; undefined where it is possible. */
export function obstacle(friend: Friend, friends: Friend[]) {
  const own = profile.value;
  // A friend who does not show that they are done keeps none.
  if (!own || own.is_classroom || friend.done_today === null) return "never";
  if (own.preferences.friend_done === false) return "hidden";
  const kept = friends.filter((each) => ["active", "waiting"].includes(stateOf(each)));
  return kept.length < MOST ? undefined : "most";
}

/** The acts that the user may do now, for a menu. */
export function actsOn(friend: Friend | undefined, friends: Friend[]): Acts {
  if (!friend) return [];
  const state = stateOf(friend);
  const name = nameOf(friend.user);
  const isPossible = !obstacle(friend, friends);
  return [
    isPossible && (state === "none" || state === "ended") &&
    { name: words.pair.ask, icon: "flame", run: () => ask(friend) },
    isPossible && state === "invited" &&
    { name: words.pair.accept, icon: "flame", run: () => accept(friend) },
    state === "invited" &&
    { name: words.pair.decline, icon: "close", run: () => decline(friend) },
    state === "waiting" &&
    { name: words.pair.takeBack, icon: "close", run: () => takeBack(friend) },
    state === "active" && {
      name: words.pair.end,
      icon: "close",
      asks: { title: words.pair.askEnd({ name }), text: words.pair.endHint },
      run: () => remove(friend, words.pair.isEnded),
    },
  ];
}
