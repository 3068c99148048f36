/** The people whom the user knows: members of the same organizations, and partners of cheers. */
import type { Answer } from "@journal/client";
import { keepDraft, readDraft } from "./drafts.ts";
import { api, offline } from "./service.ts";

export type Person = Answer<"/api/users/{id}", "get">["user"];

/** Organizations that are looked at, and members of each. */
const ORGANIZATIONS = 3;
const MEMBERS = 100;

let asked: Promise<Person[]> | undefined;
let of: string | null = null;

/** Asks the service once for each visit. Without a network: the people of the last answer. */
export function knownPeople(): Promise<Person[]> {
  if (of !== offline.userId) asked = undefined;
  of = offline.userId;
  return asked ??= ask().then((people) => (keepDraft("people", people), people), () => {
    asked = undefined;
    return readDraft<Person[]>("people") ?? [];
  });
}

async function ask(): Promise<Person[]> {
  const cheers = { params: { query: { limit: 50 } } };
  const [received, sent, { organizations }] = await Promise.all([
    api.get("/api/encouragement-drops/received", cheers),
    api.get("/api/encouragement-drops/sent", cheers),
    api.get("/api/organizations", { params: { query: { limit: ORGANIZATIONS } } }),
  ]);
  const members = await Promise.all(
    organizations.map(async ({ id }) =>
      (await api.get("/api/organizations/{id}/members", {
        params: { path: { id }, query: { limit: MEMBERS } },
      })).members
    ),
  );
  const people: Person[] = [
    ...received.drops.flatMap(({ sender }) => sender ?? []),
    ...sent.drops.flatMap(({ recipient }) => recipient ?? []),
    ...members.flat().flatMap(({ user_id: id, handle, full_name, avatar_url, is_synthetic }) =>
      handle === null || is_synthetic === null
        ? []
        : { id, handle, full_name, avatar_url, is_synthetic }
    ),
  ];
  const others = people.filter(({ id }) => id !== offline.userId);
  return [...new Map(others.map((person) => [person.id, person])).values()];
}
